import * as z from "zod/mini"
import { type CallResult, call } from "../../shared/call.ts"
import { createForm } from "../../ui/forms/form.ts"
import { createFormCache } from "../../ui/forms/form-cache.ts"
import { checkWithSchema } from "../../ui/forms/submission.ts"
import { type ReportBody, type ReportKind, type ReportReason, reportBody } from "./schema.ts"

export interface ReportTarget {
  kind: ReportKind
  id: string
  title: string
}

const reportResponse = z.object({ already: z.optional(z.boolean()) })

interface SentReport {
  wasAlreadyReported: boolean
}

interface ReportValues {
  reason: ReportReason | ""
  details: string
}

const sendReport = (payload: ReportBody): Promise<CallResult<SentReport>> =>
  call("/api/reports", {
    method: "POST",
    payload,
    read: (json) => ({ wasAlreadyReported: reportResponse.parse(json).already === true }),
  })

/** Creates a cache of report forms, one for each target. A form keeps its text when its dialog is closed. */
export const createReportForms = (send = sendReport) =>
  createFormCache(
    ({ kind, id: target_id }: ReportTarget) =>
      createForm<ReportValues, ReportBody, SentReport>(
        { reason: "", details: "" },
        { check: (values) => checkWithSchema(reportBody, { kind, target_id, ...values }), send },
        `report ${kind} ${target_id}`,
      ),
    ({ kind, id }) => `${kind} ${id}`,
    (form) => Object.values(form.$values.get()).some(Boolean),
  )
