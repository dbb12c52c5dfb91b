/** Choices and limits of the form for ideas. This file does not import zod, so that small scripts can use it. */
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

/** Maximum lengths in characters. */
export const MAX_NAME_LENGTH = 100
export const MAX_TITLE_LENGTH = 120
export const MAX_DESCRIPTION_LENGTH = 4000

/** Similar ideas are searched when the typed title has at least this number of characters. */
export const MIN_SIMILAR_SEARCH_LENGTH = 4
