import "./users.css"
import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { type ListedUser, nameOf } from "./user.ts"
import { isOwn } from "./users.ts"

/** Name, id, since when, and what role. */
export function UserRow({ row }: { row: ListedUser }) {
  const t = pageTranslate()
  const { id, role, created_at, is_hidden, blocked_at, blocked_reason } = row
  return (
    <>
      <div className="row-lines">
        <p className="row-title">
          {nameOf(row)}
          {isOwn(row) && <span className="soft user-own">{t("admin:users.you")}</span>}
        </p>
        <p className="meta user-facts">
          <span className="user-id">{id}</span>
          <time dateTime={created_at}>
            {t("admin:users.joined", { date: formatDate(created_at, "shortDate", pageLocale()) })}
          </time>
        </p>
        {blocked_at && blocked_reason && (
          <p className="meta">{t("admin:users.blockedFor", { reason: blocked_reason })}</p>
        )}
      </div>
      <div className="row-badges">
        {is_hidden && <span className="badge badge-hidden">{t("admin:hidden.badge")}</span>}
        {blocked_at && <span className="badge badge-blocked">{t("admin:users.blocked")}</span>}
        <span className={`badge badge-role-${role}`}>{t(`admin:users.roles.${role}`)}</span>
      </div>
    </>
  )
}
