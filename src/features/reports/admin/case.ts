import * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { isRecord } from "../../../shared/json.ts"
import { withDefaultFilter } from "../../admin/list/query.ts"
import { createListParams, type ListResource } from "../../admin/list/resource.ts"
import { commentPath } from "../../comments/paths.ts"
import { commentedContent } from "../../comments/schema.ts"
import { postPath, teamPath } from "../../teams/team.ts"
import { CASE_STATUSES, KINDS, REASONS, type ReportReason } from "../schema.ts"

const person = z.nullable(z.object({ id: z.string(), display_name: z.nullable(z.string()) }))

/** All reports about one content, and the decision of a super admin. */
export const reportCase = z.object({
  id: z.string(),
  kind: z.enum(KINDS),
  target_id: z.string(),
  title: z.nullable(z.string()),
  excerpt: z.nullable(z.string()),
  event: z.nullable(
    z.object({
      slug: z.nullable(z.string()),
      start_date: z.string(),
      time_zone: z.string(),
      location: z.nullable(z.string()),
    }),
  ),
  team: z.nullable(z.object({ name: z.string(), slug: z.string() })),
  /** Content that the reported comment belongs to. Null if the case is not about a comment. */
  thread: z.nullable(commentedContent),
  /** Author of a post, event or comment, owner of a team, or the reported member. */
  owner: person,
  is_hidden: z.boolean(),
  reports: z.number(),
  reasons: z.custom<Partial<Record<ReportReason, number>>>(isRecord),
  status: z.enum(CASE_STATUSES),
  reply: z.nullable(z.string()),
  owner_reply: z.nullable(z.string()),
  owner_informed_at: z.nullable(z.string()),
  opened_at: z.string(),
  last_report_at: z.string(),
  decided_at: z.nullable(z.string()),
  decided_by: person,
  updated_at: z.string(),
  /** Set only in the response to a decision. Builds of this content version or a later one contain the change. */
  content_version: z.optional(z.number()),
})

const report = z.object({
  reporter: person,
  reason: z.enum(REASONS),
  details: z.nullable(z.string()),
  created_at: z.string(),
})

export const caseDetail = z.extend(reportCase, { items: z.array(report) })

export type ReportCase = z.infer<typeof reportCase>
export type CaseDetail = z.infer<typeof caseDetail>
export type Report = z.infer<typeof report>

export const getCaseTitle = ({ title }: ReportCase): string =>
  title || pageTranslate()("admin:users.unknown")

export function getPersonName(person: ReportCase["owner"]): string {
  const t = pageTranslate()
  return person ? person.display_name || t("admin:users.unknown") : t("admin:posts.formerMember")
}

/** Number of characters to which the database cuts excerpts. */
const MAX_EXCERPT_LENGTH = 200

export const getExcerpt = ({ excerpt }: ReportCase): string =>
  excerpt && excerpt.length >= MAX_EXCERPT_LENGTH ? `${excerpt.trimEnd()}…` : (excerpt ?? "")

export function getContentPath({
  kind,
  target_id,
  team,
  event,
  thread,
}: ReportCase): string | null {
  if (kind === "comment") return thread && commentPath(thread, target_id)
  if (kind === "profile") return `/members/${target_id}`
  if (kind === "event") return event?.slug ? `/events/${event.slug}` : null
  if (!team) return null
  return kind === "post" ? postPath(team.slug, target_id) : teamPath(team.slug)
}

export const isChildInDanger = ({ reasons }: ReportCase): boolean => (reasons.child_danger ?? 0) > 0

/** Returns whether the content was hidden, and its owner still exists but was not informed by email. */
export const isOwnerUninformed = ({ status, owner, owner_informed_at }: ReportCase): boolean =>
  status === "hidden" && owner !== null && owner_informed_at === null

type CountedReason = [reason: ReportReason, count: number]

const isUrgent = ([reason]: CountedReason) => reason === "child_danger"

/** Returns the reasons of the reports, the most frequent first. `child_danger` is always the first reason. */
export const listReasons = ({ reasons }: ReportCase): CountedReason[] =>
  REASONS.map((reason): CountedReason => [reason, reasons[reason] ?? 0])
    .filter(([, count]) => count > 0)
    .toSorted((a, b) => Number(isUrgent(b)) - Number(isUrgent(a)) || b[1] - a[1])

/** Returns whether a super admin can still send a reply to the reporters or to the owner. */
export const isAnswerable = (item: ReportCase): boolean =>
  item.status === "open" || isOwnerUninformed(item)

export const reports: ListResource<ReportCase> = {
  name: "reports",
  row: reportCase,
  getTitle: getCaseTitle,
  params: createListParams(
    ["hidden", "dismissed", "team", "post", "event", "profile", "comment", "all"],
    ["newest", "oldest"],
  ),
  toApiQuery: withDefaultFilter("open"),
  publicPath: "/teams",
  actions: [],
  bulk: [],
}
