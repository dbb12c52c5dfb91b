/** A cheer is a member's applause for a post, an article or an event. */
import { computed } from "nanostores"
import { createMutation } from "../../islands/mutation.ts"
import { updateCache } from "../../islands/query.ts"
import { type CallResult, call } from "../../shared/call.ts"
import { showFailure } from "../../ui/toast/show-outcome.ts"
import type { TeamPost } from "../teams/schema.ts"
import { type CheerCount, cheerCount, cheers } from "./schema.ts"

function onSettled(_: unknown, result: CallResult<CheerCount>): void {
  if (!result.ok) showFailure(result.failure, "teams:posts.cheerFailed")
}

/** Adds or removes the viewer's cheer, and updates cached posts of teams. */
const cheerMutation = createMutation<boolean, CheerCount>({
  queries: [],
  send: (id, isCheered) =>
    call(`/api/cheers/${id}`, {
      method: isCheered ? "PUT" : "DELETE",
      read: cheerCount,
      isKeptAlive: true,
    }),
  updateCaches(id, is_cheered, { cheer_count }) {
    void updateCache(
      (key) => key === `/api/cheers/${id}`,
      cheers,
      () => ({
        is_cheered,
        cheer_count,
      }),
    )
    const updatePost = <Post extends TeamPost>(post: Post) =>
      post.id === id ? { ...post, is_cheered, cheer_count } : post
    const isPageOfPosts = (key: string) => /^\/api\/teams\/[^/]+\/posts\?/.test(key)
    void import("../teams/schema.ts").then(({ postWithTeam, teamPosts }) => {
      void updateCache(isPageOfPosts, teamPosts, (page) => ({
        ...page,
        posts: page.posts.map(updatePost),
      }))
      void updateCache((key) => key === `/api/posts/${id}`, postWithTeam, updatePost)
    })
  },
  onSettled,
})

export type CheerableContent = Pick<
  TeamPost,
  "id" | "title" | "language" | "cheer_count" | "is_cheered"
>

/** A function that returns the cheers of a post, article or event, including the viewer's unconfirmed change. */
export const $getCheers = computed(cheerMutation.$pending, (pending) => {
  return ({ id, is_cheered, cheer_count }: CheerableContent) => {
    const isCheered = pending.get(id)?.value ?? is_cheered
    return { isCheered, count: cheer_count + Number(isCheered) - Number(is_cheered) }
  }
})

export const setCheer = (id: string, isCheered: boolean) => void cheerMutation.mutate(id, isCheered)
