import "./suggestions.css"
import { formatDate } from "../../i18n/dates.ts"
import { LOCALE_NAMES } from "../../i18n/locales.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import type { Suggestion } from "./suggestions.ts"

/** From this length on, the text is folded. */
const LONG = 220

/** What somebody wishes, who it is, and how much they wish it. */
export function SuggestionRow({ row }: { row: Suggestion }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { received_at, priority, description } = row
  return (
    <>
      <div className="row-lines">
        <p className="row-title" lang={row.language}>
          {row.title}
        </p>
        {description.length > LONG ? (
          <details className="suggestion-text">
            <summary>
              <span lang={row.language}>{description.slice(0, LONG)}…</span>
            </summary>
            <p lang={row.language}>{description}</p>
          </details>
        ) : (
          <p className="suggestion-text" lang={row.language}>
            {description}
          </p>
        )}
        <p className="meta">
          <span>{row.name ?? t("admin:suggestions.nobody")}</span>
          {row.email && (
            <span>
              <a className="link" href={`mailto:${row.email}`}>
                {row.email}
              </a>
            </span>
          )}
          <span>{LOCALE_NAMES[row.language]}</span>
          <time dateTime={received_at} title={formatDate(received_at, "moment", locale)}>
            {relativeTime(received_at, Date.now(), locale, t)}
          </time>
        </p>
      </div>
      <div className="row-badges suggestion-badges">
        {row.read_at === null && (
          <span className="badge badge-featured">{t("admin:suggestions.new")}</span>
        )}
        <span className="badge">{t(`admin:ideas.categories.${row.category}`)}</span>
        <span className={`badge badge-priority-${priority}`}>
          {t(`admin:suggestions.priorities.${priority}`)}
        </span>
        {row.idea_id && (
          <span className="badge badge-published">{t("admin:suggestions.isIdea")}</span>
        )}
      </div>
    </>
  )
}
