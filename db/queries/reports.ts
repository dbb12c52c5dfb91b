import type { ReportBody, ReportReason } from "../../src/features/reports/schema.ts"
import type { Db } from "../client.ts"

export interface ReportResult {
  /** `already` means that the viewer has reported this content before, and that the report is not decided yet. */
  outcome: "reported" | "already" | "not_found" | "own_content" | "rate_limited"
  /** Seconds to wait after too many reports, or 0. */
  wait: number
  /** Reason of the viewer's report. Null unless the outcome is `reported` or `already`. */
  reason: ReportReason | null
  created_at: string | null
}

/** Throws insufficient_privilege (a Postgres error) for blocked members and anonymous visitors. */
export const reportContent = (db: Db, { kind, target_id, reason, details = null }: ReportBody) =>
  db.one<ReportResult>`
    select outcome, wait, reason, created_at
    from report_content(${kind}, ${target_id}, ${reason}, ${details})`
