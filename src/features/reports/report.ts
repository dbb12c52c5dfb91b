import * as z from "zod/mini"
import { type Answer, call } from "../../shared/call.ts"
import { createForm } from "../../ui/forms/form.ts"
import { createFormCache } from "../../ui/forms/form-cache.ts"
import { checkWithSchema } from "../../ui/forms/submission.ts"
import { type ReportBody, type ReportKind, type ReportReason, reportBody } from "./schema.ts"

export interface ReportTarget {
  kind: ReportKind
  id: string
  title: string
}

const reportAnswer = z.object({ already: z.optional(z.boolean()) })

interface SentReport {
  isKnown: boolean
}

interface ReportValues {
  reason: ReportReason | ""
  details: string
}

const sendReport = (payload: ReportBody): Promise<Answer<SentReport>> =>
  call("/api/reports", {
    method: "POST",
    payload,
    read: (json) => ({ isKnown: reportAnswer.parse(json).already === true }),
  })

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
