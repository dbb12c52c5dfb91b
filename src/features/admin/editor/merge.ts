/** Two versions of the same thing, paragraph by paragraph, and what becomes of them together. */
import { diffArrays, diffWordsWithSpace } from "diff"
import { isEqualValue } from "../../../ui/forms/editing.ts"

export type Choice = "mine" | "theirs" | "both"

/** A part of a text that is the same in both versions, or not. */
export interface Block {
  mine: string[]
  theirs: string[]
  isSame: boolean
  /** Both changed it, each in another way; or nobody knows what it was before. */
  isConflict: boolean
  /** What a merge takes by itself: the side that changed something. */
  choice: Choice
}

/** The paragraphs of a Markdown text. */
const paragraphsOf = (text: string): string[] =>
  text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "")

/** A changed part of a text: from where to where in the text before, and in the one after. */
interface Hunk {
  start: number
  end: number
  after: string[]
}

function hunksOf(before: string[], after: string[]): Hunk[] {
  const hunks: Hunk[] = []
  let at = 0
  let open: Hunk | null = null
  for (const { added, removed, value } of diffArrays(before, after)) {
    if (!added && !removed) {
      at += value.length
      open = null
      continue
    }
    if (!open) {
      open = { start: at, end: at, after: [] }
      hunks.push(open)
    }
    if (added) open.after.push(...value)
    else {
      at += value.length
      open.end = at
    }
  }
  return hunks
}

/** Whether two changes are of the same place; of neighbors, each can be made without the other. */
const meet = (one: Hunk, other: Hunk) =>
  (one.start < other.end && other.start < one.end) ||
  (one.start === other.start && one.end === one.start && other.end === other.start)

/** What a part of the text became by these changes. */
function applied(base: string[], hunks: Hunk[], start: number, end: number): string[] {
  const parts: string[] = []
  let at = start
  for (const hunk of hunks) {
    parts.push(...base.slice(at, hunk.start), ...hunk.after)
    at = hunk.end
  }
  return [...parts, ...base.slice(at, end)]
}

const isEqual = (one: string[], other: string[]) =>
  one.length === other.length && one.every((paragraph, i) => paragraph === other[i])

const same = (parts: string[]): Block => ({
  mine: parts,
  theirs: parts,
  isSame: true,
  isConflict: false,
  choice: "mine",
})

/** Three-way: `base` is what both began from. */
function mergedBlocks(base: string[], mine: string[], theirs: string[]): Block[] {
  const hunks = [
    ...hunksOf(base, mine).map((hunk) => ({ hunk, isMine: true })),
    ...hunksOf(base, theirs).map((hunk) => ({ hunk, isMine: false })),
  ].sort((a, b) => a.hunk.start - b.hunk.start || a.hunk.end - b.hunk.end)
  const blocks: Block[] = []
  let at = 0
  for (let i = 0; i < hunks.length; ) {
    const [first] = hunks.slice(i)
    if (!first) break
    let { start, end } = first.hunk
    const group = [first]
    for (const next of hunks.slice(i + 1)) {
      if (!meet({ start, end, after: [] }, next.hunk)) break
      group.push(next)
      start = Math.min(start, next.hunk.start)
      end = Math.max(end, next.hunk.end)
    }
    i += group.length
    if (start > at) blocks.push(same(base.slice(at, start)))
    at = end
    const [own, others] = [true, false].map((isMine) =>
      applied(
        base,
        group.filter((one) => one.isMine === isMine).map(({ hunk }) => hunk),
        start,
        end,
      ),
    )
    if (!own || !others) break
    if (isEqual(own, others)) blocks.push(same(own))
    else {
      const isConflict = group.some(({ isMine }) => isMine) && group.some(({ isMine }) => !isMine)
      const choice = group.some(({ isMine }) => isMine) ? "mine" : "theirs"
      blocks.push({ mine: own, theirs: others, isSame: false, isConflict, choice })
    }
  }
  if (at < base.length) blocks.push(same(base.slice(at)))
  return blocks
}

/** The parts of a text in two versions; `base` is null where it is not known what both began from. */
export function blocksOf(base: string | null, mine: string, theirs: string): Block[] {
  const [own, others] = [paragraphsOf(mine), paragraphsOf(theirs)]
  if (base !== null) return mergedBlocks(paragraphsOf(base), own, others)
  // From theirs to mine: whatever differs is for a person to decide.
  return mergedBlocks(others, own, others).map((block) =>
    block.isSame ? block : { ...block, isConflict: true },
  )
}

/** The text that these choices make, one for each block. */
export const mergedText = (blocks: readonly Block[], choices: readonly Choice[]): string =>
  blocks
    .flatMap(({ mine, theirs, choice }, i) => {
      const chosen = choices[i] ?? choice
      if (chosen === "both") return [...theirs, ...mine]
      return chosen === "mine" ? mine : theirs
    })
    .join("\n\n")

/** Two versions of a field that differ. */
export interface FieldMerge {
  name: string
  /** Of a text with paragraphs; null for a value that is taken as a whole. */
  blocks: Block[] | null
  isConflict: boolean
  choice: Exclude<Choice, "both">
}

const valueIn = (values: object, name: string): unknown => new Map(Object.entries(values)).get(name)

/** The fields that differ, and what a merge makes of each by itself. */
export function fieldMerges<Values extends object>(
  paragraphs: readonly string[],
  { base, mine, theirs }: { base: Values | null; mine: Values; theirs: Values },
): FieldMerge[] {
  return Object.keys(mine)
    .filter((name) => !isEqualValue(valueIn(mine, name), valueIn(theirs, name)))
    .map((name) => {
      const [own, others] = [valueIn(mine, name), valueIn(theirs, name)]
      const before = base && valueIn(base, name)
      const hasOwn = !base || !isEqualValue(own, before)
      const isText = paragraphs.includes(name)
      const blocks = isText
        ? blocksOf(base && String(before ?? ""), String(own ?? ""), String(others ?? ""))
        : null
      return {
        name,
        blocks,
        isConflict: hasOwn && (!base || !isEqualValue(others, before)),
        choice: hasOwn ? "mine" : "theirs",
      }
    })
}

/** By field: one choice, or one for each of its blocks. */
export type Choices = Readonly<Record<string, Choice | readonly Choice[]>>

/** The values that these choices make of mine and theirs. */
export function mergedValues<Values extends object>(
  merges: readonly FieldMerge[],
  mine: Values,
  theirs: Values,
  choices: Choices = {},
): Values {
  const changes = merges.map(({ name, blocks, choice }) => {
    const chosen = choices[name]
    if (!blocks || typeof chosen === "string") {
      return [name, valueIn((chosen ?? choice) === "theirs" ? theirs : mine, name)]
    }
    const picks = blocks.map((block, i) => chosen?.[i] ?? block.choice)
    const isAll = (side: Choice) => blocks.every(({ isSame }, i) => isSame || picks[i] === side)
    // To the letter: what is merged has lost the room between its paragraphs.
    if (isAll("mine")) return [name, valueIn(mine, name)]
    if (isAll("theirs")) return [name, valueIn(theirs, name)]
    return [name, mergedText(blocks, picks)]
  })
  return { ...mine, ...Object.fromEntries(changes) }
}

export interface Word {
  text: string
  /** Which of the two has it; null for both. */
  only: "before" | "after" | null
}

/** Beyond this the words of two texts are not compared: they are shown as they are. */
const WORDS_MAX_LENGTH = 20_000

/** The words of two texts, and which of them are only in one. */
export function wordsOf(before: string, after: string): Word[] {
  if (before.length + after.length > WORDS_MAX_LENGTH) {
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
