import type { ReactNode } from "react"
import { artCover } from "../../../art/pictures.ts"
import { getCountryColor } from "../../../countries.ts"
import { formatDate } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../../i18n/paths.ts"
import { formatRelativeTime } from "../../../i18n/relative-time.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { getLangAttribute } from "../../../i18n/translation.ts"
import { currentTime } from "../../../shared/clock.ts"
import { parseVideo } from "../../../shared/video.ts"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { LanguageLabel } from "../../../ui/LanguageLabel.tsx"
import { EmptyState } from "../../../ui/LoadState.tsx"
import type { Cards } from "../../cards/cards.ts"
import { FilledHtml } from "../../cards/FilledHtml.tsx"
import { CheerButton } from "../../cheers/CheerButton.tsx"
import { HiddenNote } from "../../reports/HiddenNote.tsx"
import { ReportAction } from "../../reports/ReportAction.tsx"
import type { Team, TeamPost } from "../schema.ts"
import { MEMBER_LINK_REL, postPath } from "../team.ts"

interface Props {
  locale: Locale
  team: Pick<Team, "slug" | "country">
  post: TeamPost
  viewerId?: string
  /** Cards of teams and events. They replace links to these teams and events in the text. */
  cards?: Cards
  isPage?: boolean
  children?: ReactNode
}

const LINK_CLASSES = "underline decoration-edge underline-offset-4 hover:decoration-current"

export function Post({ locale, team, post, viewerId, cards, isPage = false, children }: Props) {
  const t = tFor(locale)
  const { id, user_id, created_at, title } = post
  const date = formatDate(created_at, isPage ? "date" : "shortDate", locale)
  const path = localePath(postPath(team.slug, id), locale)
  const loginUrl = getLoginLink(path, locale)
  const lang = getLangAttribute(locale, post.language)
  const isReportable =
    !isPage &&
    post.is_published &&
    !post.is_hidden &&
    (viewerId === undefined || user_id !== viewerId)
  return (
    <article className="max-w-(--column) border-t border-line py-8 first:border-t-0 first:pt-0">
      {post.is_hidden && <HiddenNote className="mb-5" kind="post" />}
      <p className="meta min-h-7">
        {/* In prebuilt pages, a script replaces the date with the relative time (`data-relative`). */}
        {import.meta.env.SSR ? (
          <time dateTime={created_at} data-relative="">
            {date}
          </time>
        ) : (
          <time dateTime={created_at} title={date}>
            {formatRelativeTime(created_at, currentTime(), t)}
          </time>
        )}
        <Author locale={locale} post={post} />
        {isPage && <LanguageLabel locale={locale} language={post.language} />}
        {!post.is_published && !post.is_hidden && (
          <span className="badge badge-glow">{t("teams:posts.draft")}</span>
        )}
        {isReportable && (
          <ReportAction
            locale={locale}
            target={{ kind: "post", id, title }}
            loginUrl={loginUrl}
            isSignedIn={viewerId !== undefined}
            label={t("reports:action.postItem", { title })}
            className="ml-auto"
          />
        )}
      </p>
      {isPage ? (
        <h1 className="mt-2 text-[clamp(30px,4.4vw,52px)] font-extrabold" lang={lang}>
          {title}
        </h1>
      ) : (
        <h3 className="mt-2 text-[clamp(21px,2.2vw,27px)] font-bold" lang={lang}>
          <a className="underline-offset-4 hover:underline" href={path}>
            {title}
          </a>
        </h3>
      )}
      <FilledHtml
        className="prose mx-0 mt-4 w-auto text-base leading-relaxed"
        locale={locale}
        lang={lang}
        html={post.content_html}
        cards={cards}
      />
      <Video locale={locale} team={team} post={post} />
      {!isPage && post.is_published && (
        <p className="mt-5.5">
          <CheerButton locale={locale} content={post} loginUrl={loginUrl} />
        </p>
      )}
      {children}
    </article>
  )
}

function Author({ locale, post: { user_id, author_name } }: Pick<Props, "locale" | "post">) {
  const t = tFor(locale)
  // The name is translated as a line break and then split off, so that the name can become a link.
  const [before, after] = t("teams:posts.by", { author: "\n" }).split("\n")
  if (!user_id) return <span>{t("teams:posts.by", { author: t("teams:posts.formerMember") })}</span>
  return (
    author_name && (
      <span>
        {before}
        <a className={LINK_CLASSES} href={localePath(`/members/${user_id}`, locale)}>
          {author_name}
        </a>
        {after}
      </span>
    )
  )
}

const PLAY_BUTTON_CLASSES =
  "absolute top-1/2 left-1/2 [translate:-50%_-50%] grid size-19 place-items-center rounded-full bg-glow text-on-glow"

/**
 * Renders a link to the video. If the site can play the video, the link has a thumbnail, and a click replaces the link
 * with a player (`ui/video-player.ts`).
 */
function Video({ locale, team, post }: Pick<Props, "locale" | "team" | "post">) {
  const t = tFor(locale)
  const { id, title, video_url, video_thumb_url } = post
  const video = video_url ? parseVideo(video_url) : null
  if (!video_url || !video) return null
  if (!video.playerUrl) {
    return (
      <p>
        <a
          className={`mt-4 inline-flex items-center gap-1.5 ${LINK_CLASSES}`}
          href={video_url}
          rel={MEMBER_LINK_REL}
        >
          {t("teams:posts.openVideo")}
          <IslandIcon name="out" size={18} />
        </a>
      </p>
    )
  }
  const thumbnailStem = video_thumb_url?.replace(/\.webp$/, "")
  const playerUrl = new URL(video.playerUrl)
  playerUrl.searchParams.set("autoplay", "1")
  return (
    <div className="group relative mt-6 aspect-video overflow-hidden rounded-card bg-night *:size-full">
      <a
        className="block focus-visible:-outline-offset-3"
        href={video_url}
        rel={MEMBER_LINK_REL}
        data-player={playerUrl.href}
        data-frame-title={t("teams:posts.videoFrame", { title })}
      >
        <img
          className="lit size-full object-cover"
          src={video_thumb_url ?? artCover(id, getCountryColor(team.country)).src}
          srcSet={
            video_thumb_url
              ? `${thumbnailStem}-640.webp 640w, ${thumbnailStem}.webp 1280w`
              : undefined
          }
          sizes="(width < 768px) 88vw, 720px"
          alt=""
          loading="lazy"
          decoding="async"
        />
        <span className={PLAY_BUTTON_CLASSES}>
          <span className="[translate:2px_0] *:fill-current">
            <IslandIcon name="video" size={30} />
          </span>
        </span>
        <span className="sr-only">{t("teams:posts.play", { title })}</span>
      </a>
    </div>
  )
}

export function PostList({
  locale,
  team,
  posts,
  cards,
}: Pick<Props, "locale" | "team"> & { posts: TeamPost[]; cards: Cards }) {
  if (posts.length === 0) return <NoPosts locale={locale} />
  return (
    <div>
      {posts.map((post) => (
        <Post key={post.id} locale={locale} team={team} post={post} cards={cards} />
      ))}
    </div>
  )
}

export function NoPosts({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  return <EmptyState title={t("teams:posts.empty.title")} text={t("teams:posts.empty.text")} />
}
