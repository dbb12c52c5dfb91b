/** Writing a post. */
import { call } from "../../../call.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { createEditing, type Editing } from "../../../ui/forms/editing.ts"
import { checked } from "../../../ui/forms/submission.ts"
import { newPost } from "../forms.ts"
import { type TeamPost, teamPost } from "../schema.ts"

interface PostValues {
  title: string
  content: string
  video_url: string
  is_published: boolean
  /** Null: to be guessed. */
  language: Locale | null
}

export type PostEditing = Editing<TeamPost, PostValues>

const read = (json: unknown) => teamPost.parse(json)

export const editPost = (slug: string, post: TeamPost | null): PostEditing =>
  createEditing({
    item: post,
    valuesOf: (item): PostValues => ({
      title: item?.title ?? "",
      content: item?.content ?? "",
      video_url: item?.video_url ?? "",
      is_published: item?.is_published ?? true,
      language: item && !item.is_language_guessed ? item.language : null,
    }),
    check: (values) => checked(newPost, values),
    create: (payload) => call(`/api/teams/${slug}/posts`, { method: "POST", payload, read }),
    update: ({ id }, updated_at, body) =>
      call(`/api/posts/${id}`, { method: "PATCH", payload: { ...body, updated_at }, read }),
    readCurrent: (json) => teamPost.safeParse(json).data ?? null,
    canRecreate: false,
  })

/** The forms of a page, by their posts: what was typed is there when one is opened again. */
export function createPostForms(slug: string) {
  const forms = new Map<string | undefined, PostEditing>()
  return {
    /** The form of a post, null for a new one. */
    open(post: TeamPost | null): PostEditing {
      const known = forms.get(post?.id)
      const form = known?.$isDirty.get() ? known : editPost(slug, post)
      forms.set(post?.id, form)
      return form
    },
    /** It is saved. */
    drop: (post: TeamPost | null): void => void forms.delete(post?.id),
    /** Another person may be next. */
    clear: (): void => forms.clear(),
    isAnyDirty: (): boolean => [...forms.values()].some(({ $isDirty }) => $isDirty.get()),
  }
}
