import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { REASON_TEXTS } from "../reports/report.ts"
import type { CaseDetail, Report } from "./case.ts"

function Reporter({ reporter }: Pick<Report, "reporter">) {
  const t = pageTranslate()
  if (!reporter) return <span>{t("admin:posts.formerMember")}</span>
  return (
    <a
      className="link"
      href={localePath(`/members/${reporter.id}`, pageLocale())}
      target="_blank"
      rel="noopener"
    >
      {reporter.display_name || t("admin:users.unknown")}
      <span className="sr-only"> {t("admin:events.newTab")}</span>
    </a>
  )
}

/** Who said what is wrong, and when; the newest first. */
export function CaseReports({ item: { items, reports } }: { item: CaseDetail }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const now = Date.now()
  return (
    <>
      <h3>{t("admin:reports.count", { count: reports })}</h3>
      <ul className="case-reports">
        {items.map(({ reporter, reason, details, created_at }) => (
          <li key={created_at + (reporter?.id ?? "")}>
            <p className="case-reason">{t(REASON_TEXTS[reason])}</p>
            {details && (
              <p className="case-words" lang="">
                {details}
              </p>
            )}
            <p className="meta">
              <Reporter reporter={reporter} />
              <time dateTime={created_at} title={formatDate(created_at, "moment", locale)}>
                {relativeTime(created_at, now, locale, t)}
              </time>
            </p>
          </li>
        ))}
      </ul>
      {reports > items.length && (
        <p className="soft">{t("admin:reports.older", { count: reports - items.length })}</p>
      )}
    </>
  )
}
