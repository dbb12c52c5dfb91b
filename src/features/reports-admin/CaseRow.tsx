import "./reports-admin.css"
import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { REASON_TEXTS } from "../reports/report.ts"
import { excerptOf, type ReportCase, reasonsOf, titleOf } from "./case.ts"

/** What it is and how it begins, whose it is, and what is said to be wrong with it. */
export function CaseRow({ row }: { row: ReportCase }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { kind, status, team, owner, last_report_at } = row
  return (
    <>
      <div className="row-lines">
        <p className="row-title" lang="">
          {titleOf(row)}
        </p>
        {row.excerpt && (
          <p className="row-text" lang="">
            {excerptOf(row)}
          </p>
        )}
        <p className="meta">
          <span className="case-count">{t("admin:reports.count", { count: row.reports })}</span>
          {reasonsOf(row).map(([reason, count]) => (
            <span key={reason}>
              {t(REASON_TEXTS[reason])}
              {count > 1 && ` × ${count}`}
            </span>
          ))}
        </p>
        <p className="meta">
          {kind === "post" && team && <span>{team.name}</span>}
          {kind !== "profile" && (
            <span>
              {owner
                ? owner.display_name || t("admin:users.unknown")
                : t("admin:posts.formerMember")}
            </span>
          )}
          <time dateTime={last_report_at} title={formatDate(last_report_at, "moment", locale)}>
            {t("admin:reports.last", {
              time: relativeTime(last_report_at, Date.now(), locale, t),
            })}
          </time>
        </p>
      </div>
      <div className="row-badges">
        <span className="badge">{t(`admin:reports.kinds.${kind}`)}</span>
        {status === "open" && row.is_hidden && (
          <span className="badge badge-hidden">{t("admin:hidden.badge")}</span>
        )}
        {status !== "open" && (
          <span className={`badge badge-${status}`}>{t(`admin:reports.statuses.${status}`)}</span>
        )}
      </div>
    </>
  )
}
