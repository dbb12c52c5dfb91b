/** The audit log, as the admin area's list needs to know it. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { Ask } from "../admin/ask.ts"
import type { ListResource } from "../admin/resource.ts"
import { type AuditEntry, auditEntry, subjectOf } from "./entry.ts"

/** What acts are about, as actions begin, with the name of their text. */
export const AREAS = [
  ["", "all"],
  ["users.", "users"],
  ["user_roles.", "roles"],
  ["account.", "account"],
  ["profiles.", "profiles"],
  ["reports.", "reports"],
  ["teams.", "teams"],
  ["team_posts.", "posts"],
  ["news.", "news"],
  ["events.", "events"],
  ["ideas.", "ideas"],
  ["suggestions.", "suggestions"],
  ["mails.", "mails"],
] as const

const ACTS = [
  "insert",
  "update",
  "delete",
  "block",
  "unblock",
  "hide",
  "show",
  "dismiss",
  "retry",
] as const

/** What was done, in words; an act without words is named as the log does. */
export function actionText(action: string): string {
  const t = pageTranslate()
  const [, area] = AREAS.find(([start]) => start !== "" && action.startsWith(start)) ?? []
  const act = ACTS.find((known) => action.endsWith(`.${known}`))
  if (!area || !act) return action
  return t("admin:audit.action", {
    area: t(`admin:audit.areas.${area}`),
    act: t(`admin:audit.acts.${act}`),
  })
}

/** The beginning of a day here, as an ISO moment; `days` later. Empty for what is no day. */
function dayStart(day: string, days: number): string {
  const date = new Date(`${day}T00:00`)
  if (Number.isNaN(date.getTime())) return ""
  date.setDate(date.getDate() + days)
  return date.toISOString()
}

/** In the address the last day counts; the API wants the moment after it. */
export const auditQuery = ({ since = "", until = "", ...ask }: Ask): Ask => ({
  ...ask,
  since: dayStart(since, 0),
  until: dayStart(until, 1),
})

export const audit: ListResource<AuditEntry> = {
  name: "audit",
  readRow: (json) => auditEntry.parse(json),
  titleOf: (entry) => subjectOf(entry) ?? actionText(entry.action),
  params: {
    action: AREAS.map(([start]) => start),
    actor: "text",
    target: "text",
    since: "text",
    until: "text",
  },
  queryOf: auditQuery,
  publicPath: null,
  acts: [],
  bulk: [],
}
