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

export const isVotable = (status: IdeaStatus): boolean => status === "open" || status === "planned"

export const NAME_MAX = 100
export const TITLE_MAX = 120
export const DESCRIPTION_MAX = 4000

/** Minimum length of a title for which similar ideas are searched. */
export const SIMILAR_MIN = 4
