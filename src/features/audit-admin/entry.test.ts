import { expect, test } from "vitest"
import { auditEntry, changesOf, subjectOf } from "./entry.ts"

test("of a changed row, only what differs is told", () => {
  const before = { title: "A", slug: "a", is_published: false, updated_at: "1" }
  const after = { title: "B", slug: "a", is_published: true, updated_at: "2" }
  expect(changesOf({ before, after })).toEqual([
    { field: "title", before: "A", after: "B" },
    { field: "is_published", before: "false", after: "true" },
  ])
})

test("of a row that was made or deleted, all that says something is told", () => {
  expect(changesOf({ before: null, after: { title: "A", excerpt: null } })).toEqual([
    { field: "title", before: "", after: "A" },
  ])
  expect(changesOf({ before: { tags: ["x"] }, after: null })).toEqual([
    { field: "tags", before: '["x"]', after: "" },
  ])
  expect(changesOf({ before: null, after: null })).toEqual([])
})

test("an entry is called as its row was", () => {
  const nobody = { target_name: null, before: null, after: null }
  expect(subjectOf({ ...nobody, before: { title: "Old" }, after: { title: "New" } })).toBe("New")
  expect(subjectOf({ ...nobody, before: { name: "Team" } })).toBe("Team")
  expect(subjectOf(nobody)).toBeNull()
})

test("an act on a member is called by the member, too", () => {
  const onMember = { target_name: "Mari", before: null, after: null }
  expect(subjectOf(onMember)).toBe("Mari")
  expect(subjectOf({ ...onMember, after: { role: "admin" } })).toBe("Mari, admin")
})

test("the id of an entry is a number in the answer and a text in the list", () => {
  const entry = {
    at: "x",
    actor_id: null,
    actor_name: null,
    action: "news.update",
    target_id: null,
    target_name: null,
  }
  expect(auditEntry.parse({ ...entry, id: 7, before: null, after: null, reason: null }).id).toBe(
    "7",
  )
})
