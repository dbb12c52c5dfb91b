import { useStore } from "@nanostores/react"
import { useEffect } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState, LoadFailed, LoadingRows } from "../../ui/LoadState.tsx"
import { showFailure } from "../../ui/toast/show-outcome.ts"
import { CommentForm } from "./CommentForm.tsx"
import { CommentItem } from "./CommentItem.tsx"
import { getCommentAnchor } from "./paths.ts"
import type { CommentPage } from "./schema.ts"
import type { Thread } from "./thread.ts"

/** Loads further pages until the comment in the URL's hash is found, and scrolls to this comment. */
function useLinkedComment({ loadMore }: Thread, page: CommentPage | null): void {
  const comments = page?.comments
  const next = page?.next
  useEffect(() => {
    const anchor = location.hash.slice(1)
    const isCommentAnchor = anchor.startsWith(getCommentAnchor(""))
    if (!comments || !isCommentAnchor) return
    const target = document.getElementById(anchor)
    if (!target) {
      if (next) void loadMore()
    } else if (!target.matches(":target")) {
      // Navigates to the same hash again, so that the comment matches the CSS `:target`.
      location.replace(location.hash)
    }
  }, [comments, next, loadMore])
}

export function ThreadView({ thread }: { thread: Thread }) {
  const t = pageTranslate()
  const state = useStore(thread.$state)
  const page = state.status === "ready" ? state.page : null
  useEffect(() => void thread.load(), [thread])
  useLinkedComment(thread, page)

  if (state.status === "loading") return <LoadingRows label="comments:loading" />
  if (state.status === "failed") {
    const { failure } = state
    return <LoadFailed title="comments:loadFailed" failure={failure} onRetry={thread.load} />
  }
  return (
    <>
      {state.page.is_closed && <p className="soft pb-4">{t("comments:closed")}</p>}
      <CommentForm thread={thread} page={state.page} />
      <ThreadControls thread={thread} page={state.page} />
      <CommentList thread={thread} page={state.page} />
      {state.moreFailure && (
        <LoadFailed
          title="comments:loadFailed"
          failure={state.moreFailure}
          onRetry={thread.loadMore}
        />
      )}
      {state.page.next && !state.moreFailure && (
        <Button
          className="btn-ghost btn-small mt-3"
          isBusy={state.isLoadingMore}
          onClick={thread.loadMore}
        >
          {t("comments:more")}
        </Button>
      )}
    </>
  )
}

interface Props {
  thread: Thread
  page: CommentPage
}

function ThreadControls({ thread, page }: Props) {
  const t = pageTranslate()
  const isOldestFirst = useStore(thread.$isOldestFirst)

  async function toggleClosed() {
    const result = await thread.setClosed(!page.is_closed)
    if (!result.ok) showFailure(result.failure, "comments:closeFailed")
  }

  if (page.count < 2 && !page.can_close) return null
  return (
    <div className="mt-5 flex min-h-10 flex-wrap items-center justify-between gap-3">
      {page.count > 1 && (
        <label className="flex items-center gap-2 text-sm text-soft">
          {t("comments:sort.label")}
          <select
            className="input w-auto py-1.5 text-sm"
            value={isOldestFirst ? "oldest" : "newest"}
            onChange={({ target }) => thread.sort(target.value === "oldest")}
          >
            <option value="newest">{t("comments:sort.newest")}</option>
            <option value="oldest">{t("comments:sort.oldest")}</option>
          </select>
        </label>
      )}
      {page.can_close && (
        <Button className="btn-ghost btn-small ml-auto" onClick={toggleClosed}>
          {t(page.is_closed ? "comments:reopen" : "comments:close")}
        </Button>
      )}
    </div>
  )
}

function CommentList({ thread, page }: Props) {
  const t = pageTranslate()
  const pending = useStore(thread.$pending)
  const isOldestFirst = useStore(thread.$isOldestFirst)
  const pendingRow = pending && (
    <div className="opacity-60" aria-busy="true">
      <CommentItem comment={pending} />
    </div>
  )
  if (page.comments.length === 0 && !pending) {
    if (page.is_closed) return null
    return (
      <div className="mt-5">
        <EmptyState title={t("comments:empty.title")} text={t("comments:empty.text")} />
      </div>
    )
  }
  return (
    <ol className="mt-2">
      {pendingRow && !isOldestFirst && <li>{pendingRow}</li>}
      {page.comments.map((comment) => (
        <li
          key={comment.id}
          id={getCommentAnchor(comment.id)}
          className="scroll-mt-22 border-t border-line first:border-t-0 target:bg-[linear-gradient(90deg,transparent,var(--glow-wash)_12%_88%,transparent)]"
        >
          <CommentItem comment={comment} thread={thread} canModerate={page.can_moderate} />
        </li>
      ))}
      {pendingRow && isOldestFirst && <li>{pendingRow}</li>}
    </ol>
  )
}
