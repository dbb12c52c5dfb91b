import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { deviceZone } from "./plan.ts"
import type { ListedRevision } from "./revisions.ts"

interface Props {
  revisions: ListedRevision[]
  /** The id of the one that is compared. */
  chosen: number | null
  onChoose: (id: number) => void
}

/** When, by whom, and what the article was called then. */
export function RevisionList({ revisions, chosen, onChoose }: Props) {
  const t = pageTranslate()
  return (
    <ul className="revisions" aria-label={t("admin:news.revisions.list")}>
      {revisions.map(({ id, saved_at, editor_name, title }) => (
        <li key={id}>
          <button type="button" aria-pressed={id === chosen} onClick={() => onChoose(id)}>
            <time dateTime={saved_at}>
              {formatDate(saved_at, "moment", pageLocale(), deviceZone())}
            </time>{" "}
            <span className="soft">
              {editor_name
                ? t("admin:news.revisions.by", { name: editor_name })
                : t("admin:news.revisions.nobody")}
            </span>{" "}
            <span className="revision-title">{title}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
