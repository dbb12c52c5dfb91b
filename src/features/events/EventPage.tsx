import type { ReactNode } from "react"
import { getCountryColor } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { getThumbnail } from "../teams/pictures.ts"
import { formatPlace, type Team } from "../teams/team.ts"
import { EventDate } from "./EventList.tsx"
import { EventView, HEADING_CLASS, MainFact } from "./EventView.tsx"
import { eventPath, localizeEvent, type PublicEvent, teamPath } from "./event.ts"
import { formatStart } from "./hours.ts"

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
      className="wrap mt-14 [&:not(:has(li:not([data-past])))]:hidden"
      aria-labelledby="related-events"
    >
      <h2 id="related-events" className={HEADING_CLASS}>
        {t("calendar:event.more")}
      </h2>
      <ol className="mt-3.5 gap-x-14 border-b border-line *:data-past:hidden md:grid md:grid-cols-2">
        {events.map((event) => {
          const { title, language } = localizeEvent(event, locale)
          return (
            <li
              key={event.id}
              className={`place-${getCountryColor(event.country)} grid grid-cols-[64px_minmax(0,1fr)] items-center gap-x-4 border-t border-line py-3.5`}
              data-ends={event.end_date}
            >
              <EventDate locale={locale} event={event} />
              <div>
                <h3 className="text-base">
                  <a
                    className="underline-offset-4 hover:underline"
                    href={localePath(eventPath(event.slug), locale)}
                    lang={getLangAttribute(locale, language)}
                  >
                    {title}
                  </a>
                </h3>
                <p className="text-md text-soft">
                  {[formatStart(event, locale, t), event.location].filter(Boolean).join(" · ")}
                </p>
              </div>
            </li>
          )
        })}
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
