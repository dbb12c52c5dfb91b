/** What members report. */

import type { Db } from "../client.ts"
import { REPORT } from "./attempts.ts"

export type ReportKind = "team" | "post" | "profile"

export type ReportReason =
  | "spam"
  | "bullying"
  | "sexual"
  | "violence"
  | "personal_data"
  | "impersonation"
  | "copyright"
  | "other"

export interface NewReport {
  kind: ReportKind
  target_id: string
  reason: ReportReason
  details: string | null
}

export interface Reported {
  /** Seconds to wait when there were too many, else 0. */
  wait: number
  /** Null when it was not tried. `already`: the viewer's report of the open case stands as it is. */
  outcome: "reported" | "already" | "not_found" | "own_content" | null
  reason: ReportReason | null
  created_at: string | null
}

/** Reports something for the viewer; fails with insufficient_privilege for who is blocked, or nobody. */
export const reportContent = (db: Db, report: NewReport) => db.one<Reported>`
  with taken as materialized (
    select take_attempt(${REPORT.action}, current_viewer()::text, ${REPORT.most},
      ${REPORT.span}::interval) as wait
  )
  select taken.wait, r.outcome, r.reason, r.created_at
  from taken left join lateral report_content(
    ${report.kind}, ${report.target_id}, ${report.reason}, ${report.details}
  ) r on taken.wait = 0`
