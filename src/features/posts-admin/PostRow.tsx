import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import type { ListedPost } from "./posts.ts"

/** Title and beginning, whose it is, and since when. */
export function PostRow({ row }: { row: ListedPost }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { created_at, updated_at, is_published, is_hidden } = row
  return (
    <>
      <div className="row-lines">
        <p className="row-title">{row.title}</p>
        {row.excerpt && <p className="row-text">{row.excerpt}</p>}
        <p className="meta">
          <a className="link" href={localePath(`/teams/${row.team_slug}`, locale)}>
            {row.team_name}
          </a>
          <span>{row.author_name ?? t("admin:posts.formerMember")}</span>
          <time dateTime={created_at} title={formatDate(created_at, "moment", locale)}>
            {t("admin:posts.created", { date: formatDate(created_at, "shortDate", locale) })}
          </time>
          {updated_at !== created_at && (
            <time dateTime={updated_at} title={formatDate(updated_at, "moment", locale)}>
              {t("admin:posts.changed", { date: formatDate(updated_at, "shortDate", locale) })}
            </time>
          )}
        </p>
      </div>
      <div className="row-badges">
        <span className={`badge ${is_published ? "badge-published" : ""}`}>
          {t(is_published ? "admin:posts.published" : "admin:posts.draft")}
        </span>
        {is_hidden && <span className="badge badge-hidden">{t("admin:hidden.badge")}</span>}
        {row.video_url && <span className="badge">{t("admin:posts.video")}</span>}
      </div>
    </>
  )
}
