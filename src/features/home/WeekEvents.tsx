/** Public events of the member's country in the next seven days. */
import { type Country, countryPath } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../i18n/translation.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { eventPath } from "../events/event.ts"
import { EmptyList } from "./EmptyList.tsx"
import type { MemberHome } from "./schema.ts"

interface Props {
  locale: Locale
  /** Null if the member has not chosen a country. */
  country: Country | null
  events: MemberHome["week"]
}

export function WeekEvents({ locale, country, events }: Props) {
  const t = tFor(locale)
  return (
    <section aria-labelledby="this-week">
      <h2 id="this-week" className="mb-3 text-xl">
        {t("home:week.title")}
      </h2>
      {events.length > 0 && (
        <ul aria-labelledby="this-week">
          {events.map((event) => (
            <Row key={event.id} locale={locale} event={event} />
          ))}
        </ul>
      )}
      {events.length === 0 && (
        <EmptyList
          title={t(`home:week.${country ? "empty" : "unknown"}.title`)}
          text={t(`home:week.${country ? "empty" : "unknown"}.text`)}
          href={localePath(country ? countryPath(country) : "/welcome#groups", locale)}
          link={t(country ? `home:country.${country}` : "home:week.unknown.link")}
        />
      )}
    </section>
  )
}

function Row({ locale, event }: { locale: Locale; event: MemberHome["week"][number] }) {
  const t = tFor(locale)
  const { title, language } = localize(event, locale)
  const { start_date, time_zone, is_all_day, team_name, location, places_left: left } = event
  const date = (format: "weekday" | "day" | "time") =>
    formatDate(start_date, format, locale, time_zone)
  const facts = [
    is_all_day ? t("calendar:event.allDay") : date("time"),
    left === 0 ? t("signups:counts.full") : left && t("signups:counts.left", { count: left }),
    team_name,
    location,
  ]
  return (
    <li className="relative flex min-h-16 items-center gap-4 border-t border-line py-2">
      <time
        className="grid w-16 flex-none pl-1 text-sm leading-tight text-soft"
        dateTime={start_date}
      >
        <span>{date("weekday")}</span>
        <b className="font-display text-xl leading-tight font-bold text-text">{date("day")}</b>
      </time>
      <div className="min-w-0 flex-1">
        <h3
          className="line-clamp-1 text-base wrap-anywhere"
          lang={getLangAttribute(locale, language)}
        >
          <CoverLink href={localePath(eventPath(event.slug), locale)}>{title}</CoverLink>
        </h3>
        <p className="truncate text-sm text-soft">{facts.filter(Boolean).join(" · ")}</p>
      </div>
    </li>
  )
}
