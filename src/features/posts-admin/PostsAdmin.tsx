/** The screen of teams' posts in the admin area. */
import { AdminList } from "../admin/AdminList.tsx"
import type { ListViews } from "../admin/views.ts"
import { PostRow } from "./PostRow.tsx"
import { type ListedPost, posts } from "./posts.ts"

const views: ListViews<ListedPost> = {
  Row: PostRow,
  linkOf: ({ team_slug }) => `/teams/${team_slug}`,
  linkText: { label: "admin:posts.viewTeam", itemLabel: "admin:posts.viewTeamItem" },
  filters: {
    published: "admin:posts.published",
    draft: "admin:posts.draft",
    video: "admin:posts.video",
    hidden: "admin:hidden.badge",
  },
  texts: {
    title: "admin:posts.title",
    lead: "admin:posts.lead",
    list: "admin:posts.title",
    search: "admin:posts.search",
    empty: "admin:posts.empty",
    loadFailed: "admin:posts.loadFailed",
  },
}

export default function PostsAdmin() {
  return <AdminList resource={posts} views={views} />
}
