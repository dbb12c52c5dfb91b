/** Writing a post: a new one, or a change of one. */
import type { Answer } from "../../call.ts"
import { fieldErrors } from "../../problem.ts"
import { createForm, type Form } from "../../ui/form.ts"
import { refused } from "../../ui/submission.ts"
import { isPost, type TeamPost } from "./post.ts"
import { type NewPost, newPost } from "./schema.ts"

export interface PostValues {
  title: string
  content: string
  video_url: string
  is_published: boolean
}

type Send = (
  post: NewPost,
  before: { id: string; updated_at: string } | null,
) => Promise<Answer<TeamPost>>

export interface PostForm {
  form: Form<PostValues, TeamPost>
  /** Whether something is typed that is not saved. */
  isDirty: () => boolean
  /** The next try takes the place of what somebody else saved meanwhile. */
  overwrite: () => void
}

const valuesOf = (post: TeamPost | null): PostValues => ({
  title: post?.title ?? "",
  content: post?.content ?? "",
  video_url: post?.video_url ?? "",
  is_published: post?.is_published ?? true,
})

export function createPostForm(post: TeamPost | null, send: Send): PostForm {
  const start = valuesOf(post)
  let before = post && { id: post.id, updated_at: post.updated_at }
  const form = createForm<PostValues, NewPost, TeamPost>(start, {
    check(values) {
      const parsed = newPost.safeParse(values)
      return parsed.success
        ? { ok: true, body: parsed.data }
        : refused(fieldErrors(parsed.error.issues))
    },
    send: (body) => send(body, before),
  })

  function isDirty(): boolean {
    const values = form.$values.get()
    return (
      values.title !== start.title ||
      values.content !== start.content ||
      values.video_url !== start.video_url ||
      values.is_published !== start.is_published
    )
  }

  function overwrite(): void {
    const submission = form.$submission.get()
    const current = submission.status === "open" ? submission.failure?.current : null
    if (before && isPost(current)) before = { ...before, updated_at: current.updated_at }
  }

  return { form, isDirty, overwrite }
}

/** Forms that were closed with something in them, by post: nobody loses a text to the Escape key. */
export function createPostForms(send: Send) {
  const kept = new Map<string, PostForm>()
  const keyOf = (post: TeamPost | null) => post?.id ?? ""
  return {
    /** The form for a post (null for a new one), with what was typed into it before. */
    open(post: TeamPost | null): PostForm {
      const known = kept.get(keyOf(post))
      const form = known?.isDirty() ? known : createPostForm(post, send)
      kept.set(keyOf(post), form)
      return form
    },
    /** It is saved. */
    drop: (post: TeamPost | null): void => void kept.delete(keyOf(post)),
    /** Another person may be next. */
    clear: (): void => kept.clear(),
    isAnyDirty: (): boolean => [...kept.values()].some((form) => form.isDirty()),
  }
}
