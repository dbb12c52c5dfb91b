import { expect, test, vi } from "vitest"
import * as z from "zod/mini"
import en from "../../../../public/locales/en/admin.json" with { type: "json" }
import { createTranslate, flatten } from "../../../i18n/translate.ts"
import { formatDetail, security } from "./security.ts"

vi.mock("../../../i18n/page-translate.ts", () => ({
  pageLocale: () => "en",
  pageTranslate: () => createTranslate("en", flatten("admin", en)),
}))

test.each([
  ["signed_in", "google", "By Google"],
  ["role_changed", "super_admin", "Super Admin"],
  ["newsroom_changed", "none", "No access"],
  ["factor_changed", "off", "Two-step login turned off"],
  ["factor_changed", "passkey_on", "Passkey added"],
  ["locked_out", "sign-in account", ""],
  ["signed_in", "carrier pigeon", ""],
  ["blocked", null, ""],
] as const)("a %s event with the detail %s is described as %j", (kind, detail, text) => {
  expect(formatDetail({ kind, detail })).toBe(text)
})

test("the id of a listed security event is a string, and its title is the text of its kind", () => {
  const row = {
    id: 1,
    kind: "sign_in_failed",
    user_id: null,
    display_name: null,
    caller: null,
    detail: null,
    at: "2026-11-24T09:00:00Z",
    last_at: "2026-11-24T09:00:00Z",
    count: 2,
  }
  const event = z.parse(security.row, row)
  expect(event.id).toBe("1")
  expect(security.getTitle(event)).toBe("Wrong password")
})
