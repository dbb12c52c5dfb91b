import { atom, computed, type ReadableAtom } from "nanostores"
import * as z from "zod/mini"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { type Change, createMutation } from "../../islands/mutation.ts"
import { createMemberQuery, createQuery } from "../../islands/query.ts"
import { type CallResult, call } from "../../shared/call.ts"
import { getFailureKey } from "../../ui/forms/failure-keys.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import { listedIdea, type SimilarIdea, similarIdea, votes } from "./schema.ts"

/** Query for all ideas with the member's votes. */
export const $ideas = createMemberQuery("/api/ideas", z.object({ ideas: z.array(listedIdea) }))

/** Typed title whose similar ideas are searched. Null if the title is too short for a search. */
export const $typedTitle = atom<string | null>(null)

const $similarQuery = createQuery(
  [
    computed($typedTitle, (title) =>
      title === null ? null : `/api/ideas/similar?${new URLSearchParams({ title })}`,
    ),
  ],
  z.object({ ideas: z.array(similarIdea) }),
)

/** Similar ideas of the last finished search, so that the list does not flicker during the next search. */
const $latestSimilar = atom<readonly SimilarIdea[]>([])
$similarQuery.listen(({ data, loading }) => {
  if (!loading) $latestSimilar.set(data?.ideas ?? [])
})

export const $similar: ReadableAtom<readonly SimilarIdea[]> = $latestSimilar

type Votes = z.infer<typeof votes>

function getToast(
  isVote: boolean,
  result: CallResult<Votes>,
): { title: MessageKey; text?: MessageKey } {
  if (result.ok) {
    if (!result.body.already) return { title: `ideas:toasts.${isVote ? "recorded" : "removed"}` }
    return { title: "ideas:toasts.already.title", text: "ideas:toasts.already.text" }
  }
  const { code } = result.failure
  if (code === "sign_in_required") {
    return { title: `ideas:toasts.${isVote ? "logInToVote" : "logInToRemove"}` }
  }
  const title = isVote ? "ideas:toasts.voteFailed" : "ideas:toasts.removeFailed"
  return code === "internal" ? { title } : { title, text: getFailureKey(code) }
}

/** Shows a toast with the result of a vote. After an unknown error, the toast has only a title. */
function onSettled({ value }: Change<boolean>, result: CallResult<Votes>): void {
  const t = pageTranslate()
  const { title, text } = getToast(value, result)
  const tone = result.ok && !result.body.already ? "success" : "error"
  showToast({ tone, title: t(title), subject: "ideas:vote", ...(text ? { text: t(text) } : {}) })
}

const voteMutation = createMutation<boolean, Votes>({
  queries: [$ideas, $similarQuery],
  send: (id, isVote) =>
    call(`/api/ideas/${id}/vote`, {
      method: isVote ? "PUT" : "DELETE",
      read: votes,
      isKeptAlive: true,
    }),
  updateCaches(id, user_voted, { vote_count }) {
    const withNewVotes = <Row extends SimilarIdea>(ideas: Row[]) =>
      ideas.map((row) => (row.id === id ? { ...row, user_voted, vote_count } : row))
    const listedIdeas = $ideas.value?.data
    if (listedIdeas) $ideas.mutate({ ideas: withNewVotes(listedIdeas.ideas) })
    const similarIdeas = $similarQuery.value?.data
    if (similarIdeas) $similarQuery.mutate({ ideas: withNewVotes(similarIdeas.ideas) })
  },
  onSettled,
})

/** The value is a function that returns an idea's votes, including a vote that the server has not confirmed. */
export const $getVotes = computed(voteMutation.$pending, (pending) => {
  return ({ id, user_voted, vote_count }: SimilarIdea) => {
    const isVoted = pending.get(id)?.value ?? user_voted
    return { isVoted, count: vote_count + Number(isVoted) - Number(user_voted) }
  }
})

/** Adds the member's vote, or removes it if `isVote` is false. */
export const setVote = (id: string, isVote: boolean) => void voteMutation.mutate(id, isVote)
