import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { AdminScreen } from "../../admin/AdminScreen.tsx"
import { RowBadges, RowLines } from "../../admin/list/row-parts.tsx"
import type { Views } from "../../admin/list/views.ts"
import { Badge } from "../../admin/parts.tsx"
import { IdeaFields } from "./IdeaFields.tsx"
import { ideas } from "./ideas.ts"
import type { IdeaValues, ListedIdea } from "./schema.ts"

function IdeaRow({ row }: { row: ListedIdea }) {
  const t = pageTranslate()
  const { created_at, status } = row
  return (
    <>
      <RowLines
        title={row.title}
        lang={row.language}
        text={row.description}
        facts={
          <>
            <span>{t("admin:ideas.votes", { count: row.vote_count })}</span>
            <time dateTime={created_at}>
              {t("admin:ideas.created", {
                date: formatDate(created_at, "shortDate", pageLocale()),
              })}
            </time>
            {row.reply && <span>{t("admin:ideas.answered")}</span>}
          </>
        }
      />
      <RowBadges>
        <Badge>{t(`admin:ideas.categories.${row.category}`)}</Badge>
        {status !== "open" && <Badge>{t(`admin:ideas.statuses.${status}`)}</Badge>}
        {row.is_popular && <Badge tone="featured">{t("admin:ideas.popular")}</Badge>}
      </RowBadges>
    </>
  )
}

const views: Views<ListedIdea, IdeaValues> = {
  Row: IdeaRow,
  Form: IdeaFields,
  hasPictures: false,
  getSaveLabel: (item) => (item ? "admin:ideas.form.save" : "admin:ideas.form.add"),
  filters: {
    popular: "admin:ideas.popular",
    open: "admin:ideas.statuses.open",
    planned: "admin:ideas.statuses.planned",
    done: "admin:ideas.statuses.done",
    declined: "admin:ideas.statuses.declined",
  },
  lead: "admin:ideas.lead",
  searchLabel: "admin:ideas.search",
  createLabel: "admin:ideas.create",
  createTitle: "admin:ideas.form.new",
  editTitle: "admin:ideas.form.edit",
}

export default function IdeasAdmin() {
  return <AdminScreen resource={ideas} views={views} />
}
