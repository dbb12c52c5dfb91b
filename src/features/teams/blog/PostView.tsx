import { useStore } from "@nanostores/react"
import { computed } from "nanostores"
import { type ReactNode, useMemo } from "react"
import type { Locale } from "../../../i18n/locales.ts"
import { getLoginLink, localePath } from "../../../i18n/paths.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { createQuery } from "../../../islands/query.ts"
import { ShellState } from "../../../islands/ShellState.tsx"
import { useItem } from "../../../islands/use-item.ts"
import { $session } from "../../../session/session.ts"
import { Breadcrumbs } from "../../../ui/Breadcrumbs.tsx"
import { useIsHydrated } from "../../../ui/hydration.ts"
import type { Cards } from "../../cards/cards.ts"
import { CheerButton } from "../../cheers/CheerButton.tsx"
import type { CheerableContent } from "../../cheers/cheers.ts"
import { CommentsSection } from "../../comments/CommentsSection.tsx"
import { ShareButtons } from "../../news/ShareButtons.tsx"
import { ReportAction } from "../../reports/ReportAction.tsx"
import { type PostWithTeam, postWithTeam } from "../schema.ts"
import { getPostId, postPath, teamPath } from "../team.ts"
import { Post } from "./Post.tsx"

interface ViewProps {
  locale: Locale
  post: PostWithTeam
  cards?: Cards
  children?: ReactNode
}

export function PostView({ locale, post, cards, children }: ViewProps) {
  const t = tFor(locale)
  const { team_name, team_slug: slug, team_country: country } = post
  const trail = [
    { name: t("common:nav.home"), href: localePath("/", locale) },
    { name: t("teams:title"), href: localePath("/teams", locale) },
    { name: team_name, href: localePath(teamPath(slug), locale) },
  ]
  return (
    <div className="*:[--wide:var(--column)]">
      <div className="wrap pt-7">
        <Breadcrumbs label={t("common:breadcrumbs")} trail={trail} />
        <div className="mt-4.5">
          <Post
            isPage
            locale={locale}
            team={{ slug, country }}
            post={post}
            {...(cards && { cards })}
          >
            {children}
          </Post>
        </div>
      </div>
      {post.is_published && <ShareButtons locale={locale} name={slug} />}
    </div>
  )
}

interface ActionsProps {
  locale: Locale
  post: CheerableContent & Pick<PostWithTeam, "team_slug">
}

/** Renders the buttons to cheer and report a post. For signed-in members, the API's response replaces `post`. */
export function PostActions({ locale, post: initialPost }: ActionsProps) {
  const { id, title, team_slug } = initialPost
  const $post = useMemo(() => {
    const $path = computed($session, ({ status }) => status === "signed-in" && `/api/posts/${id}`)
    return createQuery([$path], postWithTeam)
  }, [id])
  const { data } = useStore($post)
  const session = useStore($session)
  const isHydrated = useIsHydrated()
  const post = (isHydrated && data) || initialPost
  const viewerId = isHydrated && session.status === "signed-in" ? session.user.id : null
  const loginUrl = getLoginLink(localePath(postPath(team_slug, id), locale), locale)
  return (
    <div className="mt-5.5 flex min-h-10 flex-wrap items-center gap-x-5 gap-y-2.5">
      <CheerButton locale={locale} content={post} loginUrl={loginUrl} />
      {(viewerId === null || data?.user_id !== viewerId) && (
        <ReportAction
          locale={locale}
          target={{ kind: "post", id, title }}
          loginUrl={loginUrl}
          isSignedIn={viewerId !== null}
        />
      )}
    </div>
  )
}

/** Loads a post from the API and shows it, as long as the post has no prebuilt page. */
export function PostShell({ locale }: { locale: Locale }) {
  const t = tFor(locale)
  const id = getPostId(location.pathname)
  const notFound = {
    title: t("teams:posts.notFound.title"),
    text: t("teams:posts.notFound.text"),
  }
  const state = useItem(
    id && `/api/posts/${id}`,
    postWithTeam,
    ({ title }) => title,
    notFound.title,
  )
  if (state.status === "found") {
    const post = state.item
    return (
      <>
        <PostView locale={locale} post={post}>
          {post.is_published && <PostActions locale={locale} post={post} />}
        </PostView>
        {post.is_published && (
          <CommentsSection
            locale={locale}
            contentId={post.id}
            path={postPath(post.team_slug, post.id)}
          />
        )}
      </>
    )
  }
  return (
    <ShellState
      locale={locale}
      state={state}
      loading={t("teams:posts.loadingOne")}
      notFound={notFound}
      failed={{ title: t("teams:posts.failed"), text: t("teams:page.failed.text") }}
      back={{ href: localePath("/teams", locale), label: t("teams:page.notFound.back") }}
    />
  )
}
