/** Renders a team's blog from the API, for signed-in members and for teams without a prebuilt page. */
import { useStore } from "@nanostores/react"
import { useMemo, useState } from "react"
import type { Locale } from "../../../i18n/locales.ts"
import { tFor } from "../../../i18n/t-for.ts"
import { QueryState } from "../../../islands/QueryState.tsx"
import { call } from "../../../shared/call.ts"
import { Button } from "../../../ui/Button.tsx"
import { ConfirmDialog } from "../../../ui/dialog/ConfirmDialog.tsx"
import { focusIdIfLost } from "../../../ui/dialog/focus-if-lost.ts"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"
import { IslandIcon } from "../../../ui/island-icons.tsx"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { createPostsQuery, removeCachedPost, type TabProps } from "../page/team-page.ts"
import { mayEditPost, mayWritePosts } from "../rights.ts"
import type { TeamPost } from "../schema.ts"
import { NoPosts, Post } from "./Post.tsx"

export default function Blog(props: TabProps) {
  const { locale, team, session } = props
  return (
    <>
      {mayWritePosts(session, team.role) && (
        <Button className="btn-small mb-7" onClick={() => openPostDialog(team.slug, null)}>
          <IslandIcon name="plus" size={18} />
          {tFor(locale)("teams:posts.write")}
        </Button>
      )}
      <div>
        <Posts {...props} cursor={null} />
      </div>
    </>
  )
}

/** Renders one page of posts. A button adds the next page below it. `cursor` is null for the first page. */
function Posts({ cursor, children, ...tabProps }: TabProps & { cursor: string | null }) {
  const { locale, team, session } = tabProps
  const t = tFor(locale)
  const $posts = useMemo(() => createPostsQuery(cursor), [cursor])
  const { data, error } = useStore($posts)
  const [isNextPageShown, setIsNextPageShown] = useState(false)
  if (!data) {
    return (
      <>
        {children}
        {(error || !children) && (
          <QueryState query={$posts} loading="teams:posts.loading" failed="teams:posts.failed" />
        )}
      </>
    )
  }
  if (data.posts.length === 0 && !cursor) return <NoPosts locale={locale} />
  return (
    <>
      {data.posts.map((post) => (
        <Post
          key={post.id}
          locale={locale}
          team={team}
          post={post}
          viewerId={session.status === "signed-in" ? session.user.id : undefined}
        >
          {mayEditPost(session, team.role, post) && (
            <PostControls
              locale={locale}
              slug={team.slug}
              post={post}
              // The page of an unlisted team has a notice about the whole team instead.
              hasUnlistedNotice={team.is_listed && post.is_published && !post.is_listed}
            />
          )}
        </Post>
      ))}
      {data.next &&
        (isNextPageShown ? (
          <Posts {...tabProps} cursor={data.next} />
        ) : (
          <p className="mt-4 text-center">
            <Button className="btn-ghost" onClick={() => setIsNextPageShown(true)}>
              {t("teams:posts.more")}
            </Button>
          </p>
        ))}
    </>
  )
}

const openPostDialog = (slug: string, post: TeamPost | null) =>
  void openDialog(async () => (await import("./PostDialog.tsx")).PostDialog, { slug, post })

interface ControlsProps {
  locale: Locale
  slug: string
  post: TeamPost
  hasUnlistedNotice: boolean
}

function PostControls({ locale, slug, post, hasUnlistedNotice }: ControlsProps) {
  const t = tFor(locale)
  const { id, title } = post
  const [deletion, setDeletion] = useState<"none" | "confirming" | "deleting">("none")
  const isBusy = deletion === "deleting"

  async function remove() {
    setDeletion("deleting")
    const result = await call(`/api/posts/${id}`, { method: "DELETE" })
    // `not_found`: the post was already deleted, which counts as a success.
    const isGone = result.ok || result.failure.code === "not_found"
    if (isGone) removeCachedPost(slug, id)
    else setDeletion("none")
    showOutcome(
      isGone ? null : result,
      { title: t("teams:posts.deleted") },
      "teams:posts.deleteFailed",
      id,
    )
    focusIdIfLost("blog")
  }

  return (
    <>
      {hasUnlistedNotice && <p className="hint">{t("teams:posts.unlisted")}</p>}
      <div className="mt-5.5 flex gap-2.5">
        <Button
          className="btn-ghost btn-small"
          aria-label={t("teams:posts.editItem", { title })}
          onClick={() => openPostDialog(slug, post)}
        >
          {t("teams:posts.edit")}
        </Button>
        <Button
          className="btn-danger btn-small"
          aria-label={t("teams:posts.deleteItem", { title })}
          onClick={() => setDeletion("confirming")}
        >
          {t("teams:posts.delete")}
        </Button>
        {deletion !== "none" && (
          <ConfirmDialog
            title={t("teams:posts.confirmDelete.title")}
            text={t("teams:posts.confirmDelete.text", { title })}
            confirm={t(`teams:posts.confirmDelete.${isBusy ? "deleting" : "confirm"}`)}
            cancel={t("teams:posts.confirmDelete.cancel")}
            isBusy={isBusy}
            onConfirm={() => void remove()}
            onCancel={() => !isBusy && setDeletion("none")}
          />
        )}
      </div>
    </>
  )
}
