/** A post, with what its editors can do about it. Looks as `PostView.astro`. */
import { useState } from "react"
import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { relativeTime } from "../../i18n/relative-time.ts"
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx"
import { focusIdIfLost } from "../../ui/focus-if-lost.ts"
import { RenderedHtml } from "../../ui/RenderedHtml.tsx"
import { tellOutcome } from "../../ui/tell-outcome.ts"
import { HiddenNote } from "../reports/HiddenNote.tsx"
import type { Session } from "../session/session.ts"
import { openPostDialog } from "./open-post-dialog.tsx"
import { PostVideo } from "./PostVideo.tsx"
import type { TeamPost } from "./post.ts"
import { ReportPost } from "./ReportPost.tsx"
import type { Team } from "./team.ts"
import { blogStore } from "./team-page.ts"

interface Props {
  post: TeamPost
  country: Team["country"]
  isEditable: boolean
  session: Session
}

export function PostCard({ post, country, isEditable, session }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  return (
    <article className="post">
      {post.is_hidden && <HiddenNote kind="post" />}
      <p className="meta">
        <time dateTime={post.created_at} title={formatDate(post.created_at, "shortDate", locale)}>
          {relativeTime(post.created_at, Date.now(), locale, t)}
        </time>
        <Author post={post} />
        {!post.is_published && !post.is_hidden && (
          <span className="badge badge-glow">{t("teams:posts.draft")}</span>
        )}
        <ReportPost post={post} session={session} />
      </p>
      {/* Nobody knows the language of what members write; it need not be the page's. */}
      <h3 lang="">{post.title}</h3>
      <RenderedHtml className="prose" lang="" html={post.content_html} />
      {post.video_url && (
        <PostVideo id={post.id} title={post.title} url={post.video_url} country={country} />
      )}
      {isEditable && <Controls post={post} />}
    </article>
  )
}

function Author({ post: { user_id, author_name } }: { post: TeamPost }) {
  const t = pageTranslate()
  const [before, after] = t("teams:posts.by", { author: "\n" }).split("\n")
  if (!user_id) return <span>{t("teams:posts.by", { author: t("teams:posts.formerMember") })}</span>
  return (
    author_name && (
      <span>
        {before}
        <a className="team-link" href={localePath(`/members/${user_id}`, pageLocale())}>
          {author_name}
        </a>
        {after}
      </span>
    )
  )
}

function Controls({ post }: { post: TeamPost }) {
  const t = pageTranslate()
  const { title } = post
  const [deletion, setDeletion] = useState<"none" | "asked" | "deleting">("none")
  const isBusy = deletion === "deleting"

  async function remove() {
    setDeletion("deleting")
    const failure = await blogStore.remove(post.id)
    if (failure) setDeletion("none")
    tellOutcome(failure, { title: t("teams:posts.deleted") }, "teams:posts.deleteFailed", post.id)
    focusIdIfLost("blog")
  }

  return (
    <div className="post-controls">
      <button
        className="btn btn-ghost btn-small"
        type="button"
        aria-label={t("teams:posts.editItem", { title })}
        onClick={() => openPostDialog(post)}
      >
        {t("teams:posts.edit")}
      </button>
      <button
        className="btn btn-danger btn-small"
        type="button"
        aria-label={t("teams:posts.deleteItem", { title })}
        onClick={() => setDeletion("asked")}
      >
        {t("teams:posts.delete")}
      </button>
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
  )
}
