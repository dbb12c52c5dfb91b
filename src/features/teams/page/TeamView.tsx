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
import { getTeamCover, getThumbnail, getWideCover } from "../pictures.ts"
import { SocialLinks } from "../SocialLinks.tsx"
import type { Team, TeamForViewer } from "../schema.ts"
import { formatPlace, getSocialLinks } from "../team.ts"
import type { TeamPage as Overview } from "./schema.ts"
import { TeamOverview } from "./TeamOverview.tsx"
import { TABS } from "./team-script.ts"

interface ViewProps {
  locale: Locale
  team: Team
  /** The team as the API returns it for the viewer. Undefined in prebuilt pages. */
  teamForViewer?: TeamForViewer
  overview: Pick<Overview, "next_events" | "newest_posts">
  memberCount?: ReactNode
  actions?: ReactNode
  membersLink?: ReactNode
  ownEvents?: ReactNode
  /** Content of the blog's tab. */
  blog?: ReactNode
  /** Content of the members' tab. */
  members?: ReactNode
  report?: ReactNode
  /** Link to a picture for Instagram stories. Only prebuilt pages have one. */
  story?: ReactNode
}

const TAB_CLASSES =
  "block border-b-3 border-transparent px-4 py-3 font-semibold text-soft hover:text-text focus-visible:-outline-offset-3 aria-[current]:border-(color:--place) aria-[current]:text-text"

/** The scroll margin keeps the tabs visible. The tabs mark the open panel, so panels need no focus ring. */
const PANEL_CLASSES = "team-panel scroll-mt-40 focus-visible:outline-none"

export function TeamView({ locale, team, teamForViewer, overview, ...parts }: ViewProps) {
  const t = tFor(locale)
  const cover = getTeamCover(team)
  const wideCover = getWideCover(team)
  const place = formatPlace(team, t)
  const links = getSocialLinks(team)
  const { description, language } = localize(team, locale)
  const isManager = teamForViewer?.role === "owner" || teamForViewer?.role === "admin"
  return (
    <div className={`wrap place-${getCountryColor(team.country)}`}>
      <a
        className="mt-4 mb-2 inline-flex items-center gap-2 py-2 text-md text-soft underline-offset-4 hover:text-text hover:underline"
        href={localePath("/teams", locale)}
        data-team-back=""
      >
        <IslandIcon name="back" size={18} />
        {t("teams:page.back")}
      </a>
      {teamForViewer?.is_hidden && <HiddenNote className="mb-5" kind="team" />}
      <header className="relative isolate flex min-h-[clamp(240px,34svh,380px)] flex-col overflow-hidden rounded-[24px] bg-night p-5 text-on-night after:absolute after:inset-0 after:-z-1 after:bg-[linear-gradient(0deg,#120f1af2,#120f1a00_75%)] md:p-8">
        <img
          // On phones, a generated poster is cropped to its right side, which has the lightsticks.
          className={`absolute inset-0 -z-2 size-full object-cover ${wideCover ? "object-right" : ""}`}
          src={wideCover ?? cover.src}
          srcSet={wideCover ? undefined : cover.srcset}
          sizes={wideCover ? undefined : "(width < 1220px) 88vw, 1180px"}
          width="1280"
          height="630"
          // The picture needs no text, because the heading has the team's name.
          alt=""
          decoding="sync"
          data-team-cover=""
        />
        <div className="flex items-start justify-between gap-4">
          {/* The square version of a poster looks like a logo. Uploaded covers have no square version. */}
          {wideCover && (
            <img
              className="rounded-card border-2 border-current"
              src={getThumbnail(team)}
              width="64"
              height="64"
              alt=""
              decoding="sync"
            />
          )}
          {team.is_recruiting && (
            <span className="badge border-transparent bg-on-night font-semibold text-night">
              {t("teams:recruiting")}
            </span>
          )}
        </div>
        <h1 className="mt-auto pt-12 font-extrabold">
          <span>{team.name}</span>{" "}
          {team.is_verified && (
            <VerifiedBadge
              className="ml-1.5 size-7 bg-on-night text-night"
              label={t("teams:verified")}
            />
          )}
        </h1>
        <p className="meta mt-2.5 text-base text-on-night-soft">
          <span className="dot" />
          {place && <span className="after:ml-2 after:content-['·']">{place}</span>}
          <span>{parts.memberCount}</span>
        </p>
      </header>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form */}
      <div
        id="team-actions"
        // On wide screens the row does not wrap, so that buttons that appear later do not move the tabs below.
        className="needs-script flex min-h-10 flex-wrap items-center gap-2.5 py-4 lg:flex-nowrap"
        role="group"
        // The group gets the focus when the focused button disappears.
        tabIndex={-1}
        aria-label={t("teams:page.actions")}
      >
        {parts.actions}
      </div>
      {parts.membersLink}
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
          {parts.ownEvents}
          <TeamOverview locale={locale} team={team} overview={overview}>
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
            {links.length > 0 && (
              <div className="mt-5">
                <SocialLinks locale={locale} links={links} />
              </div>
            )}
            <TeamFacts locale={locale} team={team} isHidden={teamForViewer?.is_hidden ?? false} />
          </TeamOverview>
        </section>
        <section id="blog" className={PANEL_CLASSES} tabIndex={-1} aria-labelledby="blog-title">
          <h2 id="blog-title" className="sr-only">
            {t("teams:posts.title")}
          </h2>
          {parts.blog}
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

export const VerifiedBadge = ({
  label,
  className = "size-5.5 bg-glow text-on-glow",
}: {
  label: string
  className?: string
}) => (
  <span
    className={`inline-grid flex-none place-items-center rounded-full align-middle *:stroke-3 ${className}`}
    title={label}
  >
    <IslandIcon name="check" size={14} />
    <span className="sr-only">{label}</span>
  </span>
)

interface FactsProps {
  locale: Locale
  team: Team
  isHidden: boolean
}

function TeamFacts({ locale, team, isHidden }: FactsProps) {
  const t = tFor(locale)
  const feed = teamFeedPath(team.slug)
  return (
    <dl className="mt-7 flex flex-wrap gap-x-14 gap-y-6 border-t border-line pt-6">
      <Fact term={t("teams:page.since")}>
        <time dateTime={team.created_at}>{formatDate(team.created_at, "date", locale)}</time>
      </Fact>
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
