import type { Db } from "../../../db/client.ts"
import type { ReportKind, ReportReason } from "../../../src/features/reports/schema.ts"
import { assertStored, makeUser } from "../factories.ts"

export interface TestReportCase {
  id: string
  updated_at: string
}

/** Stores an open report case about a target, with a report by each of `reporters` (by default a new member). */
export async function makeCase(
  db: Db,
  kind: ReportKind,
  target: string,
  options: {
    title?: string
    reporters?: readonly string[]
    reason?: ReportReason
    details?: string
  } = {},
): Promise<TestReportCase> {
  const { title = "Reported", reason = "spam", details = null } = options
  const reporters = options.reporters ?? [(await makeUser(db)).id]
  const row = await db.one<TestReportCase>`
    with opened as (
      insert into report_cases (kind, team_id, post_id, profile_id, event_id, comment_id, title, reports, child_danger)
      values (${kind}, case ${kind} when 'team' then ${target}::uuid end,
        case ${kind} when 'post' then ${target}::uuid end,
        case ${kind} when 'profile' then ${target}::uuid end,
        case ${kind} when 'event' then ${target}::uuid end,
        case ${kind} when 'comment' then ${target}::uuid end,
        ${title}, ${reporters.length}, ${reason === "child_danger"})
      returning id, updated_at
    ), stored_reports as (
      insert into reports (case_id, reporter_id, reason, details)
      select opened.id, reporter, ${reason}, ${details}
      from opened, unnest(${reporters}::uuid[]) as reporter
    )
    select id, updated_at from opened`
  return assertStored(row)
}
