import type { Locale } from "../../../i18n/locales.ts"
import { call } from "../../../shared/call.ts"
import { createEditing, type Editing } from "../../../ui/forms/editing.ts"
import { createFormCache } from "../../../ui/forms/form-cache.ts"
import { checkWithSchema } from "../../../ui/forms/submission.ts"
import { newPost } from "../forms.ts"
import { type TeamPost, teamPost } from "../schema.ts"

interface PostValues {
  title: string
  content: string
  video_url: string
  is_published: boolean
  /** Null if the server should detect the language. */
  language: Locale | null
}

export type PostEditing = Editing<TeamPost, PostValues>

/** Creates the form for a post. A new post (null) belongs to the team with this slug. */
export const editPost = (slug: string, post: TeamPost | null): PostEditing =>
  createEditing({
    name: `post ${post?.id}`,
    item: post,
    getValues: (item): PostValues => ({
      title: item?.title ?? "",
      content: item?.content ?? "",
      video_url: item?.video_url ?? "",
      is_published: item?.is_published ?? true,
      language: item && !item.is_language_guessed ? item.language : null,
    }),
    check: (values) => checkWithSchema(newPost, values),
    create: (payload) =>
      call(`/api/teams/${slug}/posts`, { method: "POST", payload, read: teamPost }),
    update: ({ id }, updated_at, body) =>
      call(`/api/posts/${id}`, {
        method: "PATCH",
        payload: { ...body, updated_at },
        read: teamPost,
      }),
    readCurrent: (json) => teamPost.safeParse(json).data ?? null,
    canRecreate: false,
  })

/** Creates a cache of forms: one form for each post, and one for a new post (null). */
export const createPostForms = (slug: string) =>
  createFormCache(
    (post: TeamPost | null) => editPost(slug, post),
    (post) => post?.id ?? "",
    ({ $isDirty }) => $isDirty.get(),
  )
