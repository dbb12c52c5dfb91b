/** Reports of members, as who runs the site reads and decides them. */
import { type Db, type Query, query } from "../client.ts"
import { type ListAsk, listPage } from "./admin-list.ts"
import { siteVersion } from "./content-version.ts"
import type { ReportKind, ReportReason } from "./reports.ts"

interface Person {
  id: string
  /** Null before they first save a profile. */
  display_name: string | null
}

/** One thing that was reported, by one member or by many. */
export interface ReportCase {
  id: string
  kind: ReportKind
  target_id: string
  /** The post's title, the team's name, the member's. */
  title: string
  /** The beginning of what it says of itself. */
  excerpt: string | null
  /** The team itself, or the post's; null for a profile. */
  team: { name: string; slug: string } | null
  /** The post's author, the team's owner, the member; null when they have left. */
  owner: Person | null
  is_hidden: boolean
  /** How many reported it. */
  reports: number
  /** How many of them chose which reason. */
  reasons: Partial<Record<ReportReason, number>>
  status: "open" | "hidden" | "dismissed"
  reply: string | null
  opened_at: string
  last_report_at: string
  decided_at: string | null
  decided_by: Person | null
  updated_at: string
}

/** One page of all cases; fails with insufficient_privilege for anybody but super admins. */
export async function adminReportCases(db: Db, ask: ListAsk) {
  const [value = null, id = null] = ask.cursor ?? []
  const rows = await db.many<ReportCase & { sort_value: string }>`
    select id, kind, target_id, title, excerpt, team, owner, is_hidden, reports, reasons, status,
      reply, opened_at, last_report_at, decided_at, decided_by, updated_at, sort_value
    from admin_report_cases(${ask.search}, ${ask.filter}, ${ask.sort}, ${value}, ${id},
      ${ask.limit + 1})`
  return listPage(rows, ask)
}

const caseById = (id: string): Query<ReportCase> => query`
  select id, kind, target_id, title, excerpt, team, owner, is_hidden, reports, reasons, status, reply,
    opened_at, last_report_at, decided_at, decided_by, updated_at
  from admin_report_case(${id})`

/** What one member said. */
export interface ReportItem {
  /** Null when they have left. */
  reporter: Person | null
  reason: ReportReason
  details: string | null
  created_at: string
}

/** A case with what was said in it, the newest first; null when there is none. */
export async function adminReportCase(db: Db, id: string) {
  const [[found], items] = await db.batch([
    caseById(id),
    query<ReportItem>`
      select reporter, reason, details, created_at from admin_reports_of_case(${id})`,
  ])
  return found ? { ...found, items } : null
}

export interface CaseDecision {
  decision: "hide" | "dismiss"
  /** What both sides are told. */
  reply: string | null
}

interface Decided {
  outcome: "done" | "not_found" | "already_decided" | "stale" | "is_super_admin"
  /** A hidden profile's picture, where others were shown its address. */
  exposed_avatar: string | null
}

/** Decides an open case that is as it was at `basedOn`; `row` is how it stands now. */
export async function decideCase(db: Db, id: string, basedOn: string, given: CaseDecision) {
  const [[before], [decided], [row], [after]] = await db.batch([
    siteVersion(),
    query<Decided>`
      select outcome, exposed_avatar
      from decide_report_case(${id}, ${given.decision}, ${given.reply}, ${basedOn}::timestamptz)`,
    caseById(id),
    siteVersion(),
  ])
  return {
    outcome: decided?.outcome ?? "not_found",
    exposedAvatar: decided?.exposed_avatar ?? null,
    row: row ?? null,
    /** The version that a build must reach to show it. */
    version: after?.version ?? 0,
    changedSite: before?.version !== after?.version,
  }
}
