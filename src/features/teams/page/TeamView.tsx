import type { ReactNode } from "react"
import { getCountryColor } from "../../../countries.ts"
import { formatDate } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../../i18n/translation.ts"
import { removeMarkup } from "../../../markdown/remove-markup.ts"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { LanguageLabel } from "../../../ui/LanguageLabel.tsx"
import { subscribeLink, teamFeedPath } from "../../events/feeds/paths.ts"
import { HiddenNote } from "../../reports/HiddenNote.tsx"
import { getTeamCover, getWideCover } from "../pictures.ts"
import { SocialLinks } from "../SocialLinks.tsx"
import type { Team, TeamForViewer } from "../schema.ts"
import { formatPlace, getSocialLinks } from "../team.ts"
import type { TeamPage as Overview } from "./schema.ts"
import { TeamOverview } from "./TeamOverview.tsx"
import { TABS } from "./team-script.ts"

interface ViewProps {
  locale: Locale
  team: Team
  /** The team as the viewer sees it. Missing in prebuilt pages. */
  teamForViewer?: TeamForViewer
  overview: Pick<Overview, "next_events" | "newest_posts">
  /** Number of members. */
  count?: ReactNode
  actions?: ReactNode
  /** The viewer's own events. */
  events?: ReactNode
  posts?: ReactNode
  members?: ReactNode
  report?: ReactNode
  /** Link to a picture for Instagram stories. Only prebuilt pages have one. */
  story?: ReactNode
}

const TAB_CLASSES =
  "block border-b-3 border-transparent px-4 py-3 font-semibold text-soft hover:text-text focus-visible:-outline-offset-3 aria-[current]:border-glow aria-[current]:text-text light:aria-[current]:border-text"

/** The scroll margin keeps the tabs visible. The tabs mark the open panel, so panels need no focus ring. */
const PANEL_CLASSES = "team-panel scroll-mt-40 focus-visible:outline-none"

