import { atom, computed } from "nanostores"
import type { ReactNode } from "react"
import type { Locale } from "../../../i18n/locales.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import {
  createQuery,
  mutateCache,
  revalidateKeys,
  toFailure,
  updateCache,
} from "../../../islands/query.ts"
import type { Session } from "../../../session/session.ts"
import { getFailureKey } from "../../../ui/forms/failure-keys.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { createQuickAnswers } from "../../events/signups/quick-answers.ts"
import { createFollowMutation } from "../../follows/follow.ts"
import {
  type TeamForViewer,
  type TeamMember,
  type TeamPost,
  teamMembers,
  teamPosts,
} from "../schema.ts"
import { type TeamPage, teamPage } from "./schema.ts"
import { $openedTabs, type Tab } from "./team-script.ts"

/** Slug of the team that is read from the API. While it is null, no request is sent. */
export const $slug = atom<string | null>(null)

/** Creates a store of the slug that is null until the tab is opened, so that only opened tabs load their content. */
const createSlugStore = (tab: Tab) =>
  computed([$slug, $openedTabs], (slug, openedTabs) => (openedTabs.has(tab) ? slug : null))
const $blogSlug = createSlugStore("blog")

export const $team = createQuery(["/api/teams/", $slug], teamPage)
export const $members = createQuery(
  ["/api/teams/", createSlugStore("members"), "/members"],
  teamMembers,
)

export const teamFollow = createFollowMutation($team, (_, state) => {
  const team = $team.value?.data
  if (team) $team.mutate({ ...team, ...state })
})

export const teamAnswers = createQuickAnswers({
  queries: [$team],
  events: () => $team.value?.data?.own_events ?? [],
  onAnswered(own_events) {
    const team = $team.value?.data
    if (team) $team.mutate({ ...team, own_events })
  },
})

const POSTS_PER_PAGE = "20"

/** Creates the query for one page of posts. `cursor` is `next` of the previous page, or null for the first page. */
export const createPostsQuery = (cursor: string | null) => {
  const query = new URLSearchParams({ limit: POSTS_PER_PAGE, ...(cursor ? { cursor } : {}) })
  return createQuery(["/api/teams/", $blogSlug, `/posts?${query}`], teamPosts, {
    onError(error) {
      const code = toFailure(error).code
      // TeamPage.tsx shows that the team does not exist.
      if (code === "not_found") return
      const t = pageTranslate()
      const title = t("teams:posts.failed")
      showToast({ tone: "error", title, text: t(getFailureKey(code)), subject: title })
    },
  })
}

export const refreshTeam = (slug: string): void =>
  revalidateKeys([`/api/teams/${slug}`, `/api/teams/${slug}/members`])

/** Changes the cached members, and then reads the members and the team again. */
export function changeMembers(slug: string, change: (members: TeamMember[]) => TeamMember[]): void {
  const isTeamOrMembers = (key: string) =>
    [`/api/teams/${slug}`, `/api/teams/${slug}/members`].includes(key)
  void updateCache(isTeamOrMembers, teamMembers, ({ members }) => ({ members: change(members) }))
}

export function setMembership(
  team: TeamForViewer,
  changes: Partial<Pick<TeamPage, "role" | "request" | "is_following">>,
): void {
  mutateCache(`/api/teams/${team.slug}`, { ...team, ...changes })
}

/** Changes the cached pages of posts, and then reads these pages again. */
function changePosts(
  slug: string,
  change: (posts: TeamPost[], isFirstPage: boolean) => TeamPost[],
) {
  const isPageOfPosts = (key: string) => key.startsWith(`/api/teams/${slug}/posts?`)
  void updateCache(isPageOfPosts, teamPosts, (page, key) => ({
    ...page,
    posts: change(page.posts, !key.includes("cursor=")),
  }))
}

/** Adds a new post to the first cached page, or replaces a changed post. */
export const putPost = (slug: string, post: TeamPost, { isNew }: { isNew: boolean }): void =>
  changePosts(slug, (posts, isFirstPage) =>
    isNew && isFirstPage
      ? [post, ...posts]
      : posts.map((other) => (other.id === post.id ? post : other)),
  )

export const removeCachedPost = (slug: string, id: string): void =>
  changePosts(slug, (posts) => posts.filter((post) => post.id !== id))

export interface TabProps {
  locale: Locale
  team: TeamForViewer
  session: Session
  /** Prebuilt content, which is shown until the API has responded. */
  children?: ReactNode
}
