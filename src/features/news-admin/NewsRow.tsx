import { formatDate } from "../../i18n/dates.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { LOCALE_NAMES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { RowPicture } from "../admin/RowPicture.tsx"
import type { ArticleRow } from "./article.ts"
import { planText } from "./plan.ts"

function stateText({ is_published, publish_at }: ArticleRow): MessageKey {
  if (is_published) return "admin:news.published"
  return publish_at ? "admin:news.planned" : "admin:news.draft"
}

export function NewsRow({ row }: { row: ArticleRow }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const place = row.country ?? "all"
  const moment = (row.is_published && row.published_at) || row.created_at
  const time = relativeTime(moment, Date.now(), locale, t)
  const isPlanned = !row.is_published && row.publish_at
  return (
    <>
      <RowPicture url={row.cover_image_url} country={row.country} />
      <div className="row-lines">
        <p className="row-title" lang={row.language}>
          {row.title}
        </p>
        <p className="meta">
          <span className={`dot place-${place}`} />
          <span>{t(`common:countries.${place}`)}</span>
          <span lang={row.language}>{LOCALE_NAMES[row.language]}</span>
          <time dateTime={moment} title={formatDate(moment, "moment", locale)}>
            {t(row.is_published ? "admin:news.publishedAgo" : "admin:news.createdAgo", { time })}
          </time>
          {isPlanned && (
            <time dateTime={isPlanned}>
              {t("admin:news.plannedFor", { time: planText(isPlanned) })}
            </time>
          )}
        </p>
      </div>
      <div className="row-badges">
        <span className={`badge ${row.is_published ? "badge-published" : ""}`}>
          {t(stateText(row))}
        </span>
        {row.is_featured && (
          <span className="badge badge-featured">{t("admin:news.featured")}</span>
        )}
      </div>
    </>
  )
}
