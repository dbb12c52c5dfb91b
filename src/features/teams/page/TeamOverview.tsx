import { formatDate } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { getLangAttribute } from "../../../i18n/translation.ts"
import { currentTime } from "../../../shared/clock.ts"
import { CoverLink } from "../../../ui/CoverLink.tsx"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { isOver, type PublicEvent } from "../../events/event.ts"
import { getPostPicture, getPostThumbnail } from "../pictures.ts"
import type { Team, TeamPost } from "../schema.ts"
import { postPath } from "../team.ts"
import { UpcomingEventRow } from "../UpcomingEventRow.tsx"
import { MAX_TEAM_EVENTS, type PostCard, type TeamPage } from "./schema.ts"

/**
 * Returns the next events, canceled ones last, and the newest post with the newest video post. The events must be
 * sorted by start, and the posts by newest first.
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
}

/** Renders the next events and the newest posts of a team. */
export function TeamOverview({ locale, team, overview }: Props) {
  const t = tFor(locale)
  const { next_events, newest_posts } = overview
  const lastEnd = next_events
    .map(({ end_date }) => end_date)
    .toSorted()
    .at(-1)
  return (
    <div className="grid content-start gap-7">
      {next_events.length > 0 && (
        // A script sets `data-past` when all events are over. Signed-in viewers see `OwnTeamEvents` instead.
        <section
          className="in-data-[session=loading]:hidden signed-in:hidden data-past:hidden"
          data-ends={lastEnd}
          aria-labelledby="next-events"
        >
          <h2 id="next-events" className="text-xl">
            {t("teams:page.nextEvents")}
          </h2>
          <ul className="mt-2">
            {next_events.map((event) => (
              <UpcomingEventRow key={event.id} locale={locale} event={event} />
            ))}
          </ul>
        </section>
      )}
      {newest_posts.length > 0 && (
        <section aria-labelledby="newest-posts">
          <h2 id="newest-posts" className="text-xl">
            {t("teams:page.newest")}
          </h2>
          <ul className="mt-2">
            {newest_posts.map((post) => (
              <PostRow key={post.id} locale={locale} team={team} post={post} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function PostRow({ locale, team, post }: Omit<Props, "overview"> & { post: PostCard }) {
  const t = tFor(locale)
  const { id, title, video_url, created_at } = post
  return (
    <li className="relative flex items-center gap-4 border-t border-line py-3">
      <span className="relative grid w-32 flex-none overflow-hidden rounded-small bg-night">
        <img
          className="aspect-video size-full object-cover"
          src={getPostThumbnail(post, team.country)}
          width="128"
          height="72"
          alt=""
          decoding="async"
        />
        {video_url && (
          <span className="absolute top-1/2 left-1/2 grid size-10 [translate:-50%_-50%] place-items-center rounded-full bg-glow text-on-glow *:fill-current">
            <IslandIcon name="video" size={18} />
          </span>
        )}
      </span>
      <div className="min-w-0">
        <h3 className="line-clamp-2 text-base" lang={getLangAttribute(locale, post.language)}>
          <CoverLink href={localePath(postPath(team.slug, id), locale)}>{title}</CoverLink>
        </h3>
        <p className="meta">
          <time dateTime={created_at} data-relative="">
            {formatDate(created_at, "shortDate", locale)}
          </time>
          {video_url && <span>{t("teams:posts.video")}</span>}
        </p>
      </div>
    </li>
  )
}
