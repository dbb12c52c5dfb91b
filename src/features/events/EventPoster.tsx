import type { ReactNode } from "react"
import { getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../i18n/translation.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
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
}

interface Props {
  locale: Locale
  event: PosterEvent
  href: string
  Heading?: "h2" | "h3"
  /** The displayed time. By default, it is only the start. */
  time?: string
  /** Texts with the numbers of attendees and places. Falsy entries are left out. */
  counts: (string | false | null)[]
  className?: string
  children: ReactNode
}

export function EventPoster(props: Props) {
  const { locale, event, href, Heading = "h2", counts, className = "", children } = props
  const t = tFor(locale)
  const { title, language } = localize(event, locale)
  const { start_date, time_zone, is_all_day, location, team_name } = event
  const formatPart = (part: "weekday" | "day" | "month" | "time") =>
    formatDate(start_date, part, locale, time_zone)
  const { time = is_all_day ? t("calendar:event.allDay") : formatPart("time") } = props
  const countText = counts.filter(Boolean).join(" · ")
  const picture = getTextlessPicture(event)
  return (
    <article
      className={`place-${getCountryColor(event.country)} group relative isolate flex flex-col items-start justify-between gap-5 overflow-hidden rounded-[24px] bg-night p-5 text-on-night after:absolute after:inset-0 after:-z-1 after:rounded-[24px] after:bg-[linear-gradient(0deg,#120f1a_25%,#120f1a00_80%)] after:[box-shadow:inset_0_0_0_1px_#ffffff2e] [&_:focus-visible]:outline-on-night ${className}`}
    >
      <img
        className="lit absolute inset-0 -z-2 size-full object-cover"
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
        className="grid justify-items-center overflow-hidden rounded-small bg-on-night px-4 py-2.5 text-sm leading-tight font-semibold text-night before:absolute before:bg-place"
        dateTime={start_date}
      >
        <span>{formatPart("weekday")} </span>
        <b className="font-display text-[27px] leading-[1.1] font-bold">{formatPart("day")}</b>{" "}
        <span>{formatPart("month")}</span>
      </time>
      <div className="grid w-full gap-2">
        <Heading
          className="line-clamp-3 text-[clamp(24px,2.6vw,34px)] leading-[1.14] font-bold wrap-anywhere"
          lang={getLangAttribute(locale, language)}
        >
          <CoverLink href={href}>{title}</CoverLink>
        </Heading>
        <p className="line-clamp-2 text-on-night-soft">
          {[time, team_name, location].filter(Boolean).join(" · ")}
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
