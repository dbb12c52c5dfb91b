import type { Page } from "@playwright/test"
import type { ReportKind, ReportReason } from "../../src/features/reports/schema.ts"
import { signInNewMember } from "./people.ts"
import { expect } from "./test.ts"

export async function reportAs(
  page: Page,
  name: string,
  kind: ReportKind,
  target_id: string,
  reason: ReportReason,
  details: string | null = null,
): Promise<void> {
  await signInNewMember(page, { profile: { display_name: name } })
  const data = { kind, target_id, reason, details }
  const response = await page.request.post("/api/reports", { data })
  expect(response.status(), "reporting").toBe(201)
}

export const getReportDialog = (page: Page) => {
  const dialog = page.getByRole("dialog")
  return {
    dialog,
    reason: (name: string) => dialog.getByRole("radio", { name }),
    details: dialog.getByRole("textbox"),
    send: dialog.getByRole("button", { name: /^(Send the report|Sending…)$/ }),
  }
}
