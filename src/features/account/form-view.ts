/** What a form shows of its submission; the HTML is there already. */
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { failureText, fieldErrorText } from "../../ui/failure-text.ts"
import type { Submission } from "../../ui/submission.ts"
import { waitingTime } from "../../ui/waiting-time.ts"

const errorsOf = (state: Submission) =>
  state.status === "open" && state.failure ? state.failure.errors : {}

/** What the whole form is told; nothing when the fields' own messages say it all. */
function messageOf(state: Submission, t: Translate): string {
  if (state.status !== "open" || !state.failure) return ""
  const { code, errors, retryAfter } = state.failure
  if (code === "rate_limited" && retryAfter) {
    return t("errors:problems.rate_limited_until", { time: waitingTime(retryAfter, pageLocale()) })
  }
  const isSaidByFields = code !== "credentials_required" && Object.keys(errors).length > 0
  return isSaidByFields ? "" : t(failureText(code))
}

/** The input and the place for its error, by the field's name. */
function* fieldsOf(form: HTMLFormElement): Generator<[HTMLInputElement, HTMLElement]> {
  for (const input of form.querySelectorAll<HTMLInputElement>("input[name]")) {
    const place = document.getElementById(`${input.name}-error`)
    if (place) yield [input, place]
  }
}

/** Says something about the form as a whole, or no longer does. */
export function showMessage(form: HTMLFormElement, text: string): void {
  const message = form.querySelector("[data-form-error]")
  if (message) message.textContent = text
}

/** Shows errors at their fields, and the button as busy or not. */
export function showSubmission(form: HTMLFormElement, state: Submission, t: Translate): void {
  const errors = errorsOf(state)
  for (const [input, place] of fieldsOf(form)) {
    const code = errors[input.name]
    place.textContent = code ? t(fieldErrorText(code)) : ""
    if (code) input.setAttribute("aria-invalid", "true")
    else input.removeAttribute("aria-invalid")
  }
  showMessage(form, messageOf(state, t))

  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")
  if (!button) return
  const isBusy = state.status !== "open"
  button.disabled = isBusy
  button.setAttribute("aria-busy", String(isBusy))
  const { idle, busy } = button.dataset
  button.textContent = (isBusy ? busy : idle) ?? ""
}

/** To the first field with an error, else back to the button that was disabled meanwhile. */
export function focusFirstError(form: HTMLFormElement): void {
  const target =
    form.querySelector<HTMLElement>("[aria-invalid=true]") ??
    form.querySelector<HTMLElement>("button[type=submit]")
  target?.focus()
}

/** By the fields' names: checkboxes by whether they are checked. */
export type FormValues = Record<string, string | boolean>

export const valuesOf = (form: HTMLFormElement): FormValues =>
  Object.fromEntries(
    Array.from(form.querySelectorAll<HTMLInputElement>("input[name]"), (input) => [
      input.name,
      input.type === "checkbox" ? input.checked : input.value,
    ]),
  )

/** Lets the button beside a password show it. */
export function startPasswordToggles(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>("[data-shows]")) {
    const input = form.querySelector<HTMLInputElement>(`input[name=${button.dataset.shows}]`)
    button.addEventListener("click", (event) => {
      // What is pressed before the page's other scripts are here would be pressed again by them.
      event.stopPropagation()
      if (!input) return
      const isShown = input.type === "text"
      input.type = isShown ? "password" : "text"
      const { show, hide, showLabel, hideLabel } = button.dataset
      button.textContent = (isShown ? show : hide) ?? ""
      button.setAttribute("aria-label", (isShown ? showLabel : hideLabel) ?? "")
    })
  }
}
