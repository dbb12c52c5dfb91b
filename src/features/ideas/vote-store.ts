/** The page's votes, and what is said about them. */
import { call } from "../../call.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { isRecord } from "../../json.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToast } from "../../ui/toasts.ts"
import { readSession } from "../session/session.ts"
import { createVotes, type VoteAnswer, type VoteOutcome } from "./votes.ts"

function readVotes(json: unknown): VoteAnswer {
  if (!isRecord(json) || typeof json.vote_count !== "number") throw new Error("No count came.")
  return { vote_count: json.vote_count, already: json.already === true }
}

/** What a toast says of an outcome, as keys. */
export function wordsFor(outcome: VoteOutcome): { title: MessageKey; text?: MessageKey } {
  const { wanted, failure } = outcome
  if (failure?.code === "sign_in_required") {
    return { title: wanted ? "ideas:toasts.logInToVote" : "ideas:toasts.logInToRemove" }
  }
  if (failure) {
    const title = wanted ? "ideas:toasts.voteFailed" : "ideas:toasts.removeFailed"
    return { title, text: failureText(failure.code) }
  }
  if (outcome.already) {
    return { title: "ideas:toasts.already.title", text: "ideas:toasts.already.text" }
  }
  return { title: wanted ? "ideas:toasts.recorded" : "ideas:toasts.removed" }
}

function tell(outcome: VoteOutcome): void {
  const t = pageTranslate()
  const { title, text } = wordsFor(outcome)
  const isError = outcome.failure !== null || outcome.already
  showToast({
    tone: isError ? "error" : "success",
    title: t(title),
    about: "ideas:vote",
    ...(text ? { text: t(text) } : {}),
  })
  // The session has run out, which the page did not know.
  if (outcome.failure?.code === "sign_in_required") void readSession()
}

export const votes = createVotes({
  send: (id, wanted) =>
    call(`/api/ideas/${id}/vote`, { method: wanted ? "PUT" : "DELETE", read: readVotes }),
  onSettled: tell,
})
