/** Ideas as the API gives them: what a page needs of them is checked, since anything may answer. */
import type { Idea, SimilarIdea } from "../../../db/queries/ideas.ts"
import { isRecord } from "../../json.ts"
import { CATEGORIES, STATUSES } from "./choices.ts"

export type { Idea, SimilarIdea } from "../../../db/queries/ideas.ts"

const isText = (value: unknown): value is string => typeof value === "string"

const isSimilarIdea = (value: unknown): value is SimilarIdea =>
  isRecord(value) &&
  [value.id, value.title].every(isText) &&
  typeof value.vote_count === "number" &&
  typeof value.user_voted === "boolean"

const isIdea = (value: unknown): value is Idea =>
  isSimilarIdea(value) &&
  isRecord(value) &&
  isText(value.description) &&
  CATEGORIES.some((category) => category === value.category) &&
  STATUSES.some((status) => status === value.status) &&
  (value.reply === null || isText(value.reply))

/** For `call`: the ideas in the answer's body; those that are not as they should be are left out. */
const readWith =
  <Row>(is: (value: unknown) => value is Row) =>
  (json: unknown): Row[] => {
    if (!isRecord(json) || !Array.isArray(json.ideas)) throw new Error("The answer has no ideas.")
    return json.ideas.filter(is)
  }

export const readIdeas = readWith(isIdea)
export const readSimilarIdeas = readWith(isSimilarIdea)

/** What a link to an idea on the page ends in. */
export const ideaAnchor = (id: string): string => `idea-${id}`
