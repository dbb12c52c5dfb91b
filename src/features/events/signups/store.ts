import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery } from "../../../islands/query.ts"
import { type CallResult, call } from "../../../shared/call.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { keepValidAnswers } from "./answers.ts"
import type { SignupBody } from "./forms.ts"
import {
  type Answer,
  isHidden,
  type Signup,
  type SignupResponse,
  signupResponse,
} from "./schema.ts"

export const signupPath = (event: string) => `/api/events/${event}/signup`

export function createSignupStore(event: string) {
  const path = signupPath(event)
  const $query = createQuery([path], signupResponse, { requiresLogin: true })
  const send = (payload: SignupBody) => call(path, { method: "PUT", payload, read: signupResponse })

  /** Shows the result of a request in the page and as a toast. `status` is the answer that was sent. */
  function showResult(result: CallResult<SignupResponse>, status: Answer): void {
    const t = pageTranslate()
    if (result.ok) $query.mutate(result.body)
    else if (result.failure.code !== "unreachable") $query.revalidate()
    // The stored status can differ from the sent one: a full event puts the member on the waitlist.
    const currentStatus =
      (result.ok && !isHidden(result.body) && result.body.mine?.status) || status
    const title = t(`signups:toasts.${currentStatus === "offered" ? "going" : currentStatus}`)
    showOutcome(result, { title }, "signups:toasts.failed")
  }

  return {
    $query,
    send,
    showResult,
    /** Sends an answer together with the guests, the note and the answers to questions that the member gave earlier. */
    async answer(status: Answer, { event, mine }: Signup): Promise<void> {
      const { guests = 0, note = null, answers = {} } = mine ?? {}
      const answersToKeep = keepValidAnswers(event.signups.signup_questions, answers)
      showResult(await send({ status, guests, note, answers: answersToKeep }), status)
    },
  }
}

export type SignupStore = ReturnType<typeof createSignupStore>

export async function cancelSignup(event: string): Promise<boolean> {
  const result = await call(signupPath(event), { method: "DELETE" })
  const title = pageTranslate()("signups:toasts.not_going")
  showOutcome(result, { title }, "signups:toasts.failed")
  return result.ok
}
