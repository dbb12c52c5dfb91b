/** Reports by members, without a screen, and the dialog in which they are written. */
import type { Page } from "@playwright/test"
import type { ReportKind, ReportReason } from "../../src/features/reports/schema.ts"
import { join } from "./people.ts"
import { expect } from "./test.ts"

/** The page's member reports something. */
export async function report(
  page: Page,
  kind: ReportKind,
  target_id: string,
  reason: ReportReason = "spam",
  details: string | null = null,
): Promise<void> {
  const data = { kind, target_id, reason, details }
  const answer = await page.request.post("/api/reports", { data })
  expect(answer.status(), "reporting").toBe(201)
}

/** Somebody new of this name reports it; signed in in that browser afterwards. */
export async function reportAs(
  page: Page,
  name: string,
  ...what: Parameters<typeof report> extends [Page, ...infer Rest] ? Rest : never
): Promise<void> {
  await join(page, { profile: { display_name: name } })
  await report(page, ...what)
}

/** The dialog in which a member reports something. */
export const reportDialog = (page: Page) => {
  const dialog = page.getByRole("dialog")
  return {
    dialog,
    reason: (name: string) => dialog.getByRole("radio", { name }),
    details: dialog.getByRole("textbox"),
    send: dialog.getByRole("button", { name: /^(Send the report|Sending…)$/ }),
  }
}
