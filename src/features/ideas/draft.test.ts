import { expect, test } from "vitest"
import { newDraft, parseDraft } from "./draft.ts"

test("a draft is read as it was kept", () => {
  const draft = { ...newDraft(), values: { title: "A bus" } }
  expect(parseDraft(JSON.stringify(draft))).toEqual(draft)
})

test.each([
  null,
  "",
  "{",
  "null",
  "[]",
  '{"id":1}',
  '{"id":"a","openedAt":1,"values":{"title":2}}',
])("%j is no draft", (kept) => {
  expect(parseDraft(kept)).toBeNull()
})
