import { expect, test } from "vitest"
import { blocksOf, type Choice, fieldMerges, mergedText, mergedValues, wordsOf } from "./merge.ts"

const BASE = "One.\n\nTwo.\n\nThree."

/** What is made of two versions without anybody's choice, and whether somebody should choose. */
function merge(base: string | null, mine: string, theirs: string, choices: Choice[] = []) {
  const blocks = blocksOf(base, mine, theirs)
  return [mergedText(blocks, choices), blocks.some(({ isConflict }) => isConflict)]
}

test.each([
  ["different paragraphs", "One!\n\nTwo.\n\nThree.", "One.\n\nTwo.\n\nThree!", "One!|Two.|Three!"],
  ["neighbors", "One.\n\nTwo!\n\nThree.", "One.\n\nTwo.\n\nThree!", "One.|Two!|Three!"],
  ["only theirs", BASE, "One.\n\nThree.", "One.|Three."],
  ["only mine", "Zero.\n\nOne.\n\nTwo.\n\nThree.", BASE, "Zero.|One.|Two.|Three."],
  ["the same in both", "One.\n\nThree.", "One.\n\nThree.", "One.|Three."],
  ["added here, deleted there", `${BASE}\n\nFour.`, "Two.\n\nThree.", "Two.|Three.|Four."],
  [
    "added before what they changed",
    "One.\n\nNew.\n\nTwo.\n\nThree.",
    "One.\n\nTwo!\n\nThree.",
    "One.|New.|Two!|Three.",
  ],
])("%s come together by themselves", (_, mine, theirs, merged) => {
  expect(merge(BASE, mine, theirs)).toEqual([merged.replaceAll("|", "\n\n"), false])
})

test("the same paragraph changed twice is for a person to decide", () => {
  const [mine, theirs] = ["One.\n\nTwo!\n\nThree.", "One.\n\nTwo?\n\nThree."]
  expect(merge(BASE, mine, theirs)).toEqual([mine, true])
  const blocks = blocksOf(BASE, mine, theirs)
  expect(blocks.map(({ isConflict }) => isConflict)).toEqual([false, true, false])
  expect(mergedText(blocks, ["mine", "theirs", "mine"])).toBe(theirs)
  expect(mergedText(blocks, ["mine", "both", "mine"])).toBe("One.\n\nTwo?\n\nTwo!\n\nThree.")
})

test("two paragraphs at the same end, and a changed one that is deleted there, meet", () => {
  expect(merge(BASE, `${BASE}\n\nMine.`, `${BASE}\n\nTheirs.`)[1]).toBe(true)
  expect(merge(BASE, "One.\n\nTwo!\n\nThree.", "One.\n\nThree.")[1]).toBe(true)
  expect(merge("", "Mine.", "Theirs.")[1]).toBe(true)
})

test("where nobody knows what was before, each difference is for a person to decide", () => {
  expect(merge(null, "One.\n\nMine.", "One.\n\nTheirs.")).toEqual(["One.\n\nMine.", true])
  expect(merge(null, "One.", "One.")).toEqual(["One.", false])
})

test("fields are merged each by itself: whoever changed one alone keeps it", () => {
  const base = { title: "A", place: "ee", text: BASE, note: "n" }
  const mine = { ...base, title: "Mine", text: "One!\n\nTwo.\n\nThree.", note: "m" }
  const theirs = { ...base, place: "lv", text: "One.\n\nTwo.\n\nThree!", note: "t" }
  const merges = fieldMerges(["text"], { base, mine, theirs })
  expect(merges.filter(({ isConflict, blocks }) => isConflict && !blocks)).toMatchObject([
    { name: "note", choice: "mine" },
  ])
  expect(mergedValues(merges, mine, theirs)).toEqual({
    title: "Mine",
    place: "lv",
    text: "One!\n\nTwo.\n\nThree!",
    note: "m",
  })
  const choices = { note: "theirs", text: ["theirs", "mine", "mine"] } as const
  expect(mergedValues(merges, mine, theirs, choices)).toMatchObject({
    note: "t",
    text: "One.\n\nTwo.\n\nThree.",
  })
})

test("an untouched text stays as it is to the letter", () => {
  const text = "One.\n\n\n\n```\ncode\n\n\nmore\n```\n"
  const mine = { text, title: "B" }
  const merges = fieldMerges(["text"], { base: null, mine, theirs: { text, title: "A" } })
  expect(mergedValues(merges, mine, { text, title: "A" })).toEqual(mine)
})

test("words that only one has are marked", () => {
  expect(wordsOf("Doors at six.", "Doors at seven.")).toEqual([
    { text: "Doors at ", only: null },
    { text: "six", only: "before" },
    { text: "seven", only: "after" },
    { text: ".", only: null },
  ])
  expect(wordsOf("a".repeat(30_000), "b")).toHaveLength(2)
})
