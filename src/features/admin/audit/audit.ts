import * as z from "zod/mini"
import { formatDate } from "../../../i18n/dates.ts"
import type { MessageKey, Translate } from "../../../i18n/keys.ts"
import { formatLanguageNames } from "../../../i18n/language-names.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { record } from "../../../schema/fields.ts"
import { ROLES } from "../../../schema/roles.ts"
import { ROLE_REASON } from "../../members/admin/schema.ts"
import type { ListQuery } from "../list/query.ts"
import type { ListResource } from "../list/resource.ts"

/** Columns of the changed row, before or after the change. Null if the row did not exist or was not recorded. */
const snapshot = z.nullable(record)

const auditEntry = z.pipe(
  z.object({
    id: z.number(),
    at: z.string(),
    actor_id: z.nullable(z.string()),
    actor_name: z.nullable(z.string()),
    action: z.string(),
    target_id: z.nullable(z.string()),
    target_name: z.nullable(z.string()),
    before: snapshot,
    after: snapshot,
    reason: z.nullable(z.string()),
  }),
  z.transform((entry) => ({ ...entry, id: String(entry.id) })),
)

export type AuditEntry = z.infer<typeof auditEntry>

/** Returns whether a message key exists. The translate function returns unknown keys unchanged. */
const hasText = (key: string): key is MessageKey => pageTranslate()(key as MessageKey) !== key

/** Columns whose values are translated, with the prefix of their message keys. */
const VALUE_TEXT_PREFIXES = new Map([
  ["status", "admin:ideas.statuses"],
  ["category", "admin:ideas.categories"],
  ["release_type", "artists:releases.types"],
  ["date_precision", "admin:releases.form"],
])

const DATE_COLUMN = /_(at|date|from|until)$/

function formatValue(field: string, value: unknown, t: Translate): string {
  if (field === "hidden_at") return t(value ? "admin:audit.yes" : "admin:audit.no")
  if (value === null || value === undefined) return ""
  if (typeof value === "boolean") return t(value ? "admin:audit.yes" : "admin:audit.no")
  const text = typeof value === "string" ? value : JSON.stringify(value)
  if (field === "language") return formatLanguageNames([text]) || text
  if (field === "country") return text.toUpperCase()
  if (field === "release_date") return formatDate(text, "date", pageLocale(), "UTC")
  if (DATE_COLUMN.test(field)) return formatDate(text, "dateTime", pageLocale())
  const key = `${VALUE_TEXT_PREFIXES.get(field)}.${text}`
  return hasText(key) ? t(key) : text
}

export interface Change {
  field: string
  label: string
  before: string
  after: string
}

type Snapshots = Pick<AuditEntry, "before" | "after">

/** Returns the fields that differ. Fields without a label in `admin:audit.fields` are left out. */
export function listChanges({ before, after }: Snapshots): Change[] {
  const t = pageTranslate()
  return Object.keys({ ...before, ...after })
    .flatMap((field) => {
      const key = `admin:audit.fields.${field}`
      if (!hasText(key)) return []
      const formatFieldIn = (row: AuditEntry["before"]) =>
        row ? formatValue(field, row[field], t) : ""
      return [{ field, label: t(key), before: formatFieldIn(before), after: formatFieldIn(after) }]
    })
    .filter((change) => change.before !== change.after)
}

/** Describes a change of a member's newsroom rights. Returns null for entries about anything else. */
export function describeGrant({
  action,
  target_name,
  after,
}: Pick<AuditEntry, "action" | "target_name" | "after">): string | null {
  if (!action.startsWith("news_grants.")) return null
  const t = pageTranslate()
  const name = target_name ?? t("admin:users.unknown")
  if (action.endsWith(".delete")) return t("admin:audit.grants.none", { name })
  if (after?.["kind"] === "editor") return t("admin:audit.grants.editor", { name })
  const languages = formatLanguageNames(after?.["languages"])
  const kind = after?.["may_publish"] ? "publisher" : "translator"
  return t(`admin:audit.grants.${kind}`, { name, languages })
}

