import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { RowPicture } from "../admin/RowPicture.tsx"
import type { ListedEvent } from "./event.ts"

/** A card: picture, title, when and where, and what there is to know before going. */
export function EventRow({ row }: { row: ListedEvent }) {
  const t = pageTranslate()
  const { country, start_date, time_zone, max_participants } = row
  return (
    <>
      <RowPicture url={row.image_url} country={country} />
      <div className="row-lines">
        <p className="row-title">{row.title}</p>
        {row.description && <p className="row-text">{row.description}</p>}
        <p className="meta">
          <span className={`dot place-${country ?? "all"}`} />
          <time dateTime={start_date}>
            {formatDate(start_date, "moment", pageLocale(), time_zone)}
          </time>
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
        </p>
      </div>
      <div className="row-badges">
        {row.is_cancelled && (
          <span className="badge badge-cancelled">{t("admin:events.cancelled")}</span>
        )}
        {row.featured && <span className="badge badge-featured">{t("admin:events.featured")}</span>}
      </div>
    </>
  )
}
