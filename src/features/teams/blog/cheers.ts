/** Sends a member's cheers for posts, and updates the cached posts. */
import { computed } from "nanostores"
import type * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createMutation } from "../../../islands/mutation.ts"
import { updateCache } from "../../../islands/query.ts"
import { type Answer, call } from "../../../shared/call.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { cheerCount, postWithTeam, type TeamPost, teamPosts } from "../schema.ts"

type CheerCount = z.infer<typeof cheerCount>

/** Shows a toast only for failures, because the button shows a success. */
function onSettled(_: unknown, answer: Answer<CheerCount>): void {
  if (answer.ok) return
  const t = pageTranslate()
  showOutcome(answer, { title: t("teams:posts.cheer") }, "teams:posts.cheerFailed")
}

const cheer = createMutation<boolean, CheerCount>({
  queries: [],
  send: (id, isCheer) =>
    call(`/api/posts/${id}/cheer`, {
      method: isCheer ? "PUT" : "DELETE",
      read: cheerCount,
      isKeptAlive: true,
    }),
  updateCaches(id, is_cheered, { cheer_count }) {
    const updatedPost = <Post extends TeamPost>(post: Post) =>
      post.id === id ? { ...post, is_cheered, cheer_count } : post
    const isPageOfBlog = (key: string) => /^\/api\/teams\/[^/]+\/posts\?/.test(key)
    void updateCache(isPageOfBlog, teamPosts, (page) => ({
      ...page,
      posts: page.posts.map(updatedPost),
    }))
    void updateCache((key) => key === `/api/posts/${id}`, postWithTeam, updatedPost)
  },
  onSettled,
})

export type CheerablePost = Pick<
  TeamPost,
  "id" | "title" | "language" | "cheer_count" | "is_cheered"
>

/** Function that returns a post's number of cheers, and whether the viewer cheered. Includes an unconfirmed change. */
export const $cheersOf = computed(cheer.$pending, (pending) => {
  return ({ id, is_cheered, cheer_count }: CheerablePost) => {
    const isCheered = pending.get(id)?.value ?? is_cheered
    return { isCheered, count: cheer_count + Number(isCheered) - Number(is_cheered) }
  }
})

export const setCheer = (id: string, isCheer: boolean) => void cheer.mutate(id, isCheer)
