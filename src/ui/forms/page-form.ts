import type { Translate } from "../../i18n/keys.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import type { Failure } from "../../shared/call.ts"
import { getFieldErrorKey } from "./failure-keys.ts"
import { getFailureMessage } from "./failure-message.ts"
import { onSubmit, showBusy } from "./plain-form.ts"
import {
  createSubmission,
  type Submission,
  type SubmissionSteps,
  type SubmissionStore,
} from "./submission.ts"

export type FormValues = Record<string, string | boolean>

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

/** A form in prebuilt HTML, without React. */
export interface PageForm<Body, Result> {
  form: HTMLFormElement
  steps: SubmissionSteps<FormValues, Body, Result>
  /** Loads code for the submission. It is called when the form first gets the focus. */
  load?: () => Promise<unknown>
  onSent: (result: Result) => void
  /** Returns whether the focus stays. Otherwise the first field with an error or the submit button gets the focus. */
  onFailed?: (failure: Failure) => boolean
}

export const listControls = (form: HTMLFormElement): Control[] => [
  ...form.querySelectorAll<Control>(":is(input, select, textarea)[name]"),
]

const readValues = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    listControls(form).map((control) => [
      control.name,
      control instanceof HTMLInputElement && control.type === "checkbox"
        ? control.checked
        : control.value,
    ]),
  )

export function showMessage(form: HTMLFormElement, text: string): void {
  const message = form.querySelector("[data-form-error]")
  if (message) message.textContent = text
}

/**
 * Returns the message below the form, or an empty string if the fields show the errors. `credentials_required` always
 * gets a message, because its text names two fields.
 */
function formatMessage(failure: Failure, t: Translate): string {
  const { code, errors } = failure
  if (code !== "credentials_required" && Object.keys(errors).length > 0) return ""
  return getFailureMessage(failure, t)
}

function showState(form: HTMLFormElement, state: Submission, t: Translate): void {
  const failure = state.status === "open" ? state.failure : null
  for (const control of listControls(form)) {
    const error = document.getElementById(`${control.id || control.name}-error`)
    if (!error) continue
    const code = failure?.errors[control.name]
    error.textContent = code ? t(getFieldErrorKey(code)) : ""
    if (code) control.setAttribute("aria-invalid", "true")
    else control.removeAttribute("aria-invalid")
  }
  showMessage(form, failure ? formatMessage(failure, t) : "")
  showBusy(form, state.status !== "open")
}

function focusFirstError(form: HTMLFormElement): void {
  const invalid = form.querySelector<HTMLElement>("[aria-invalid=true]")
  const target = invalid ?? form.querySelector<HTMLElement>("button[type=submit]")
  target?.focus()
  form.querySelector("[data-form-error]:not(:empty)")?.scrollIntoView({ block: "nearest" })
}

export function startPageForm<Body, Result>({
  form,
  steps,
  load,
  onSent,
  onFailed = () => false,
}: PageForm<Body, Result>): SubmissionStore<FormValues, Result> {
  const t = pageTranslate()
  const store = createSubmission(steps)
  store.$submission.listen((state) => showState(form, state, t))
  form.addEventListener("input", ({ target }) => {
    const changed = listControls(form).find((control) => control === target)
    if (changed) store.clearErrors([changed.name])
  })
  form.addEventListener("focusin", () => void load?.().catch(() => {}), { once: true })
  onSubmit(form, async () => {
    const result = await store.submit(readValues(form))
    if (!result) return
    if (result.ok) onSent(result.body)
    else if (!onFailed(result.failure)) focusFirstError(form)
  })
  return store
}
