import "./audit.css"
import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { actionText } from "./audit.ts"
import { type AuditEntry, changesOf, subjectOf } from "./entry.ts"

/** Before and after, field by field. */
function Changes({ row }: { row: AuditEntry }) {
  const t = pageTranslate()
  const changes = changesOf(row)
  if (changes.length === 0) return null
  return (
    <details className="audit-changes">
      <summary>{t("admin:audit.changes", { count: changes.length })}</summary>
      <div className="audit-table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t("admin:audit.field")}</th>
              <th scope="col">{t("admin:audit.before")}</th>
              <th scope="col">{t("admin:audit.after")}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{before === "" ? "–" : <del>{before}</del>}</td>
                <td>{after === "" ? "–" : <ins>{after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** Who did what to what, when, and why. */
export function AuditRow({ row }: { row: AuditEntry }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const subject = subjectOf(row)
  const actor = row.actor_name ?? t(row.actor_id ? "admin:users.unknown" : "admin:audit.nobody")
  return (
    <div className="row-lines">
      <p className="row-title">
        {actionText(row.action)}
        {subject && <span className="audit-subject">{subject}</span>}
      </p>
      <p className="meta">
        <span>{t("admin:audit.by", { name: actor })}</span>
        <time dateTime={row.at} title={formatDate(row.at, "moment", locale)}>
          {relativeTime(row.at, Date.now(), locale, t)}
        </time>
        <span className="audit-id">{row.action}</span>
      </p>
      {row.reason && <p className="meta">{t("admin:audit.reason", { reason: row.reason })}</p>}
      <Changes row={row} />
    </div>
  )
}
