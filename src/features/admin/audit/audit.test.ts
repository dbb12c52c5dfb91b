import { expect, test, vi } from "vitest"
import en from "../../../../public/locales/en/admin.json" with { type: "json" }
import lv from "../../../../public/locales/lv/admin.json" with { type: "json" }
import { createTranslate, flatten } from "../../../i18n/translate.ts"
import { ROLE_REASON } from "../../members/admin/schema.ts"
import { type AuditEntry, describeEntry, getReason, listChanges } from "./audit.ts"

const page = vi.hoisted(() => ({ locale: "en" as "en" | "lv" }))
vi.mock("../../../i18n/page-translate.ts", () => ({
  pageLocale: () => page.locale,
  pageTranslate: () =>
    createTranslate(page.locale, flatten("admin", page.locale === "lv" ? lv : en)),
}))

const makeEntry = (overrides: Partial<AuditEntry>): AuditEntry => ({
  id: "1",
  at: "2026-11-01T10:00:00Z",
  actor_id: "a1",
  actor_name: "Elīna",
  action: "teams.update",
  target_id: "t1",
  target_name: "Kell kolm",
  before: null,
  after: null,
  reason: null,
  ...overrides,
})

test("the actor's reason is shown as written, and the fixed reason of role changes is translated", () => {
  expect(getReason({ reason: "Spam" })).toBe("Spam")
  expect(getReason({ reason: null })).toBeNull()
  page.locale = "lv"
  expect(getReason({ reason: ROLE_REASON })).toBe(lv.audit.fromPanel)
  page.locale = "en"
})

test("the changes of an update are the labeled fields that differ, with formatted values", () => {
  const before = { title: "A", slug: "a", is_published: false, updated_at: "1" }
  const after = { title: "B", slug: "a", is_published: true, updated_at: "2" }
  expect(listChanges({ before, after })).toEqual([
    { field: "title", label: "Title", before: "A", after: "B" },
    { field: "is_published", label: "Published", before: "no", after: "yes" },
  ])
})

test("the changes of an inserted or deleted row are all its labeled fields with a value", () => {
  expect(listChanges({ before: null, after: { title: "A", excerpt: null } })).toEqual([
    { field: "title", label: "Title", before: "", after: "A" },
  ])
  expect(listChanges({ before: { search_text: "x", country: "lv" }, after: null })).toEqual([
    { field: "country", label: "Country", before: "LV", after: "" },
  ])
  expect(listChanges({ before: null, after: null })).toEqual([])
})

test.each<[string, Partial<AuditEntry>]>([
  ["Elīna deleted the team “Kell kolm”", { action: "teams.delete", before: { name: "Kell kolm" } }],
  [
    "Elīna renamed the team “Kell kolm” to “Kell neli”",
    { before: { name: "Kell kolm" }, after: { name: "Kell neli" } },
  ],
  [
    "Elīna verified the team “Kell kolm”",
    { before: { is_verified: false }, after: { is_verified: true } },
  ],
  [
    "Elīna hid the post “Hi”",
    {
      action: "team_posts.update",
      target_name: "Hi",
      before: { is_published: true, hidden_at: null },
      after: { is_published: false, hidden_at: "2026-11-01T10:00:00Z" },
    },
  ],
  [
    "Elīna published the post “Hi”",
    {
      action: "team_posts.update",
      target_name: "Hi",
      before: { is_published: false, hidden_at: "2026-11-01T10:00:00Z" },
      after: { is_published: true, hidden_at: null },
    },
  ],
  [
    "Elīna made Mari an Admin",
    { action: "user_roles.insert", target_name: "Mari", after: { role: "admin" } },
  ],
  [
    "Elīna made Mari a User",
    { action: "user_roles.delete", target_name: "Mari", before: { role: "admin" } },
  ],
  ["Elīna deleted a member's account", { action: "users.delete", target_name: null }],
  ["Elīna blocked a member", { action: "users.block", target_name: null }],
  [
    "The system deleted the team “Kell kolm”",
    { action: "teams.delete", actor_id: null, actor_name: null },
  ],
  ["Elīna changed something", { action: "attempts.truncate" }],
])("an entry is described as: %s", (sentence, overrides) => {
  expect(describeEntry(makeEntry(overrides))).toBe(sentence)
})