/** Areas of the audit log: the prefix of each area's actions, and the area's name in message keys. */
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
  ["news_grants.", "newsroom"],
  ["comments.", "comments"],
  ["events.", "events"],
  ["releases.", "releases"],
  ["ideas.", "ideas"],
  ["artists.", "artists"],
  ["suggestions.", "suggestions"],
  ["mails.", "mails"],
] as const

/** Returns the verb of a sentence's message key. Updates of certain columns have their own verb, such as "hide". */
function getVerb(area: string, verb: string, { before, after }: Snapshots): string {
  /** Returns whether a column has changed, and, if `value` is given, whether it has changed to `value`. */
  function hasChanged(field: string, value?: unknown): boolean {
    if (!before || !after || (before[field] ?? null) === (after[field] ?? null)) return false
    return value === undefined || after[field] === value
  }
  if (verb !== "update") return verb
  if (hasChanged("hidden_at")) {
    if (after?.["hidden_at"]) return "hide"
    return area === "posts" ? "publish" : "show"
  }
  if (area === "posts" && hasChanged("is_published", false)) return "hide"
  if (hasChanged("is_published")) return after?.["is_published"] ? "publish" : "unpublish"
  if (hasChanged("is_verified")) return after?.["is_verified"] ? "verify" : "unverify"
  if (hasChanged("is_cancelled", true)) return "cancel"
  if (area === "teams" && hasChanged("name")) return "rename"
  if (area === "news" && hasChanged("publish_at") && after?.["publish_at"]) return "plan"
  return verb
}

const getNewName = ({ after }: Snapshots): string => {
  const name = after?.["name"] ?? after?.["title"]
  return typeof name === "string" ? name : ""
}

const MEMBER_AREAS = new Set(["users", "profiles", "roles", "account"])

/** Returns a sentence about an entry, such as "Elīna deleted the team “Kell kolm”". */
export function describeEntry(entry: AuditEntry): string {
  const grant = describeGrant(entry)
  if (grant) return grant
  const t = pageTranslate()
  const { action, actor_id, actor_name, target_name, after } = entry
  const [, area = ""] = AREAS.find(([prefix]) => prefix !== "" && action.startsWith(prefix)) ?? []
  const verb = action.slice(action.indexOf(".") + 1)
  const role = ROLES.find((candidate) => candidate === after?.["role"]) ?? "user"
  const verbKey = area === "roles" ? role : getVerb(area, verb, entry)
  const sentence = `admin:audit.sentences.${area}.${verbKey}`
  const fallbackNameKey = MEMBER_AREAS.has(area) ? "admin:audit.someone" : "admin:audit.unnamed"
  return t(hasText(sentence) ? sentence : "admin:audit.sentences.other", {
    actor: actor_name ?? t(actor_id ? "admin:users.unknown" : "admin:audit.system"),
    name: target_name || t(fallbackNameKey),
    newName: getNewName(entry),
  })
}

/** Returns the reason of an entry as written. The fixed reason of role changes is translated. */
export const getReason = ({ reason }: Pick<AuditEntry, "reason">): string | null =>
  reason === ROLE_REASON ? pageTranslate()("admin:audit.fromPanel") : reason

/**
 * Returns the start of the day `days` after `day` in the viewer's time zone (ISO), or an empty string for an invalid
 * day.
 */
function getDayStart(day: string, days: number): string {
  const date = new Date(`${day}T00:00`)
  if (Number.isNaN(date.getTime())) return ""
  date.setDate(date.getDate() + days)
  return date.toISOString()
}

/** Converts the days in the URL to timestamps. `until` becomes the start of the day after it. */
const toApiQuery = ({ since = "", until = "", ...query }: ListQuery): ListQuery => ({
  ...query,
  since: getDayStart(since, 0),
  until: getDayStart(until, 1),
})

export const audit: ListResource<AuditEntry> = {
  name: "audit",
  row: auditEntry,
  getTitle: describeEntry,
  params: {
    action: AREAS.map(([prefix]) => prefix),
    actor: "text",
    target: "text",
    since: "text",
    until: "text",
  },
  toApiQuery,
  publicPath: null,
  actions: [],
  bulk: [],
}
