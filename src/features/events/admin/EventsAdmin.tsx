import { formatDate } from "../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../i18n/page-translate.ts"
import { AdminScreen } from "../../admin/AdminScreen.tsx"
import { RowBadges, RowLines, RowPicture } from "../../admin/list/row-parts.tsx"
import type { Views } from "../../admin/list/views.ts"
import { Badge, HiddenBadge } from "../../admin/parts.tsx"
import { localizeEvent } from "../event.ts"
import { EventForm } from "./EventForm.tsx"
import { events } from "./events.ts"
import type { EventValues, ListedEvent } from "./schema.ts"

function EventRow({ row }: { row: ListedEvent }) {
  const t = pageTranslate()
  const { start_date, max_participants } = row
  const { title, description, language } = localizeEvent(row, pageLocale())
  return (
    <>
      <RowPicture url={row.image_url} />
      <RowLines
        title={title}
        lang={language}
        text={description}
        facts={
          <>
            <span className={`dot place-${row.country ?? "all"}`} />
            <time dateTime={start_date}>
              {formatDate(start_date, "dateTime", pageLocale(), row.time_zone)}
            </time>
            {row.series && <span>{t("calendar:form.repeat.title")}</span>}
            {row.location && <span>{row.location}</span>}
            <span>
              {max_participants === null
                ? t("admin:events.unlimited")
                : t("admin:events.participants", { count: max_participants })}
            </span>
            {row.prize && <span>{t("admin:events.prize", { prize: row.prize })}</span>}
            {row.team_name && <span>{row.team_name}</span>}
            {row.registration_url && (
              <span>
                <a className="link" href={row.registration_url} target="_blank" rel="noopener">
                  {t("admin:events.registration")}
                  <span className="sr-only"> {t("admin:events.newTab")}</span>
                </a>
              </span>
            )}
          </>
        }
      />
      <RowBadges>
        {row.is_cancelled && <Badge tone="bad">{t("admin:events.cancelled")}</Badge>}
        {row.is_hidden && <HiddenBadge />}
        {row.featured && <Badge tone="featured">{t("admin:events.featured")}</Badge>}
      </RowBadges>
    </>
  )
}

const views: Views<ListedEvent, EventValues> = {
  Row: EventRow,
  Form: EventForm,
  getSaveLabel: (item) => (item ? "admin:events.form.save" : "admin:events.form.add"),
  filters: {
    "": "admin:events.upcoming",
    past: "admin:events.past",
    featured: "admin:events.featured",
    cancelled: "admin:events.cancelled",
    hidden: "admin:reports.filters.hidden",
    all: "admin:list.all",
  },
  resetLabel: "admin:events.usual",
  lead: "admin:events.lead",
  searchLabel: "admin:events.search",
  createLabel: "admin:events.create",
  createTitle: "admin:events.form.new",
  editTitle: "admin:events.form.edit",
}

export default function EventsAdmin() {
  return <AdminScreen resource={events} views={views} />
}
