import { atom } from "nanostores"
import { markNotificationsRead } from "../../session/mark-notifications-read.ts"
import { readSession } from "../../session/session.ts"
import { type CallResult, call, type Failure } from "../../shared/call.ts"
import { createRandomId } from "../../shared/random-id.ts"
import { createForm } from "../../ui/forms/form.ts"
import { checkWithSchema } from "../../ui/forms/submission.ts"
import type { EditedComment } from "./mention-text.ts"
import { commentsPath } from "./paths.ts"
import { type Comment, type CommentPage, comment, commentForm, commentPage } from "./schema.ts"

const joinComments = (first: Comment[], second: Comment[]) => [
  ...first,
  ...second.filter(({ id }) => !first.some((other) => other.id === id)),
]

export const EMPTY_COMMENT: EditedComment = { body: "", names: {} }

export type ThreadState =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | { status: "ready"; page: CommentPage; isLoadingMore: boolean; moreFailure: Failure | null }

/** Reads the session again if the response reports an expired session. */
async function updateExpiredSession<Body>(
  request: Promise<CallResult<Body>>,
): Promise<CallResult<Body>> {
  const result = await request
  if (!result.ok && result.failure.code === "sign_in_required") void readSession()
  return result
}

export function createThread(contentId: string) {
  const $state = atom<ThreadState>({ status: "loading" })
  const $isOldestFirst = atom(false)
  const $pending = atom<Comment | null>(null)
  /** A text that is sent again after a failure keeps its id, so that the server stores only one comment. */
  let draft = { id: "", body: "" }

  const updatePage = (change: (page: CommentPage) => CommentPage) => {
    const state = $state.get()
    if (state.status === "ready") $state.set({ ...state, page: change(state.page) })
  }
  const replaceComment = (changed: Comment) =>
    updatePage((page) => ({
      ...page,
      comments: page.comments.map((other) => (other.id === changed.id ? changed : other)),
    }))

  const read = (cursor?: string) => {
    const query = { isOldestFirst: $isOldestFirst.get(), cursor }
    return call(commentsPath(contentId, query), { read: commentPage, cache: "no-store" })
  }

  function insertComment({ comments, next }: CommentPage, added: Comment): Comment[] {
    if (!$isOldestFirst.get()) return joinComments([added], comments)
    // In the order "oldest first", the new comment is on the last page, which may not be loaded yet.
    return next ? comments : joinComments(comments, [added])
  }

  async function load(): Promise<void> {
    const isOldestFirst = $isOldestFirst.get()
    const result = await read()
    // The viewer has changed the order meanwhile, so another request loads the comments.
    if (isOldestFirst !== $isOldestFirst.get()) return
    $state.set(
      result.ok
        ? { status: "ready", page: result.body, isLoadingMore: false, moreFailure: null }
        : { status: "failed", failure: result.failure },
    )
    if (result.ok) void markNotificationsRead("comments", [contentId])
  }

  async function loadMore(): Promise<void> {
    const state = $state.get()
    if (state.status !== "ready" || state.isLoadingMore || !state.page.next) return
    $state.set({ ...state, isLoadingMore: true, moreFailure: null })
    const result = await read(state.page.next)
    const latest = $state.get()
    if (latest.status !== "ready") return
    const { page } = latest
    $state.set({
      ...latest,
      isLoadingMore: false,
      moreFailure: result.ok ? null : result.failure,
      page: result.ok
        ? { ...result.body, comments: joinComments(page.comments, result.body.comments) }
        : page,
    })
  }

  const form = createForm(
    EMPTY_COMMENT,
    {
      check: (values: EditedComment) => checkWithSchema(commentForm, values),
      async send({ body, names }) {
        if (draft.body !== body) draft = { id: createRandomId(), body }
        const state = $state.get()
        const page = state.status === "ready" ? state.page : null
        $pending.set({
          id: draft.id,
          body,
          created_at: new Date().toISOString(),
          edited_at: null,
          author: page?.viewer ?? null,
          mentions: names,
          is_own: true,
          is_unreviewed: page?.needs_review ?? false,
          hidden_by: null,
          edit_until: null,
        })
        const request = { method: "POST", payload: draft, read: comment } as const
        const result = await updateExpiredSession(call(`/api/comments/${contentId}`, request))
        $pending.set(null)
        if (!result.ok) {
          if (result.failure.code === "comments_closed")
            updatePage((page) => ({ ...page, is_closed: true }))
          return result
        }
        const { body: added } = result
        updatePage((page) => ({
          ...page,
          count: page.count + Number(!added.is_unreviewed),
          comments: insertComment(page, added),
        }))
        return result
      },
    },
    `comment ${contentId}`,
  )

  return {
    contentId,
    $state,
    $isOldestFirst,
    $pending,
    form,
    load,
    loadMore,
    sort(isOldestFirst: boolean): void {
      $isOldestFirst.set(isOldestFirst)
      void load()
    },
    async edit(id: string, body: string) {
      const request = { method: "PATCH", payload: { body }, read: comment } as const
      const result = await updateExpiredSession(call(`/api/comment/${id}`, request))
      if (result.ok) replaceComment(result.body)
      return result
    },
    async remove({ id, is_unreviewed, hidden_by }: Comment) {
      const result = await updateExpiredSession(call(`/api/comment/${id}`, { method: "DELETE" }))
      // A comment that was already deleted, for example in another tab, counts as deleted.
      const isGone = result.ok || result.failure.code === "not_found"
      if (isGone) {
        updatePage((page) => ({
          ...page,
          count: page.count - Number(!is_unreviewed && !hidden_by),
          comments: page.comments.filter((other) => other.id !== id),
        }))
      }
      return isGone ? { ok: true as const } : result
    },
    async setHidden(id: string, isHidden: boolean) {
      const method = isHidden ? "PUT" : "DELETE"
      const request = { method, payload: {}, read: comment } as const
      const result = await updateExpiredSession(call(`/api/comment/${id}/hidden`, request))
      if (result.ok) replaceComment(result.body)
      return result
    },
    async setClosed(isClosed: boolean) {
      const method = isClosed ? "PUT" : "DELETE"
      const request = call(`/api/comments/${contentId}/closed`, { method, payload: {} })
      const result = await updateExpiredSession(request)
      if (result.ok) updatePage((page) => ({ ...page, is_closed: isClosed }))
      return result
    },
  }
}

export type Thread = ReturnType<typeof createThread>
