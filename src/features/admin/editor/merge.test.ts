import { describe, expect, test } from "vitest"
import { events } from "../../events/admin/events.ts"
import { ideas } from "../../ideas/admin/ideas.ts"
import { news } from "../../news/admin/news.ts"
import { teams } from "../../teams/admin/teams.ts"
import { compareWords, splitIntoPassages } from "./differences.ts"
import { type Choice, findDifferences, mergeValues } from "./merge.ts"

const base = { title: "A", place: "ee", text: "One.\n\nTwo.", note: "n" }
const mine = { ...base, title: "Mine", text: "One!\n\nTwo.", note: "same" }
const theirs = { ...base, place: "lv", text: "One.\n\nTwo!", note: "same" }

test("the side that changed a field is preselected; a change on both sides is a conflict", () => {
  expect(findDifferences({ base, mine, theirs })).toEqual([
    { name: "title", fields: ["title"], isConflict: false, choice: "mine" },
    { name: "place", fields: ["place"], isConflict: false, choice: "theirs" },
    { name: "text", fields: ["text"], isConflict: true, choice: "mine" },
  ])
})

test("without a base version, the member's own values are preselected", () => {
  expect(findDifferences({ base: null, mine, theirs })).toMatchObject(
    ["title", "place", "text"].map((name) => ({ name, choice: "mine", isConflict: false })),
  )
})

test.each<[Record<string, Choice>, object]>([
  [{}, { title: "Mine", place: "lv", text: mine.text, note: "same" }],
  [{ text: "theirs" }, { title: "Mine", place: "lv", text: theirs.text, note: "same" }],
  [
    { title: "theirs", place: "mine" },
    { ...mine, title: "A" },
  ],
])("with the choices %j, all other fields keep the preselected side", (choices, merged) => {
  const differences = findDifferences({ base, mine, theirs })
  expect(mergeValues({ mine, theirs }, differences, choices)).toEqual(merged)
})

test("a merge does not change the spacing of a text that is equal in both versions", () => {
  const text = "One.\n\n\n\n```\ncode\n\n\nmore\n```\n"
  const versions = { base: null, mine: { text, title: "B" }, theirs: { text, title: "A" } }
  const merged = mergeValues(versions, findDifferences(versions), { title: "theirs" })
  expect(merged).toEqual({ text, title: "A" })
})

describe("fields that are chosen together", () => {
  const leadFields = { timeZone: "start", startsAt: "start" }
  const times = { start: "10:00", timeZone: "Riga", startsAt: "08:00Z", prize: "" }

  test("dependent fields follow the choice of their lead field", () => {
    const versions = {
      base: times,
      mine: { ...times, start: "11:00", startsAt: "09:00Z" },
      theirs: { ...times, timeZone: "Oslo", startsAt: "09:00:00Z", prize: "A pin" },
    }
    const differences = findDifferences(versions, leadFields)
    expect(differences).toMatchObject([
      {
        name: "start",
        fields: ["start", "timeZone", "startsAt"],
        isConflict: true,
        choice: "mine",
      },
      { name: "prize", choice: "theirs" },
    ])
    expect(mergeValues(versions, differences, { start: "theirs" })).toEqual(versions.theirs)
    expect(mergeValues(versions, differences, {})).toEqual({ ...versions.mine, prize: "A pin" })
  })

  test("a group is listed under its lead field, even if only a dependent field differs", () => {
    const theirs = { ...times, startsAt: "07:00Z" }
    expect(findDifferences({ base: null, mine: times, theirs }, leadFields)).toMatchObject([
      { name: "start", fields: ["startsAt"] },
    ])
  })

  test.each([
    ["news", news],
    ["events", events],
    ["teams", teams],
    ["ideas", ideas],
  ])(
    "%s: each field without a label is part of a field with a label",
    (_, { labels, leadFields = {} }) => {
      const names = new Map<string, string | null>(Object.entries(labels))
      const leads = new Map<string, string>(Object.entries(leadFields))
      for (const [name, label] of names) {
        const lead = leads.get(name) ?? (label === null ? "" : name)
        expect(names.get(lead), name).toBeTruthy()
      }
    },
  )
})

test("neighboring paragraphs that are equal, or that differ, form a passage", () => {
  expect(
    splitIntoPassages("One.\n\nTwo.\n\nThree.\n\nFour.", "One.\n\nTwo.\n\n3.\n\nMore.\n\nFour."),
  ).toEqual([
    { before: ["One.", "Two."], after: ["One.", "Two."], isSame: true },
    { before: ["Three."], after: ["3.", "More."], isSame: false },
    { before: ["Four."], after: ["Four."], isSame: true },
  ])
  expect(splitIntoPassages("", "New.")).toEqual([{ before: [], after: ["New."], isSame: false }])
})

test("words of only one version are marked", () => {
  expect(compareWords("Doors at six.", "Doors at seven.")).toEqual([
    { text: "Doors at ", only: null },
    { text: "six", only: "before" },
    { text: "seven", only: "after" },
    { text: ".", only: null },
  ])
})

test("long texts are not compared by words", () => {
  expect(compareWords("a ".repeat(15_000), "a b")).toHaveLength(2)
})
