/** Sends a member's cheers for posts and updates the cached posts. */
import { computed } from "nanostores"
import type * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createMutation } from "../../../islands/mutation.ts"
import { updateCache } from "../../../islands/query.ts"
import { type Answer, call } from "../../../shared/call.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { cheers, postPage, type TeamPost, teamPosts } from "../schema.ts"

type Cheers = z.infer<typeof cheers>

/** Shows a toast for failures. Successes need none, since the button shows them. */
function onSettled(_: unknown, answer: Answer<Cheers>): void {
  if (answer.ok) return
  const t = pageTranslate()
  showOutcome(answer, { title: t("teams:posts.cheer") }, "teams:posts.cheerFailed")
}

const cheer = createMutation<boolean, Cheers>({
  queries: [],
  send: (id, isCheer) =>
    call(`/api/posts/${id}/cheer`, {
      method: isCheer ? "PUT" : "DELETE",
      read: cheers,
      isKeptAlive: true,
    }),
  store(id, is_cheered, { cheer_count }) {
    const changed = <Post extends TeamPost>(post: Post) =>
      post.id === id ? { ...post, is_cheered, cheer_count } : post
    const isBlog = (key: string) => /^\/api\/teams\/[^/]+\/posts\?/.test(key)
    void updateCache(isBlog, teamPosts, (page) => ({ ...page, posts: page.posts.map(changed) }))
    void updateCache((key) => key === `/api/posts/${id}`, postPage, changed)
  },
  onSettled,
})

export type Cheered = Pick<TeamPost, "id" | "title" | "language" | "cheer_count" | "is_cheered">

/** Returns a post's cheers including the viewer's pending change. */
export const $withCheer = computed(cheer.$pending, (pending) => {
  return ({ id, is_cheered, cheer_count }: Cheered) => {
    const isCheered = pending.get(id)?.value ?? is_cheered
    return { isCheered, count: cheer_count + Number(isCheered) - Number(is_cheered) }
  }
})

export const setCheer = (id: string, isCheer: boolean) => void cheer.mutate(id, isCheer)
