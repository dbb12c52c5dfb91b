import { expect, test } from "vitest"
import {
  applyEdit,
  findUnfinishedMention,
  getShownBody,
  insertMention,
  isInMention,
} from "./mention-text.ts"

const MEMBER_ID = "11111111-1111-4111-8111-111111111111"
const OTHER_MEMBER_ID = "22222222-2222-4222-8222-222222222222"
const COMMENT = {
  body: `Hi @[${MEMBER_ID}] and @[${OTHER_MEMBER_ID}]!`,
  names: { [MEMBER_ID]: "Mari", [OTHER_MEMBER_ID]: "Mari" },
}
const editText = (shownText: string) => applyEdit(COMMENT, shownText, "A member")

test("a mention without a known name shows the text for members without a name", () => {
  expect(getShownBody(COMMENT, "A member")).toBe("Hi @Mari and @Mari!")
  expect(getShownBody({ ...COMMENT, names: { [MEMBER_ID]: "Mari" } }, "A member")).toBe(
    "Hi @Mari and @A member!",
  )
})

test.each([
  [
    "text before a mention",
    "Hello @Mari and @Mari!",
    `Hello @[${MEMBER_ID}] and @[${OTHER_MEMBER_ID}]!`,
  ],
  [
    "an ending after a mention",
    "Hi @Maris and @Mari!",
    `Hi @[${MEMBER_ID}]s and @[${OTHER_MEMBER_ID}]!`,
  ],
  ["a shortened name", "Hi @Mar and @Mari!", `Hi @Mar and @[${OTHER_MEMBER_ID}]!`],
  ["a deleted mention", "Hi  and @Mari!", `Hi  and @[${OTHER_MEMBER_ID}]!`],
  [
    "an emoji at the end",
    "Hi @Mari and @Mari!💜",
    `Hi @[${MEMBER_ID}] and @[${OTHER_MEMBER_ID}]!💜`,
  ],
  ["an empty text", "", ""],
])("%s: only mentions with an edited name become plain text", (_, shownText, body) => {
  expect(editText(shownText)).toBe(body)
})

test.each([
  ["@Ma", { start: 0, query: "Ma" }],
  ["Hi @Mari K", { start: 3, query: "Mari K" }],
  ["(@ža", { start: 1, query: "ža" }],
  ["me@ma", null],
  ["@", null],
  ["@ Ma", null],
  ["daina.test/@ma", null],
  ["@Mari is here today", null],
])("the text %j before the caret contains the unfinished mention %j", (text, expected) => {
  expect(findUnfinishedMention(text, text.length)).toEqual(expected)
})

test("a chosen member replaces the typed name, and the caret stands after the mention", () => {
  const before = { body: `@[${MEMBER_ID}] @ju there`, names: { [MEMBER_ID]: "Mari" } }
  const choice = { start: 6, caret: 9, member: { id: OTHER_MEMBER_ID, name: "Juhan" } }
  expect(insertMention(before, "A member", choice)).toEqual({
    edited: {
      body: `@[${MEMBER_ID}] @[${OTHER_MEMBER_ID}] there`,
      names: { [MEMBER_ID]: "Mari", [OTHER_MEMBER_ID]: "Juhan" },
    },
    caret: 13,
  })
})

test("isInMention() is true only for a position inside a mention", () => {
  expect(isInMention(COMMENT, "A member", 3)).toBe(true)
  expect(isInMention(COMMENT, "A member", 9)).toBe(false)
})
