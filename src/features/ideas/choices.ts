/** What there is to choose from in a suggestion, and how long its texts may be. */

export const CATEGORIES = [
  "events",
  "teams",
  "shop",
  "community",
  "technical",
  "content",
  "other",
] as const

export const PRIORITIES = ["low", "medium", "high"] as const

export const STATUSES = ["open", "planned", "done", "declined"] as const

export type IdeaCategory = (typeof CATEGORIES)[number]
export type Priority = (typeof PRIORITIES)[number]
type IdeaStatus = (typeof STATUSES)[number]

/** Whether an idea still takes votes. */
export const isVotable = (status: IdeaStatus): boolean => status === "open" || status === "planned"

/** In characters. */
export const NAME_MAX = 100
export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 4000

/** From how many letters on it is worth looking for similar titles. */
export const SIMILAR_MIN = 4
