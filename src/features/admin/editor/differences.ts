import { diffArrays, diffWordsWithSpace } from "diff"

/** Neighboring paragraphs that are all equal, or all different, in two texts. */
export interface Passage {
  before: string[]
  after: string[]
  isSame: boolean
}

const splitIntoParagraphs = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "")

export function splitIntoPassages(before: string, after: string): Passage[] {
  const passages: Passage[] = []
  for (const { added, removed, value } of diffArrays(
    splitIntoParagraphs(before),
    splitIntoParagraphs(after),
  )) {
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
  /** The only version that contains the text. Null if both versions contain it. */
  only: "before" | "after" | null
}

/** Maximum number of characters in both texts together. Comparing longer texts by words is slow. */
const MAX_COMPARED_LENGTH = 20_000

export function compareWords(before: string, after: string): Word[] {
  if (before.length + after.length > MAX_COMPARED_LENGTH) {
    return [
      { text: before, only: "before" },
      { text: after, only: "after" },
    ]
  }
  return diffWordsWithSpace(before, after).map(({ added, removed, value }) => {
    if (added) return { text: value, only: "after" }
    return { text: value, only: removed ? "before" : null }
  })
}
