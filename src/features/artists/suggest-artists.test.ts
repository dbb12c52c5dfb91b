import { expect, test } from "vitest"
import { findArtist, sortFollowedFirst, suggestArtists } from "./suggest-artists.ts"

const ARTISTS = [
  { name: "aespa", hangul: "에스파", aliases: [] },
  { name: "i-dle", hangul: "아이들", aliases: ["(G)I-DLE"] },
  { name: "KISS OF LIFE", hangul: "키스오브라이프", aliases: [] },
  { name: "ROSÉ", hangul: "로제", aliases: [] },
  { name: "Stray Kids", hangul: "스트레이 키즈", aliases: [] },
]
const suggestNames = (typedText: string, chosenNames: string[] = []) =>
  suggestArtists(ARTISTS, typedText, chosenNames).map(({ name }) => name)

test.each([
  ["stray k", ["Stray Kids"]],
  ["스트", ["Stray Kids"]],
  ["(g)i", ["i-dle"]],
  ["rose", ["ROSÉ"]],
  ["ki", ["KISS OF LIFE", "Stray Kids"]],
  ["s", ["Stray Kids", "aespa", "KISS OF LIFE", "ROSÉ"]],
  ["", ["aespa", "i-dle", "KISS OF LIFE", "ROSÉ", "Stray Kids"]],
  ["xikers", []],
  ["!", []],
])("the text %j suggests %j", (typedText, expected) => {
  expect(suggestNames(typedText)).toEqual(expected)
})

test("chosen artists are not suggested, even if they were chosen in another spelling", () => {
  expect(suggestNames("", ["straykids", "아이들", "Xdinary Heroes"])).toEqual([
    "aespa",
    "KISS OF LIFE",
    "ROSÉ",
  ])
})

test("followed artists are sorted first, and other artists keep their order", () => {
  const names = sortFollowedFirst(ARTISTS, ["ROSÉ", "i-dle"]).map(({ name }) => name)
  expect(names).toEqual(["i-dle", "ROSÉ", "aespa", "KISS OF LIFE", "Stray Kids"])
})

test("an artist is found only by a whole spelling", () => {
  expect(findArtist(ARTISTS, "g idle")?.name).toBe("i-dle")
  expect(findArtist(ARTISTS, "Stray")).toBeUndefined()
  expect(findArtist(ARTISTS, "…")).toBeUndefined()
})
