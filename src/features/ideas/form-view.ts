/** What the form shows of its submission; the HTML is there already. */
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { failureText, fieldErrorText } from "../../ui/failure-text.ts"
import type { Submission } from "../../ui/submission.ts"
import { waitingTime } from "../../ui/waiting-time.ts"

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

export const controlsOf = (form: HTMLFormElement): Control[] => [
  ...form.querySelectorAll<Control>(":is(input, select, textarea)[name]"),
]

/** Why nothing was sent; nothing when the fields' own messages say it. */
function reasonOf(state: Submission, t: Translate): string {
  if (state.status !== "open" || !state.failure) return ""
  const { code, errors, retryAfter } = state.failure
  if (Object.keys(errors).length > 0) return ""
  const reason =
    code === "rate_limited" && retryAfter
      ? t("errors:problems.rate_limited_until", { time: waitingTime(retryAfter, pageLocale()) })
      : t(failureText(code))
  return `${reason} ${t("ideas:form.kept")}`
}

/** Shows errors at their fields, and the button as busy or not. */
export function showSubmission(form: HTMLFormElement, state: Submission, t: Translate): void {
  const errors = state.status === "open" ? (state.failure?.errors ?? {}) : {}
  for (const control of controlsOf(form)) {
    const place = document.getElementById(`${control.id}-error`)
    const code = errors[control.name]
    if (place) place.textContent = code ? t(fieldErrorText(code)) : ""
    if (code) control.setAttribute("aria-invalid", "true")
    else control.removeAttribute("aria-invalid")
  }
  const message = form.querySelector("[data-form-error]")
  if (message) message.textContent = reasonOf(state, t)

  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")
  if (!button) return
  const isBusy = state.status === "sending"
  // Not disabled, which would lose the focus; a second press meanwhile does nothing.
  button.ariaBusy = String(isBusy)
  button.textContent = t(isBusy ? "ideas:form.sending" : "ideas:form.submit")
}

/** To the first field with an error. */
export function focusFirstError(form: HTMLFormElement): void {
  form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
}
