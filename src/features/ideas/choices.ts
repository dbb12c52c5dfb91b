/** What there is to choose from in a suggestion, and how long its texts may be. */
import type { IdeaCategory, IdeaStatus } from "../../../db/queries/ideas.ts"
import type { Priority } from "../../../db/queries/suggestions.ts"

export const CATEGORIES = [
  "events",
  "teams",
  "shop",
  "community",
  "technical",
  "content",
  "other",
] as const satisfies IdeaCategory[]

export const PRIORITIES = ["low", "medium", "high"] as const satisfies Priority[]

export const STATUSES = ["open", "planned", "done", "declined"] as const satisfies IdeaStatus[]

/** Whether an idea still takes votes. */
export const isVotable = (status: IdeaStatus): boolean => status === "open" || status === "planned"

/** In characters. */
export const NAME_MAX = 100
export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 4000

/** From how many letters on it is worth looking for similar titles. */
export const SIMILAR_MIN = 4
