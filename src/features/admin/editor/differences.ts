/** Compares two texts, paragraph by paragraph and word by word, to show what differs. */
import { diffArrays, diffWordsWithSpace } from "diff"

/** Consecutive paragraphs that are the same in both versions, or that differ. */
export interface Passage {
  before: string[]
  after: string[]
  isSame: boolean
}

/** Returns the paragraphs of a Markdown text. */
const paragraphsOf = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "")

/** Returns two texts as passages that are the same and passages that differ, in order. */
export function passagesOf(before: string, after: string): Passage[] {
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
  /** The only version that has it; null for both. */
  only: "before" | "after" | null
}

/** Longer texts are not compared word by word, which takes too long. */
const MAX_LENGTH = 20_000

/** Returns the words of two texts, with the version that each is in. */
export function wordsOf(before: string, after: string): Word[] {
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
