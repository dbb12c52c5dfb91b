import type { ReactNode } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getThumbnail } from "../teams/pictures.ts"
import { formatPlace, type Team } from "../teams/team.ts"
import { EventRowLayout } from "./EventRowLayout.tsx"
import { EventView, HEADING_CLASS, MainFact } from "./EventView.tsx"
import { eventPath, formatLocation, type PublicEvent, teamPath } from "./event.ts"
import { formatShortDateAndTime } from "./hours.ts"

function Organizer({ locale, team }: { locale: Locale; team: Team }) {
  const t = tFor(locale)
  const facts = [formatPlace(team, t), t("home:posts.members", { count: team.member_count })]
  return (
    <MainFact
      label={t("calendar:event.by")}
      picture={
        <img
          className="size-full object-cover"
          src={getThumbnail(team)}
          alt=""
          width="44"
          height="44"
          loading="lazy"
        />
      }
    >
      <a
        className="block font-[650] wrap-anywhere underline-offset-4 hover:underline"
        href={localePath(teamPath(team.slug), locale)}
      >
        {team.name}
      </a>
      <span className="block text-md text-soft">{facts.filter(Boolean).join(" · ")}</span>
    </MainFact>
  )
}

/** The section is hidden when all its events are over (`data-past`). */
function RelatedEvents({ locale, events }: { locale: Locale; events: PublicEvent[] }) {
  const t = tFor(locale)
  return (
    <section
      className="wrap mt-2 [&:not(:has(li:not([data-past])))]:hidden"
      aria-labelledby="related-events"
    >
      <h2 id="related-events" className={HEADING_CLASS}>
        {t("calendar:event.more")}
      </h2>
      <ol className="mt-3.5 gap-x-14 border-b border-line *:data-past:hidden md:grid md:grid-cols-2">
        {events.map((event) => (
          <EventRowLayout
            key={event.id}
            locale={locale}
            event={event}
            path={eventPath(event.slug)}
            time={formatShortDateAndTime(event, locale, t)}
            place={event.location && formatLocation(event.location)}
            end={event.end_date}
          />
        ))}
      </ol>
      <a className="more mt-3.5 inline-block" href={localePath("/calendar", locale)}>
        {t("calendar:all")}
      </a>
    </section>
  )
}

interface Props {
  locale: Locale
  event: PublicEvent
  organizer: Team | undefined
  related: PublicEvent[]
  story?: string | undefined
  signup?: ReactNode
  report?: ReactNode
  comments?: ReactNode
}

export const EventPage = ({ organizer, related, ...props }: Props) => (
  <EventView
    {...props}
    isBuilt
    organizer={organizer && <Organizer locale={props.locale} team={organizer} />}
    related={related.length > 0 && <RelatedEvents locale={props.locale} events={related} />}
  />
)
