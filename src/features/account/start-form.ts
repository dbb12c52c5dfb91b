/** Brings an account page's form to life. */
import type { Failure } from "../../call.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import {
  createSubmission,
  type SubmissionSteps,
  type SubmissionStore,
} from "../../ui/submission.ts"
import { loadSchema } from "./checks.ts"
import {
  type FormValues,
  focusFirstError,
  showSubmission,
  startPasswordToggles,
  valuesOf,
} from "./form-view.ts"

export interface AccountForm<Body, Result> {
  steps: SubmissionSteps<FormValues, Body, Result>
  /** What follows when it was sent; the form stays closed until it is reopened. */
  onSent: (result: Result) => void
  /** Whether a failure is seen to otherwise than by a message on the form. */
  onFailed?: (failure: Failure) => boolean
}

export const pageForm = () => document.querySelector<HTMLFormElement>("[data-form]")

/** Starts the page's form; `null` when the page has none. */
export function startForm<Body, Result>({
  steps,
  onSent,
  onFailed = () => false,
}: AccountForm<Body, Result>): SubmissionStore<FormValues, Result> | null {
  const form = pageForm()
  if (!form) return null
  const t = pageTranslate()
  const store = createSubmission(steps)
  const { $submission, submit, forgive, reopen } = store

  async function send(form: HTMLFormElement): Promise<void> {
    const answer = await submit(valuesOf(form))
    if (!answer) return
    if (answer.ok) onSent(answer.body)
    else if (!onFailed(answer.failure)) focusFirstError(form)
  }

  $submission.listen((state) => showSubmission(form, state, t))
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send(form)
  })
  form.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement) forgive([target.name])
  })
  form.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLInputElement) void loadSchema().catch(() => {})
  })
  // A page out of the back-forward cache is as it was left: sent.
  addEventListener("pageshow", ({ persisted }) => persisted && reopen())
  startPasswordToggles(form)
  form.dataset.form = "started"
  // Sent before this was here, see boot.ts.
  if (form.hasAttribute("data-submitted-early")) void send(form)
  return store
}
