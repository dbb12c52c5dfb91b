import type { ReactNode } from "react"
import { formatDate } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { getLangAttribute } from "../../../i18n/translation.ts"
import { currentTime } from "../../../shared/clock.ts"
import { CoverLink } from "../../../ui/CoverLink.tsx"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { EventRowLayout } from "../../events/EventRowLayout.tsx"
import { eventPath, formatLocation, isOver, type PublicEvent } from "../../events/event.ts"
import { formatShortDateAndTime } from "../../events/hours.ts"
import { SignupLink } from "../../events/SignupLink.tsx"
import { formatPlaces } from "../../events/signups/counts.ts"
import { getPostCover, getPostPicture } from "../pictures.ts"
import type { Team, TeamPost } from "../schema.ts"
import { postPath } from "../team.ts"
import { MAX_TEAM_EVENTS, type PostCard, type TeamPage } from "./schema.ts"

/**
 * Returns the next events (canceled events last), the newest post, and the newest post with a video. `events` must be
 * sorted by start, and `posts` by age, the newest first.
 */
export function createOverview(
  events: PublicEvent[],
  posts: TeamPost[],
): Pick<TeamPage, "next_events" | "newest_posts"> {
  const newestVideoPost = posts.find(({ video_url }) => video_url)
  return {
    next_events: events
      .filter((event) => !isOver(event, currentTime()))
      .toSorted((a, b) => Number(a.is_cancelled) - Number(b.is_cancelled))
      .slice(0, MAX_TEAM_EVENTS),
    newest_posts: posts
      .filter((post, i) => i === 0 || post === newestVideoPost)
      .map((post) => ({ ...post, picture_url: getPostPicture(post) })),
  }
}

interface Props {
  locale: Locale
  team: Pick<Team, "slug" | "country">
  overview: Pick<TeamPage, "next_events" | "newest_posts">
  /** The description: the second column on wide screens, and below the events and posts on narrow screens. */
  children?: ReactNode
}

export function TeamOverview({ locale, team, overview, children }: Props) {
  const t = tFor(locale)
  const { newest_posts, next_events: events } = overview
  const hasPosts = newest_posts.length > 0
  return (
    <div className="grid gap-x-[clamp(28px,4vw,56px)] gap-y-9 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] lg:items-start">
      {(hasPosts || events.length > 0) && (
        // Signed-in viewers see `OwnTeamEvents` instead of the events.
        <div
          className={`grid gap-9 ${hasPosts ? "" : "in-data-[session=loading]:hidden signed-in:hidden"}`}
        >
          {events.length > 0 && (
            // A script sets `data-past` when all events are over.
            <section
              className="in-data-[session=loading]:hidden signed-in:hidden data-past:hidden"
              data-ends={getLastEnd(events)}
              aria-labelledby="next-events"
            >
              <h2 id="next-events" className="text-xl">
                {t("teams:page.nextEvents")}
              </h2>
              <ul className="mt-2 *:data-past:hidden">
                {events.map((event) => (
                  <EventRowLayout
                    key={event.id}
                    locale={locale}
                    event={event}
                    path={eventPath(event.slug)}
                    time={formatShortDateAndTime(event, locale, t)}
                    place={event.location && formatLocation(event.location)}
                    details={
                      event.signups.takes_signups && !event.is_cancelled && formatPlaces(event, t)
                    }
                    action={<SignupLink locale={locale} event={event} isMain={false} />}
                    end={event.end_date}
                  />
                ))}
              </ul>
            </section>
          )}
          {hasPosts && (
            <section aria-labelledby="newest-posts">
              <h2 id="newest-posts" className="text-xl">
                {t("teams:page.newest")}
              </h2>
              <ul
                className={`mt-3.5 grid gap-x-5 gap-y-7 ${newest_posts.length > 1 ? "sm:grid-cols-2" : ""}`}
              >
                {newest_posts.map((post) => (
                  <PostTile key={post.id} locale={locale} team={team} post={post} />
                ))}
              </ul>
            </section>
          )}
        </div>
      )}
      <div>{children}</div>
    </div>
  )
}

const getLastEnd = (events: PublicEvent[]) =>
  events
    .map(({ end_date }) => end_date)
    .toSorted()
    .at(-1)

function PostTile({ locale, team, post }: Pick<Props, "locale" | "team"> & { post: PostCard }) {
  const t = tFor(locale)
  const { id, title, video_url, created_at } = post
  return (
    <li className="group relative">
      <span className="pic lit picture-frame relative">
        <img
          className="size-full object-cover"
          src={getPostCover(post, team.country).src}
          width="640"
          height="315"
          alt=""
          loading="lazy"
          decoding="async"
        />
        {video_url && (
          <span className="absolute top-1/2 left-1/2 grid size-14 [translate:-50%_-50%] place-items-center rounded-full bg-glow text-on-glow *:fill-current">
            <IslandIcon name="video" size={18} />
          </span>
        )}
      </span>
      <h3 className="mt-3 line-clamp-2" lang={getLangAttribute(locale, post.language)}>
        <CoverLink href={localePath(postPath(team.slug, id), locale)}>{title}</CoverLink>
      </h3>
      <p className="meta mt-1">
        <time dateTime={created_at} data-relative="">
          {formatDate(created_at, "shortDate", locale)}
        </time>
        {video_url && <span>{t("teams:posts.video")}</span>}
      </p>
    </li>
  )
}
