import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import type { ReportKind } from "../reports/schema.ts"
import type { CaseDetail } from "./case.ts"

/** Where something hidden is shown again. */
const SCREENS: Record<ReportKind, string> = {
  team: "/admin/teams?filter=hidden",
  post: "/admin/posts?filter=hidden",
  profile: "/admin/users?filter=hidden",
}

/** What was decided, by whom and when, and what both sides were told. */
export function CaseOutcome({ item }: { item: CaseDetail }) {
  const t = pageTranslate()
  const { kind, status, decided_at, decided_by, reply, is_hidden } = item
  if (status === "open") return null
  return (
    <div className="case-outcome">
      <h3>{t(`admin:reports.outcome.${status}`)}</h3>
      <p className="meta">
        <span>
          {t("admin:audit.by", {
            name: decided_by
              ? decided_by.display_name || t("admin:users.unknown")
              : t("admin:posts.formerMember"),
          })}
        </span>
        {decided_at && (
          <time dateTime={decided_at}>{formatDate(decided_at, "moment", pageLocale())}</time>
        )}
      </p>
      {reply ? (
        <p className="case-words" lang="">
          {reply}
        </p>
      ) : (
        <p className="soft">{t("admin:reports.noReply")}</p>
      )}
      {is_hidden && (
        <p>
          <a className="link" href={localePath(SCREENS[kind], pageLocale())}>
            {t("admin:reports.showAgain")}
          </a>
        </p>
      )}
    </div>
  )
}
