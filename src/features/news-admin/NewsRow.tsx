import { formatDate } from "../../i18n/dates.ts"
import { LOCALE_NAMES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import type { ArticleRow } from "./article.ts"

/** The small rendition of an uploaded cover. */
const thumbOf = (cover: string) => cover.replace(/^(\/uploads\/.*)\.webp$/, "$1-640.webp")

export function NewsRow({ row }: { row: ArticleRow }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const place = row.country ?? "all"
  const moment = (row.is_published && row.published_at) || row.created_at
  const time = relativeTime(moment, Date.now(), locale, t)
  return (
    <>
      <span className={`row-picture place-${place}`}>
        {row.cover_image_url && (
          <img
            src={thumbOf(row.cover_image_url)}
            alt=""
            width="640"
            height="315"
            loading="lazy"
            onError={({ currentTarget }) => {
              currentTarget.hidden = true
            }}
          />
        )}
      </span>
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
        </p>
      </div>
      <div className="row-badges">
        <span className={`badge ${row.is_published ? "badge-published" : ""}`}>
          {t(row.is_published ? "admin:news.published" : "admin:news.draft")}
        </span>
        {row.is_featured && (
          <span className="badge badge-featured">{t("admin:news.featured")}</span>
        )}
      </div>
    </>
  )
}
