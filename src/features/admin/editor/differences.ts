/** Compares two texts, paragraph by paragraph and word by word. */
import { diffArrays, diffWordsWithSpace } from "diff"

/** A run of consecutive paragraphs that are either equal in both versions or different. */
export interface Passage {
  before: string[]
  after: string[]
  isSame: boolean
}

/** Returns the paragraphs of a Markdown text. */
const paragraphsOf = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "")

/** Splits two texts into equal and different passages, in order. */
export function splitIntoPassages(before: string, after: string): Passage[] {
  const passages: Passage[] = []
  for (const { added, removed, value } of diffArrays(paragraphsOf(before), paragraphsOf(after))) {
    const isSame = !added && !removed
    let passage = passages.at(-1)
    if (!passage || passage.isSame || isSame) {
      passage = { before: [], after: [], isSame }
      passages.push(passage)
    }
    if (!added) passage.before.push(...value)
    if (!removed) passage.after.push(...value)
  }
  return passages
}

export interface Word {
  text: string
  /** The version that contains the word; null if both do. */
  only: "before" | "after" | null
}

/** Maximum total length of two texts that are compared word by word; longer ones would take too long. */
const MAX_LENGTH = 20_000

/** Returns the words of two texts, each with the version that contains it. */
export function compareWords(before: string, after: string): Word[] {
  if (before.length + after.length > MAX_LENGTH) {
    return [
      { text: before, only: "before" },
      { text: after, only: "after" },
    ]
  }
  return diffWordsWithSpace(before, after).map(({ added, removed, value }) => ({
    text: value,
    only: added ? "after" : removed ? "before" : null,
  }))
}
