import { useState } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { openDialog } from "../../ui/dialog/open-dialog.ts"
import { Avatar } from "../../ui/pictures/Avatar.tsx"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import { EditForm } from "./EditForm.tsx"
import { COMMENT_CLASSES, formatCommentTime, getAuthorName, splitComment } from "./parts.ts"
import { getCommentAnchor } from "./paths.ts"
import type { Comment } from "./schema.ts"
import type { Thread } from "./thread.ts"

const memberPath = (id: string) => localePath(`/members/${id}`, pageLocale())

function Body({ comment }: { comment: Comment }) {
  const t = pageTranslate()
  return (
    <p className={COMMENT_CLASSES.body} lang="">
      {splitComment(comment, t).map(({ text, href, memberId }, i) =>
        memberId || href ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
            key={i}
            className={COMMENT_CLASSES.link}
            href={memberId ? memberPath(memberId) : href}
            {...(href && { rel: "nofollow ugc noopener", target: "_blank" })}
          >
            {text}
          </a>
        ) : (
          text
        ),
      )}
    </p>
  )
}

interface Props {
  comment: Comment
  /** Missing for a comment that is being sent, which has no actions. */
  thread?: Thread
  /** Whether the viewer may hide the comment. */
  canModerate?: boolean
}

export function CommentItem({ comment, thread, canModerate = false }: Props) {
  const t = pageTranslate()
  const [isEditing, setIsEditing] = useState(false)
  const { id, author, created_at, edited_at, is_unreviewed, hidden_by } = comment
  const name = getAuthorName(comment, t)
  const { relative, exact } = formatCommentTime(created_at, t)
  return (
    <article className={`py-4.5 ${COMMENT_CLASSES.row}`}>
      <Avatar
        className={COMMENT_CLASSES.avatar}
        name={author?.name ?? ""}
        url={author?.avatar_url ?? null}
      />
      <div className={COMMENT_CLASSES.content}>
        <p className={COMMENT_CLASSES.meta}>
          {author?.id ? (
            <a className={COMMENT_CLASSES.name} href={memberPath(author.id)}>
              {name}
            </a>
          ) : (
            <span className={COMMENT_CLASSES.name}>{name}</span>
          )}
          <a href={`#${getCommentAnchor(id)}`} title={exact}>
            <time dateTime={created_at}>{relative}</time>
          </a>
          {edited_at && <span>{t("comments:edited")}</span>}
          {hidden_by && <span className="badge">{t(`comments:hidden.${hidden_by}`)}</span>}
        </p>
        {is_unreviewed && !hidden_by && <p className="hint">{t("comments:unreviewed")}</p>}
        {isEditing && thread ? (
          <EditForm thread={thread} comment={comment} onClose={() => setIsEditing(false)} />
        ) : (
          <Body comment={comment} />
        )}
        {thread && !isEditing && (
          <Actions
            thread={thread}
            comment={comment}
            canModerate={canModerate}
            onEdit={() => setIsEditing(true)}
          />
        )}
      </div>
    </article>
  )
}

interface ActionsProps {
  thread: Thread
  comment: Comment
  canModerate: boolean
  onEdit: () => void
}

const ACTION_CLASSES =
  "py-1.5 text-sm text-soft underline decoration-line underline-offset-4 hover:text-text hover:decoration-current"

function Actions({ thread, comment, canModerate, onEdit }: ActionsProps) {
  const t = pageTranslate()
  const { id, is_own, hidden_by, edit_until, is_unreviewed } = comment
  const isEditable = is_own && !hidden_by && Date.parse(edit_until ?? "") > Date.now()
  const name = getAuthorName(comment, t)

  async function setHidden(isHidden: boolean) {
    const messages = isHidden ? "hide" : "show"
    const result = await thread.setHidden(id, isHidden)
    showOutcome(result, { title: t(`comments:${messages}.done`) }, `comments:${messages}.failed`)
  }
  const renderAction = (label: string, onClick: () => unknown) => (
    <button
      className={ACTION_CLASSES}
      type="button"
      aria-label={`${label}: ${name}`}
      onClick={onClick}
    >
      {label}
    </button>
  )
  return (
    <p className="mt-1 flex min-h-9 flex-wrap gap-x-4">
      {isEditable && renderAction(t("comments:edit.label"), onEdit)}
      {is_own &&
        renderAction(t("comments:delete.label"), () =>
          openDialog(async () => (await import("./DeleteDialog.tsx")).DeleteDialog, {
            thread,
            comment,
          }),
        )}
      {!is_own &&
        !hidden_by &&
        renderAction(t("reports:action.comment"), () =>
          openDialog(async () => (await import("../reports/ReportDialog.tsx")).ReportDialog, {
            target: { kind: "comment" as const, id, title: name },
          }),
        )}
      {canModerate &&
        !is_unreviewed &&
        renderAction(t(hidden_by ? "comments:show.label" : "comments:hide.label"), () =>
          setHidden(!hidden_by),
        )}
    </p>
  )
}
