/** A team's page in the browser: one store of each kind for its islands. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToast } from "../../ui/toasts.ts"
import { createBlogStore, deletePost, fetchPosts } from "./blog.ts"
import { actOnMember, createPeopleStore, fetchMembers } from "./people.ts"
import { slugOf } from "./team.ts"
import { createTeamStore, fetchTeam, sendRequest, withdrawRequest } from "./team-store.ts"

export const pageSlug = (): string | null => slugOf(location.pathname)

export const teamStore = createTeamStore({
  slug: pageSlug,
  fetchTeam,
  sendRequest,
  withdrawRequest,
})

export const peopleStore = createPeopleStore({
  slug: pageSlug,
  fetchMembers,
  actOnMember,
  onChanged: teamStore.load,
})

export const blogStore = createBlogStore({
  slug: pageSlug,
  fetchPosts,
  deletePost,
  onLoadFailed({ code }) {
    // The page says that already, and larger.
    if (code === "not_found") return
    const t = pageTranslate()
    showToast({ tone: "error", title: t("teams:posts.failed"), text: t(failureText(code)) })
  },
})
