/**
 * The top of the home page for members: pending join requests, upcoming events and new posts of their teams, and what is
 * new in what they follow.
 */
import { useStore } from "@nanostores/react"
import type { ReactNode } from "react"
import { countryPath } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { inLocale, langAttribute } from "../../i18n/translation.ts"
import { Button } from "../../ui/Button.tsx"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { FollowedNews } from "./FollowedNews.tsx"
import { $home, OwnAnswers } from "./OwnAnswers.tsx"
import type { MemberHome as Home } from "./schema.ts"

type Event = Home["events"][number]

interface Props {
  locale: Locale
}

/** Renders the cards in a row of fixed height, so that the layout does not shift when the data arrives. */
export function MemberHome({ locale }: Props) {
  return (
    <section
      className="wrap hidden pt-8 in-data-[session=loading]:block signed-in:block"
      aria-labelledby="yours"
    >
      <h1 id="yours" className="mb-5 text-[clamp(24px,3.4vw,40px)]">
        {tFor(locale)("home:yours.title")}
      </h1>
      <Cards locale={locale} />
      <News locale={locale} />
      <OwnAnswers />
    </section>
  )
}

function News({ locale }: Props) {
  const { data, error } = useStore($home)
  // The cards show the error.
  return !data && error ? null : <FollowedNews locale={locale} news={data?.followed_news} />
}

const ROW = "flex h-40 items-stretch gap-3 pb-2"
const CARD = "relative flex w-[min(260px,78vw)] flex-none flex-col gap-1 rounded-card px-4.5 py-3.5"

/** Returns the path of the event's page. Team-only events have no page: their path leads to the member's sign-up. */
function pathOf({ id, slug, answer }: Event): string {
  if (slug) return `/events/${slug}`
  return answer ? `/my-events?event=${id}` : "/calendar"
}

function Cards({ locale }: Props) {
  const t = tFor(locale)
  const { data, error } = useStore($home)
  if (!data && error) {
    return (
      <p className={`${ROW} flex-col justify-center text-soft`}>
        {t("home:yours.failed")}
        <Button className="btn-ghost btn-small self-start" onClick={$home.invalidate}>
          {t("common:tryAgain")}
        </Button>
      </p>
    )
  }
  if (!data) {
    return (
      <div className={`${ROW} overflow-hidden`} role="status" data-no-notice="">
        <span className="sr-only">{t("home:yours.loading")}</span>
        <span className={`${CARD} skeleton`} />
        <span className={`${CARD} skeleton`} />
        <span className={`${CARD} skeleton`} />
      </div>
    )
  }
  const { requests, events, posts, country, is_new: isNew } = data
  if (requests.length + events.length + posts.length === 0) {
    return (
      <p
        className={`${ROW} flex-col justify-center text-soft`}
        data-no-notice={isNew ? "" : undefined}
      >
        {t(isNew ? "home:yours.welcome" : "home:yours.empty")}
        <span className="flex flex-wrap gap-3">
          <a className="btn btn-small" href={localePath(isNew ? "/welcome" : "/teams", locale)}>
            {t(isNew ? "home:yours.begin" : "home:hero.teams")}
          </a>
          {country && (
            <a className="btn btn-ghost btn-small" href={localePath(countryPath(country), locale)}>
              {t(`home:country.${country}`)}
            </a>
          )}
        </span>
      </p>
    )
  }
  return (
    <ul className={`${ROW} overflow-x-auto [scrollbar-width:thin]`}>
      {requests.map(({ name, slug, count }) => (
        <Card
          key={slug}
          isUrgent
          label={name}
          title={t("home:yours.requests", { count })}
          href={localePath(`/teams/${slug}/manage#requests`, locale)}
        />
      ))}
      {events.map((event) => {
        const { title, language } = inLocale(event, locale)
        const date = (format: "weekday" | "day" | "month" | "time") =>
          formatDate(event.start_date, format, locale, event.time_zone)
        const time = event.is_all_day ? t("calendar:event.allDay") : date("time")
        return (
          <Card
            key={event.id}
            isUrgent={event.answer === "offered"}
            label={`${date("weekday")} ${date("day")} ${date("month")} · ${time}`}
            status={event.answer && t(`signups:mine.is.${event.answer}`)}
            title={title}
            lang={langAttribute(locale, language)}
            href={localePath(pathOf(event), locale)}
          >
            {[event.team_name, event.location].filter(Boolean).join(" · ")}
          </Card>
        )
      })}
      {posts.map((post) => (
        <Card
          key={post.id}
          label={t("home:yours.post")}
          title={post.title}
          lang={langAttribute(locale, post.language)}
          href={localePath(`/teams/${post.team_slug}/posts/${post.id}`, locale)}
        >
          {post.team_name}
        </Card>
      ))}
    </ul>
  )
}

interface CardProps {
  label: string
  /** The viewer's answer to an event. */
  status?: string | null
  title: string
  lang?: string | undefined
  href: string
  /** True when the viewer must answer, for example a join request. */
  isUrgent?: boolean
  children?: ReactNode
}

const Card = ({ label, status, title, lang, href, isUrgent, children }: CardProps) => (
  <li
    className={`${CARD} border ${isUrgent ? "border-glow bg-glow-wash" : "border-line bg-raise"}`}
  >
    <p className="truncate text-sm text-soft">{label}</p>
    <h2 className="line-clamp-2 text-base" lang={lang}>
      <CoverLink className="after:rounded-card" href={href}>
        {title}
      </CoverLink>
    </h2>
    <p className="mt-auto truncate text-sm text-soft">{children}</p>
    {status && <p className="truncate text-sm font-semibold">{status}</p>}
  </li>
)
