import { expect, test, vi } from "vitest"
import { createFailure } from "../../shared/call.ts"
import { createReportForms, type ReportTarget } from "./report.ts"

const TEAM: ReportTarget = {
  kind: "team",
  id: "0b7c9a52-6f0e-4f8e-9d3a-1c2b3d4e5f60",
  title: "Mēness",
}

const sendSuccessfully = async () => ({
  ok: true as const,
  headers: new Headers(),
  body: { wasAlreadyReported: false },
})

test(`a report is sent only with a reason, and with details if the reason is "something else"`, async () => {
  const send = vi.fn(sendSuccessfully)
  const form = createReportForms(send).open(TEAM)
  expect(await form.submit()).toMatchObject({ failure: { errors: { reason: "required" } } })
  form.change({ reason: "other", details: "  " })
  expect(await form.submit()).toMatchObject({ failure: { errors: { details: "required" } } })
  form.change({ details: "x".repeat(1001) })
  expect(await form.submit()).toMatchObject({ failure: { errors: { details: "too_long" } } })
  expect(send).not.toHaveBeenCalled()
  form.change({ details: " They sell tickets. " })
  await form.submit()
  expect(send).toHaveBeenCalledExactlyOnceWith({
    kind: "team",
    target_id: TEAM.id,
    reason: "other",
    details: "They sell tickets.",
  })
})

test("a report form keeps its text after a failure and when it is opened again", async () => {
  const forms = createReportForms(async () => createFailure("unreachable"))
  forms.open(TEAM).change({ reason: "spam", details: "Look at the links." })
  expect(await forms.open(TEAM).submit()).toMatchObject({ ok: false })
  expect(forms.open(TEAM).$values.get()).toEqual({ reason: "spam", details: "Look at the links." })
  expect(forms.open({ ...TEAM, kind: "post" }).$values.get().reason).toBe("")
})

test("dropping one report form or clearing all forms deletes the typed text", () => {
  const forms = createReportForms(sendSuccessfully)
  forms.open(TEAM).change({ reason: "spam" })
  forms.drop(TEAM)
  expect(forms.open(TEAM).$values.get().reason).toBe("")
  forms.open(TEAM).change({ reason: "spam" })
  forms.clear()
  expect(forms.open(TEAM).$values.get().reason).toBe("")
})
