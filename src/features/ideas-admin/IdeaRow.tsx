import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import type { ListedIdea } from "./idea.ts"

/** Title and text, what kind of idea it is, and how many want it. */
export function IdeaRow({ row }: { row: ListedIdea }) {
  const t = pageTranslate()
  const { created_at, status } = row
  return (
    <>
      <div className="row-lines">
        <p className="row-title">{row.title}</p>
        <p className="row-text">{row.description}</p>
        <p className="meta">
          <span>{t("admin:ideas.votes", { count: row.vote_count })}</span>
          <time dateTime={created_at}>
            {t("admin:ideas.created", { date: formatDate(created_at, "shortDate", pageLocale()) })}
          </time>
          {row.reply && <span>{t("admin:ideas.answered")}</span>}
        </p>
      </div>
      <div className="row-badges">
        <span className="badge">{t(`admin:ideas.categories.${row.category}`)}</span>
        {status !== "open" && <span className="badge">{t(`admin:ideas.statuses.${status}`)}</span>}
        {row.is_popular && <span className="badge badge-featured">{t("admin:ideas.popular")}</span>}
      </div>
    </>
  )
}