export function TeamView({ locale, team, teamForViewer, overview, ...parts }: ViewProps) {
  const t = tFor(locale)
  const cover = getTeamCover(team)
  const wideCover = getWideCover(team)
  const place = formatPlace(team, t)
  const { description, language } = localize(team, locale)
  const isManager = teamForViewer?.role === "owner" || teamForViewer?.role === "admin"
  return (
    <div className="wrap">
      <a
        className="mt-4 mb-2 inline-flex items-center gap-2 py-2 text-md text-soft underline-offset-4 hover:text-text hover:underline"
        href={localePath("/teams", locale)}
        data-team-back=""
      >
        <IslandIcon name="back" size={18} />
        {t("teams:page.back")}
      </a>
      {teamForViewer?.is_hidden && <HiddenNote className="mb-5" kind="team" />}
      <img
        className="pic max-md:aspect-5/2 md:aspect-auto md:h-[26svh] md:rounded-[24px]"
        src={wideCover ?? cover.src}
        srcSet={wideCover ? undefined : cover.srcset}
        sizes={wideCover ? undefined : "(width < 1220px) 88vw, 1180px"}
        width="1280"
        height="630"
        // The heading below already has the team's name.
        alt=""
        decoding="sync"
        data-team-cover=""
      />
      <header className="pt-6 pb-4">
        <h1>
          <span>{team.name}</span>{" "}
          {team.is_verified && <Verified className="ml-1.5 size-7" label={t("teams:verified")} />}
        </h1>
        {/* On wide screens the row does not wrap, so that buttons that appear later do not move the tabs below. */}
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-8 gap-y-5 lg:flex-nowrap">
          <p className="meta min-w-0 text-md max-lg:basis-full">
            <span className={`dot place-${getCountryColor(team.country)}`} />
            {place && <span className="after:ml-2 after:content-['·']">{place}</span>}
            <span>{parts.count}</span>
            {team.is_recruiting && (
              <span className="badge badge-glow">{t("teams:recruiting")}</span>
            )}
          </p>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
          <div
            id="team-actions"
            className="needs-script flex min-h-10 flex-wrap items-center gap-2.5 lg:flex-none"
            role="group"
            // The group gets the focus when the focused button disappears.
            tabIndex={-1}
            aria-label={t("teams:page.actions")}
          >
            {parts.actions}
          </div>
        </div>
      </header>
      {isManager && !teamForViewer.is_listed && !teamForViewer.is_hidden && (
        <p className="hint mb-4">{t("teams:page.unlisted")}</p>
      )}
      <nav className="border-b border-line" aria-label={t("teams:page.tabs")} data-team-tabs="">
        <ul className="flex gap-1 overflow-x-auto">
          {TABS.map((tab) => (
            <li key={tab}>
              <a
                className={TAB_CLASSES}
                href={`#${tab}`}
                aria-current={tab === "info" ? "true" : undefined}
              >
                {t(`teams:page.${tab}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-h-80 pt-7" data-team-panels="">
        <section id="info" className={PANEL_CLASSES} aria-labelledby="about-title">
          {parts.events}
          <div className="grid gap-x-[clamp(28px,4vw,56px)] gap-y-7 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
            <div>
              <div className="flex flex-wrap items-center gap-x-3">
                <h2 id="about-title" className="text-xl">
                  {t("teams:page.about")}
                </h2>
                {description && <LanguageLabel locale={locale} language={language} />}
              </div>
              {description ? (
                <p
                  className="mt-3.5 max-w-[62ch] text-lg whitespace-pre-line"
                  lang={getLangAttribute(locale, language)}
                >
                  {removeMarkup(description)}
                </p>
              ) : (
                <p className="mt-3.5 text-soft">{t("teams:page.noDescription")}</p>
              )}
            </div>
            <TeamOverview locale={locale} team={team} overview={overview} />
          </div>
          <TeamFacts
            locale={locale}
            team={team}
            place={place}
            isHidden={teamForViewer?.is_hidden ?? false}
          />
        </section>
        <section id="blog" className={PANEL_CLASSES} tabIndex={-1} aria-labelledby="blog-title">
          <h2 id="blog-title" className="sr-only">
            {t("teams:posts.title")}
          </h2>
          {parts.posts}
        </section>
        <section
          id="members"
          className={PANEL_CLASSES}
          tabIndex={-1}
          aria-labelledby="members-title"
        >
          <h2 id="members-title" className="sr-only">
            {t("teams:people.title")}
          </h2>
          {parts.members}
        </section>
      </div>
      <p className="mt-10 flex min-h-10 flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
        {parts.story}
        {parts.report}
      </p>
    </div>
  )
}

/** A round check mark for teams that admins have verified. */
export const Verified = ({
  label,
  className = "size-5.5",
}: {
  label: string
  className?: string
}) => (
  <span
    className={`inline-grid flex-none place-items-center rounded-full bg-glow align-middle text-on-glow *:stroke-3 ${className}`}
    title={label}
  >
    <IslandIcon name="check" size={14} />
    <span className="sr-only">{label}</span>
  </span>
)

interface FactsProps {
  locale: Locale
  team: Team
  place: string | null
  isHidden: boolean
}

/** A list of terms: place, founding date, links and calendar. */
function TeamFacts({ locale, team, place, isHidden }: FactsProps) {
  const t = tFor(locale)
  const feed = teamFeedPath(team.slug)
  const links = getSocialLinks(team)
  return (
    <dl className="mt-9 flex flex-wrap gap-x-14 gap-y-6 border-t border-line pt-6.5">
      {place && <Fact term={t("teams:page.where")}>{place}</Fact>}
      <Fact term={t("teams:page.since")}>
        <time dateTime={team.created_at}>{formatDate(team.created_at, "date", locale)}</time>
      </Fact>
      {links.length > 0 && (
        <Fact term={t("teams:page.links")}>
          <SocialLinks locale={locale} links={links} />
        </Fact>
      )}
      {!isHidden && (
        <Fact term={t("common:nav.calendar")}>
          <span className="flex flex-wrap gap-2.5">
            <a className="btn btn-ghost btn-small" href={subscribeLink(feed, locale)}>
              <IslandIcon name="feed" size={18} />
              {t("teams:page.subscribe")}
            </a>
            <a
              className="btn btn-ghost btn-small"
              href={localePath(feed, locale)}
              type="text/calendar"
            >
              {t("teams:page.calendarFile")}
            </a>
          </span>
        </Fact>
      )}
    </dl>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-soft">{term}</dt>
    <dd className="mt-1 font-medium">{children}</dd>
  </div>
)
