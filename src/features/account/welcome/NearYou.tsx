/** The last step after a sign-up: teams and next events in the member's country, or in all countries. */
import type { Country } from "../../../countries.ts"
import { getCountryColor } from "../../../countries.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { currentTime } from "../../../shared/clock.ts"
import { CoverLink } from "../../../ui/CoverLink.tsx"
import { EmptyState } from "../../../ui/LoadState.tsx"
import { isOver, type PublicEvent } from "../../events/event.ts"
import { getThumbnail } from "../../teams/pictures.ts"
import { type TeamCard, teamPath } from "../../teams/team.ts"
import { UpcomingEventRow } from "../../teams/UpcomingEventRow.tsx"

const MAX_TEAMS = 4
const MAX_EVENTS = 3

interface Props {
  locale: Locale
  country: Country | null
  teams: TeamCard[]
  events: PublicEvent[]
}

export function NearYou({ locale, country, teams, events }: Props) {
  const t = tFor(locale)
  const isNearby = (item: { country: Country | null }) =>
    country === null || item.country === country
  const nearbyTeams = teams.filter(isNearby)
  const sortedTeams = nearbyTeams.toSorted(
    (a, b) => Number(b.is_recruiting) - Number(a.is_recruiting),
  )
  const nextEvents = events.filter(
    (event) => isNearby(event) && !event.is_cancelled && !isOver(event, currentTime()),
  )
  const query = country ? `?country=${country}` : ""
  return (
    <div className="grid gap-x-[clamp(28px,4vw,56px)] gap-y-10 md:grid-cols-2">
      <section aria-label={t("common:nav.teams")}>
        <div className="section-head mb-2">
          <h2 className="text-xl">{t("common:nav.teams")}</h2>
          <a className="more" href={localePath(`/teams${query}`, locale)}>
            {t("home:posts.all")}
          </a>
        </div>
        {sortedTeams.length === 0 && (
          <EmptyState title={t("teams:list.none.title")} text={t("teams:list.none.text")} />
        )}
        <ul>
          {sortedTeams.slice(0, MAX_TEAMS).map((team) => (
            <li
              key={team.id}
              className="relative flex items-center gap-4 border-t border-line py-3 wrap-anywhere"
            >
              <img
                className="size-16 flex-none rounded-small bg-night object-cover"
                src={getThumbnail(team)}
                width={64}
                height={64}
                alt=""
                loading="lazy"
              />
              <div className="min-w-0">
                <h3 className="text-base">
                  <CoverLink href={localePath(teamPath(team.slug), locale)}>{team.name}</CoverLink>
                </h3>
                <p className="meta">
                  <span className={`dot place-${getCountryColor(team.country)}`} />
                  <span>{team.location ?? t(`common:countries.${team.country ?? "all"}`)}</span>
                  {team.is_recruiting && (
                    <span className="badge badge-glow">{t("teams:recruiting")}</span>
                  )}
                </p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section aria-label={t("home:events.title")}>
        <div className="section-head mb-2">
          <h2 className="text-xl">{t("home:events.title")}</h2>
          <a className="more" href={localePath("/calendar", locale)}>
            {t("calendar:all")}
          </a>
        </div>
        {nextEvents.length === 0 && (
          <EmptyState title={t("home:events.empty.title")} text={t("home:events.empty.text")} />
        )}
        <ul>
          {nextEvents.slice(0, MAX_EVENTS).map((event) => (
            <UpcomingEventRow key={event.id} locale={locale} event={event} />
          ))}
        </ul>
      </section>
    </div>
  )
}
