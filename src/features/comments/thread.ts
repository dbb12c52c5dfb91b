import { atom } from "nanostores"
import { markNotificationsRead } from "../../session/mark-notifications-read.ts"
import { readSession } from "../../session/session.ts"
import { type CallResult, call, type Failure } from "../../shared/call.ts"
import { createForm } from "../../ui/forms/form.ts"
import { checkWithSchema } from "../../ui/forms/submission.ts"
import type { EditedComment } from "./mention-text.ts"
import { commentsPath } from "./paths.ts"
import { type Comment, type CommentPage, comment, commentForm, commentPage } from "./schema.ts"

const appendNew = (shown: Comment[], added: Comment[]) => [
  ...shown,
  ...added.filter(({ id }) => !shown.some((other) => other.id === id)),
]

export const EMPTY_COMMENT: EditedComment = { body: "", names: {} }

export type ThreadState =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | { status: "ready"; page: CommentPage; isLoadingMore: boolean; moreFailure: Failure | null }

async function updateExpiredSession<Body>(
  request: Promise<CallResult<Body>>,
): Promise<CallResult<Body>> {
  const result = await request
  if (!result.ok && result.failure.code === "sign_in_required") void readSession()
  return result
}

export function createThread(subject: string) {
  const $state = atom<ThreadState>({ status: "loading" })
  const $isOldestFirst = atom(false)
  const $pending = atom<Comment | null>(null)
  /** If the same text is sent again, it keeps its id, so that the server stores it once. */
  let draft = { id: "", body: "" }

  const update = (change: (page: CommentPage) => CommentPage) => {
    const state = $state.get()
    if (state.status === "ready") $state.set({ ...state, page: change(state.page) })
  }
  const replace = (changed: Comment) =>
    update((page) => ({
      ...page,
      comments: page.comments.map((shown) => (shown.id === changed.id ? changed : shown)),
    }))

  const read = (cursor?: string) => {
    const query = { isOldestFirst: $isOldestFirst.get(), cursor }
    return call(commentsPath(subject, query), { read: commentPage, cache: "no-store" })
  }

  async function load(): Promise<void> {
    const isOldestFirst = $isOldestFirst.get()
    const result = await read()
    if (isOldestFirst !== $isOldestFirst.get()) return
    $state.set(
      result.ok
        ? { status: "ready", page: result.body, isLoadingMore: false, moreFailure: null }
        : { status: "failed", failure: result.failure },
    )
    if (result.ok) void markNotificationsRead("comments", [subject])
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
        ? { ...result.body, comments: appendNew(page.comments, result.body.comments) }
        : page,
    })
  }

  const form = createForm(
    EMPTY_COMMENT,
    {
      check: (values: EditedComment) => checkWithSchema(commentForm, values),
      async send({ body, names }) {
        if (draft.body !== body) draft = { id: crypto.randomUUID(), body }
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
          is_waiting: page?.needs_approval ?? false,
          hidden_by: null,
          edit_until: null,
        })
        const request = { method: "POST", payload: draft, read: comment } as const
        const result = await updateExpiredSession(call(`/api/comments/${subject}`, request))
        $pending.set(null)
        if (!result.ok) {
          if (result.failure.code === "comments_closed")
            update((page) => ({ ...page, is_closed: true }))
          return result
        }
        const { body: added } = result
        update((page) => ({
          ...page,
          count: page.count + Number(!added.is_waiting),
          comments: $isOldestFirst.get()
            ? // The last page, which is not loaded yet, contains the new comment.
              page.next
              ? page.comments
              : appendNew(page.comments, [added])
            : appendNew([added], page.comments),
        }))
        return result
      },
    },
    `comment ${subject}`,
  )

  return {
    subject,
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
      if (result.ok) replace(result.body)
      return result
    },
    async remove({ id, is_waiting, hidden_by }: Comment) {
      const result = await updateExpiredSession(call(`/api/comment/${id}`, { method: "DELETE" }))
      // Another tab may have deleted the comment.
      const isGone = result.ok || result.failure.code === "not_found"
      if (isGone) {
        update((page) => ({
          ...page,
          count: page.count - Number(!is_waiting && !hidden_by),
          comments: page.comments.filter((other) => other.id !== id),
        }))
      }
      return isGone ? { ok: true as const } : result
    },
    async setHidden(id: string, isHidden: boolean) {
      const method = isHidden ? "PUT" : "DELETE"
      const request = { method, payload: {}, read: comment } as const
      const result = await updateExpiredSession(call(`/api/comment/${id}/hidden`, request))
      if (result.ok) replace(result.body)
      return result
    },
    async setClosed(isClosed: boolean) {
      const method = isClosed ? "PUT" : "DELETE"
      const request = call(`/api/comments/${subject}/closed`, { method, payload: {} })
      const result = await updateExpiredSession(request)
      if (result.ok) update((page) => ({ ...page, is_closed: isClosed }))
      return result
    },
  }
}

export type Thread = ReturnType<typeof createThread>
