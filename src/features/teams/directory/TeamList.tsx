import { COUNTRIES, type Country, getCountryColor } from "../../../countries.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../../i18n/translation.ts"
import { removeMarkup } from "../../../markdown/remove-markup.ts"
import { Button } from "../../../ui/Button.tsx"
import { CoverLink } from "../../../ui/CoverLink.tsx"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { LanguageLabel } from "../../../ui/LanguageLabel.tsx"
import { EmptyState } from "../../../ui/LoadState.tsx"
import { VerifiedBadge } from "../page/TeamView.tsx"
import { getTeamCover } from "../pictures.ts"
import { type TeamCard as Team, teamPath } from "../team.ts"
import { MAX_SEARCH_LENGTH, TEAMS_PER_STEP } from "./list-query.ts"

/** The list ends after this number of teams: about 100 kB of compressed HTML. The site's search finds all teams. */
const MAX_TEAMS = 500

interface Props {
  locale: Locale
  teams: Team[]
}

export function TeamList({ locale, teams }: Props) {
  const t = tFor(locale)
  return (
    <section className="wrap" aria-labelledby="all-teams" data-teams="">
      <h2 id="all-teams" className="sr-only">
        {t("teams:list.all")}
      </h2>
      <search>
        <form className="needs-script mb-6 grid grid-cols-[1fr_minmax(0,136px)] items-center gap-x-3 gap-y-1.5 md:grid-cols-[1fr_minmax(0,230px)_auto]">
          <div className="relative">
            <span className="pointer-events-none absolute top-3.75 left-4 text-soft">
              <IslandIcon name="search" />
            </span>
            <input
              className="input pl-11.5"
              type="search"
              name="search"
              placeholder={t("teams:list.searchHint")}
              aria-label={t("teams:list.search")}
              maxLength={MAX_SEARCH_LENGTH}
              autoComplete="off"
              enterKeyHint="search"
            />
          </div>
          <select
            className="input text-ellipsis"
            name="country"
            aria-label={t("teams:list.country")}
          >
            <option value="">{t("common:countries.all")}</option>
            {COUNTRIES.map((country) => (
              <option key={country} value={country}>
                {t(`common:countries.${country}`)}
              </option>
            ))}
          </select>
          <label className="check max-md:col-span-2">
            <input type="checkbox" name="open" value="1" />
            <span>{t("teams:recruiting")}</span>
          </label>
          <p className="hint col-span-full flex min-h-6 items-center gap-4">
            <span role="status" data-teams-found="" />
            <button
              className="font-semibold text-text underline underline-offset-4"
              type="button"
              hidden
              data-teams-all=""
            >
              {t("common:countries.all")}
            </button>
          </p>
        </form>
      </search>
      <ul
        className="grid gap-9 md:grid-cols-2 md:gap-x-7 md:gap-y-11 min-[62.5rem]:grid-cols-3"
        data-teams-grid=""
      >
        {teams.slice(0, MAX_TEAMS).map((team, i) => (
          <TeamCard key={team.id} locale={locale} team={team} index={i} />
        ))}
      </ul>
      <div className="state" hidden data-teams-empty="">
        <h3>{t("teams:list.empty.title")}</h3>
        <p className="soft">{t("teams:list.empty.text")}</p>
        <Button className="btn-ghost btn-small" data-teams-clear="">
          {t("teams:list.empty.clear")}
        </Button>
      </div>
      {teams.length === 0 && (
        <EmptyState title={t("teams:list.none.title")} text={t("teams:list.none.text")} />
      )}
      <p className="needs-script mt-12 text-center">
        <Button className="btn-ghost" hidden={teams.length <= TEAMS_PER_STEP} data-teams-more="">
          {t("teams:list.more")}
        </Button>
      </p>
      {teams.length > MAX_TEAMS && (
        <p className="hint mt-12 text-center">{t("teams:list.beyond", { count: MAX_TEAMS })}</p>
      )}
    </section>
  )
}

interface SectionProps extends Props {
  country: Country
}

export function TeamSection({ locale, teams, country }: SectionProps) {
  const t = tFor(locale)
  return (
    <section className="wrap section" aria-labelledby="teams">
      <div className="section-head">
        <h2 id="teams">{t("common:nav.teams")}</h2>
        <a className="more" href={localePath(`/teams?country=${country}`, locale)}>
          {t("home:posts.all")}
        </a>
      </div>
      {teams.length > 0 ? (
        <ul className="grid gap-9 md:grid-cols-2 md:gap-x-7 md:gap-y-11 min-[62.5rem]:grid-cols-3">
          {teams.slice(0, TEAMS_PER_STEP).map((team, i) => (
            <TeamCard key={team.id} locale={locale} team={team} index={i} />
          ))}
        </ul>
      ) : (
        <EmptyState title={t("teams:list.none.title")} text={t("teams:list.none.text")} />
      )}
    </section>
  )
}

interface CardProps {
  locale: Locale
  team: Team
  index: number
}

/**
 * Hides a card until TeamListScript.astro fills the value of `data-teams-grid` and decides which cards are visible.
 * Without scripts, all cards are visible.
 */
const HIDDEN_AT_FIRST = "[:root[data-session]_[data-teams-grid='']>&]:hidden"

function TeamCard({ locale, team, index }: CardProps) {
  const t = tFor(locale)
  const { country, location } = team
  const { description, language } = localize(team, locale)
  const cover = getTeamCover(team)
  return (
    <li
      className={`group relative min-w-0 ${index < TEAMS_PER_STEP ? "" : HIDDEN_AT_FIRST}`}
      data-team=""
      data-country={country ?? ""}
      data-open={team.is_recruiting ? "" : undefined}
    >
      <span className="pic lit picture-frame">
        <img
          className="size-full object-cover"
          src={cover.src}
          srcSet={cover.srcset}
          sizes="(width < 768px) 88vw, (width < 1000px) 46vw, 376px"
          width="1280"
          height="630"
          alt=""
          loading={index === 0 ? undefined : "lazy"}
          decoding={index === 0 ? "sync" : "async"}
        />
      </span>
      {team.is_recruiting && (
        <span className="badge badge-glow absolute -top-3 left-4">{t("teams:recruiting")}</span>
      )}
      <p className="meta mt-3.5 mb-1.5 min-h-6 flex-nowrap whitespace-nowrap">
        <span className={`dot place-${getCountryColor(country)}`} />
        {location ? (
          <span className="truncate" data-searched="">
            {location}
          </span>
        ) : (
          country && <span>{t(`common:countries.${country}`)}</span>
        )}
        <span className={location || country ? "before:mr-2 before:content-['·']" : ""}>
          {t("teams:members", { count: team.member_count })}
        </span>
        {description && <LanguageLabel locale={locale} language={language} />}
      </p>
      <h3 className="flex items-center gap-2 text-xl">
        <CoverLink
          className="truncate py-0.5 decoration-2 after:rounded-card focus-visible:after:outline-offset-4"
          href={localePath(teamPath(team.slug), locale)}
          data-searched=""
        >
          {team.name}
        </CoverLink>
        {team.is_verified && <VerifiedBadge label={t("teams:verified")} />}
      </h3>
      {/* The fixed height keeps the grid in place while teams are filtered. */}
      <p
        className="mt-1 line-clamp-2 min-h-13.5 text-soft"
        lang={getLangAttribute(locale, language)}
      >
        {description && removeMarkup(description)}
      </p>
    </li>
  )
}
