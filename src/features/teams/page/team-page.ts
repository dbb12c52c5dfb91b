/** What the islands of a team's page read, and change in what they have read. */
import { atom, computed } from "nanostores"
import type { ReactNode } from "react"
import type { Locale } from "../../../i18n/locales.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import {
  createQuery,
  failureOf,
  mutateCache,
  revalidateKeys,
  updateCache,
} from "../../../islands/query.ts"
import type { Session } from "../../../session/session.ts"
import { failureText } from "../../../ui/forms/failure-text.ts"
import { showToast } from "../../../ui/toast/toasts.ts"
import { type SeenTeam, type TeamMember, type TeamPost, teamMembers, teamPosts } from "../schema.ts"
import { type TeamPage, teamPage } from "./schema.ts"
import { $openedTabs, type Tab } from "./team-script.ts"

/** The team that is queried for; null while its page is as it was built. */
export const $slug = atom<string | null>(null)

const slugOnTab = (tab: Tab) =>
  computed([$slug, $openedTabs], (slug, opened) => (opened.has(tab) ? slug : null))
const $blogSlug = slugOnTab("blog")

export const $team = createQuery(["/api/teams/", $slug], teamPage)
export const $members = createQuery(["/api/teams/", slugOnTab("members"), "/members"], teamMembers)

const POSTS_PER_PAGE = "20"

/** A page of the blog; `cursor` is the `next` of the one before. */
export const postsAfter = (cursor: string | null) => {
  const query = new URLSearchParams({ limit: POSTS_PER_PAGE, ...(cursor ? { cursor } : {}) })
  return createQuery(["/api/teams/", $blogSlug, `/posts?${query}`], teamPosts, {
    onError(error) {
      const code = failureOf(error).code
      // The page says that already, and larger.
      if (code === "not_found") return
      const t = pageTranslate()
      const title = t("teams:posts.failed")
      showToast({ tone: "error", title, text: t(failureText(code)), about: title })
    },
  })
}

/** Reads the team, and who is in it, anew. */
export const refreshTeam = (slug: string): void =>
  revalidateKeys([`/api/teams/${slug}`, `/api/teams/${slug}/members`])

/** Shows at once who is in the team after a change, and reads it anew. */
export function changeMembers(slug: string, change: (members: TeamMember[]) => TeamMember[]): void {
  const isOfTeam = (key: string) =>
    [`/api/teams/${slug}`, `/api/teams/${slug}/members`].includes(key)
  void updateCache(isOfTeam, teamMembers, ({ members }) => ({ members: change(members) }))
}

/** What the viewer is to the team, as an answer just said. */
export function setStanding(
  team: SeenTeam,
  changes: Partial<Pick<TeamPage, "role" | "request">>,
): void {
  mutateCache(`/api/teams/${team.slug}`, { ...team, ...changes })
}

function changePosts(
  slug: string,
  change: (posts: TeamPost[], isFirstPage: boolean) => TeamPost[],
) {
  const isBlog = (key: string) => key.startsWith(`/api/teams/${slug}/posts?`)
  void updateCache(isBlog, teamPosts, (page, key) => ({
    ...page,
    posts: change(page.posts, !key.includes("cursor=")),
  }))
}

/** Shows a saved post in its place; a new one comes first. */
export const putPost = (slug: string, post: TeamPost, isNew: boolean): void =>
  changePosts(slug, (posts, isFirstPage) =>
    isNew && isFirstPage
      ? [post, ...posts]
      : posts.map((other) => (other.id === post.id ? post : other)),
  )

export const dropPost = (slug: string, id: string): void =>
  changePosts(slug, (posts) => posts.filter((post) => post.id !== id))

/** What a tab's script shows in place of what was built. */
export interface TabProps {
  locale: Locale
  team: SeenTeam
  session: Session
  /** What was built, until the API has told more; none in the shell. */
  children?: ReactNode
}
