import { formatDate } from "../../../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../../../i18n/page-translate.ts"
import { localePath } from "../../../../i18n/paths.ts"
import { AdminList } from "../../../admin/AdminScreen.tsx"
import { createBulkCall, createBulkDeletion } from "../../../admin/list/actions.ts"
import { type Action, createListParams, type ListResource } from "../../../admin/list/resource.ts"
import { RowBadges, RowLines } from "../../../admin/list/row-parts.tsx"
import type { ListViews } from "../../../admin/list/views.ts"
import { Badge, HiddenBadge } from "../../../admin/parts.tsx"
import { postPath, teamPath } from "../../team.ts"
import { type ListedPost, listedPost } from "./schema.ts"

/** Creates the action that publishes or hides posts. Only super admins can publish a hidden post, not its team. */
function createVisibilityAction(name: "publish" | "hide"): Action<ListedPost> {
  const is_published = name === "publish"
  return {
    name,
    icon: is_published ? "eye" : "lock",
    label: `admin:posts.${name}.label`,
    itemLabel: `admin:posts.${name}.item`,
    appliesTo: (post) => post.is_published !== is_published,
    run: createBulkCall("posts", name, (post) =>
      post.is_published === is_published
        ? post
        : { ...post, is_published, is_hidden: !is_published, updated_at: new Date().toISOString() },
    ),
    done: { title: "admin:posts.updated", text: `admin:posts.${name}.done` },
    doneMany: `admin:posts.${name}.doneMany`,
    failed: "admin:posts.updateFailed",
  }
}

const actions: Action<ListedPost>[] = [
  createVisibilityAction("publish"),
  createVisibilityAction("hide"),
  createBulkDeletion("posts"),
]

const posts: ListResource<ListedPost> = {
  name: "posts",
  row: listedPost,
  getTitle: ({ title }) => title,
  params: createListParams(["published", "draft", "video", "hidden"]),
  publicPath: "/teams",
  actions,
  bulk: actions,
}

function PostRow({ row }: { row: ListedPost }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { created_at, updated_at, is_published } = row
  return (
    <>
      <RowLines
        title={
          <a className="link" href={localePath(postPath(row.team_slug, row.id), locale)}>
            {row.title}
          </a>
        }
        lang={row.language}
        text={row.excerpt}
        facts={
          <>
            <a className="link" href={localePath(teamPath(row.team_slug), locale)}>
              {row.team_name}
            </a>
            <span>{row.author_name ?? t("admin:posts.formerMember")}</span>
            <time dateTime={created_at} title={formatDate(created_at, "dateTime", locale)}>
              {t("admin:posts.created", { date: formatDate(created_at, "shortDate", locale) })}
            </time>
            {updated_at !== created_at && (
              <time dateTime={updated_at} title={formatDate(updated_at, "dateTime", locale)}>
                {t("admin:posts.changed", { date: formatDate(updated_at, "shortDate", locale) })}
              </time>
            )}
          </>
        }
      />
      <RowBadges>
        <Badge tone={is_published ? "good" : "plain"}>
          {t(is_published ? "admin:posts.published" : "admin:posts.draft")}
        </Badge>
        {row.is_hidden && <HiddenBadge />}
        {row.video_url && <Badge>{t("admin:posts.video")}</Badge>}
      </RowBadges>
    </>
  )
}

const views: ListViews<ListedPost> = {
  Row: PostRow,
  getLink: ({ team_slug }) => teamPath(team_slug),
  linkText: { label: "admin:posts.viewTeam", itemLabel: "admin:posts.viewTeamItem" },
  filters: {
    published: "admin:posts.published",
    draft: "admin:posts.draft",
    video: "admin:posts.video",
    hidden: "admin:hidden.badge",
  },
  lead: "admin:posts.lead",
  searchLabel: "admin:posts.search",
}

export default function PostsAdmin() {
  return <AdminList resource={posts} views={views} />
}
