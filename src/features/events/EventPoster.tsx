import type { ReactNode } from "react"
import { getCountryColor } from "../../countries.ts"
import { formatDate, formatDaysUntil } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../i18n/translation.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { formatShortDateAndTime } from "./hours.ts"
import { getTextlessPicture } from "./picture.ts"
import type { PublicEvent } from "./schema.ts"

interface PosterEvent
  extends Pick<
    PublicEvent,
    | "id"
    | "title"
    | "language"
    | "start_date"
    | "time_zone"
    | "is_all_day"
    | "location"
    | "country"
    | "team_name"
    | "image_url"
  > {
  /** Null for team-only events. */
  slug: string | null
  translations: PublicEvent["translations"]
  end_date?: string | undefined
}

interface Props {
  locale: Locale
  event: PosterEvent
  href: string
  Heading?: "h2" | "h3"
  /** Current time in milliseconds, for the number of days until the event. Prebuilt pages leave out the days. */
  now?: number
  /** Texts with the numbers of attendees and places. Falsy entries are left out. */
  counts: (string | false | null)[]
  className?: string
  children: ReactNode
}

export function EventPoster(props: Props) {
  const { locale, event, href, Heading = "h2", now, counts, className = "", children } = props
  const t = tFor(locale)
  const { title, language } = localize(event, locale)
  const { start_date, end_date = start_date, time_zone, location, team_name } = event
  const formatPart = (part: "weekday" | "day" | "month") =>
    formatDate(start_date, part, locale, time_zone)
  const daysUntil = now && formatDaysUntil(start_date, now, locale, time_zone)
  const hours = formatShortDateAndTime({ ...event, end_date }, locale, t)
  const countText = counts.filter(Boolean).join(" · ")
  const picture = getTextlessPicture(event)
  return (
    <article
      className={`place-${getCountryColor(event.country)} group framed relative isolate flex flex-col items-start justify-between gap-5 overflow-hidden rounded-[24px] bg-night p-5 text-on-night [&_:focus-visible]:outline-on-night ${className}`}
    >
      <img
        className="lit absolute inset-0 -z-1 size-full object-cover object-[60%_50%]"
        src={picture.src}
        srcSet={picture.srcset}
        sizes="(width < 768px) 90vw, 1180px"
        width="1280"
        height="630"
        alt=""
        loading="lazy"
        decoding="async"
      />
      <time
        className="relative grid justify-items-center overflow-hidden rounded-small bg-on-night px-4 py-2.5 text-sm leading-tight font-semibold text-night before:absolute before:bg-place"
        dateTime={start_date}
      >
        <span>{formatPart("weekday")} </span>
        <b className="font-display text-[27px] leading-[1.1] font-bold">{formatPart("day")}</b>{" "}
        <span>{formatPart("month")}</span>
      </time>
      <div className="poster-text grid gap-2">
        <Heading
          className="line-clamp-3 text-[clamp(24px,2.6vw,34px)] leading-[1.14] font-bold wrap-anywhere"
          lang={getLangAttribute(locale, language)}
        >
          <CoverLink href={href}>{title}</CoverLink>
        </Heading>
        <p className="leading-snug text-on-night-soft *:block *:truncate">
          <span className="first-letter:uppercase">
            {[daysUntil, hours].filter(Boolean).join(" · ")}
          </span>
          {team_name && <span>{team_name}</span>}
          {location && <span>{location}</span>}
        </p>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {countText && (
            <p className="flex items-center gap-2 text-md">
              <IslandIcon name="people" />
              {countText}
            </p>
          )}
          {children}
        </div>
      </div>
    </article>
  )
}
