import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { RowPicture } from "../admin/RowPicture.tsx"
import type { ListedTeam } from "./team.ts"

/** Cover, name and address, what it says of itself, and how big it is. */
export function TeamRow({ row }: { row: ListedTeam }) {
  const t = pageTranslate()
  const { country, created_at } = row
  return (
    <>
      <RowPicture url={row.cover_image_url} country={country} />
      <div className="row-lines">
        <p className="row-title">{row.name}</p>
        {row.description && <p className="row-text">{row.description}</p>}
        <p className="meta">
          <span className={`dot place-${country ?? "all"}`} />
          <span>{row.slug}</span>
          {row.location && <span>{row.location}</span>}
          <span>{t("admin:teams.members", { count: row.member_count })}</span>
          <span>{t("admin:teams.posts", { count: row.post_count })}</span>
          <time dateTime={created_at}>
            {t("admin:teams.created", { date: formatDate(created_at, "shortDate", pageLocale()) })}
          </time>
        </p>
      </div>
      <div className="row-badges">
        {row.is_hidden && <span className="badge badge-hidden">{t("admin:hidden.badge")}</span>}
        {row.is_verified && (
          <span className="badge badge-published">{t("admin:teams.verified")}</span>
        )}
      </div>
    </>
  )
}
