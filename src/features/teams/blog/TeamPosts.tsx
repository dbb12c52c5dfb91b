import type { TeamPostCard } from "../../../../db/queries/team-posts.ts"
import { getCountryColor } from "../../../countries.ts"
import { formatDate } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { getLangAttribute } from "../../../i18n/translation.ts"
import { CoverLink } from "../../../ui/CoverLink.tsx"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { EmptyState } from "../../../ui/LoadState.tsx"
import { getPostThumbnail } from "../pictures.ts"
import { postPath } from "../team.ts"

interface Props {
  locale: Locale
  posts: TeamPostCard[]
}

export function TeamPosts({ locale, posts }: Props) {
  const t = tFor(locale)
  return (
    <section className="wrap section" aria-labelledby="posts">
      <div className="section-head">
        <h2 id="posts">{t("home:posts.title")}</h2>
        <a className="more" href={localePath("/teams", locale)}>
          {t("home:posts.all")}
        </a>
      </div>
      {posts.length === 0 ? (
        <EmptyState title={t("home:posts.empty.title")} text={t("home:posts.empty.text")} />
      ) : (
        <ul className="strip max-md:auto-cols-[152px] max-md:gap-x-4 md:grid md:grid-cols-2 md:gap-x-14">
          {posts.map((post) => (
            <TeamPostRow key={post.id} locale={locale} post={post} />
          ))}
        </ul>
      )}
    </section>
  )
}

interface RowProps extends Pick<Props, "locale"> {
  post: TeamPostCard
}

function TeamPostRow({ locale, post }: RowProps) {
  const t = tFor(locale)
  const countryColor = getCountryColor(post.team_country)
  return (
    <li className="relative flex gap-5 border-line max-md:flex-col max-md:gap-2 md:items-center md:border-t md:py-4 md:nth-last-[-n+2]:border-b">
      <span className="picture-frame aspect-square w-23 flex-none rounded-small bg-night max-md:w-full">
        <img
          className="size-full object-cover"
          src={getPostThumbnail(post, post.team_country)}
          width="92"
          height="92"
          alt=""
          loading="lazy"
          decoding="async"
        />
      </span>
      <div className="flex flex-1 flex-col">
        <p className="meta">
          <span className={`dot place-${countryColor}`} />
          <span>{post.team_name}</span>
          {post.video_url && (
            <span className="inline-flex items-center gap-0.5">
              <IslandIcon name="video" size={15} />
              {t("home:posts.video")}
            </span>
          )}
        </p>
        <h3 className="mt-0.5 mb-1 line-clamp-3 font-sans text-base tracking-normal">
          <CoverLink
            href={localePath(postPath(post.team_slug, post.id), locale)}
            lang={getLangAttribute(locale, post.language)}
          >
            {post.title}
          </CoverLink>
        </h3>
        <time className="mt-auto text-sm text-soft" dateTime={post.created_at} data-relative="">
          {formatDate(post.created_at, "shortDate", locale)}
        </time>
      </div>
    </li>
  )
}
