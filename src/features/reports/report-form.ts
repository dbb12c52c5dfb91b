/** What somebody writes about something that they report. */
import type { Answer } from "../../call.ts"
import { fieldErrors } from "../../problem.ts"
import { createForm, type Form } from "../../ui/form.ts"
import { refused } from "../../ui/submission.ts"
import type { ReportTarget, SentReport } from "./report.ts"
import { type ReportBody, type ReportReason, reportBody } from "./schema.ts"

export interface ReportValues {
  reason: ReportReason | ""
  details: string
}

export type ReportForm = Form<ReportValues, SentReport>

type Send = (body: ReportBody) => Promise<Answer<SentReport>>

const createReportForm = ({ kind, id }: ReportTarget, send: Send): ReportForm =>
  createForm<ReportValues, ReportBody, SentReport>(
    { reason: "", details: "" },
    {
      check(values) {
        const parsed = reportBody.safeParse({ kind, target_id: id, ...values })
        return parsed.success
          ? { ok: true, body: parsed.data }
          : refused(fieldErrors(parsed.error.issues))
      },
      send,
    },
  )

/** The forms of a page, by what they are about: what was typed is there when one is opened again. */
export function createReportForms(send: Send) {
  const kept = new Map<string, ReportForm>()
  const keyOf = ({ kind, id }: ReportTarget) => `${kind} ${id}`
  return {
    open(target: ReportTarget): ReportForm {
      const form = kept.get(keyOf(target)) ?? createReportForm(target, send)
      kept.set(keyOf(target), form)
      return form
    },
    /** It is sent, or there is nothing to report any more. */
    drop: (target: ReportTarget): void => void kept.delete(keyOf(target)),
    /** Another person may be next. */
    clear: (): void => kept.clear(),
  }
}
