/** Shared behavior of the forms of account pages. A page has several views (`data-view`) and shows one of them. */
import { type FormValues, type PageForm, startPageForm } from "../../../ui/forms/page-form.ts"
import type { SubmissionStore } from "../../../ui/forms/submission.ts"
import { waitForPressEnd } from "../../../ui/forms/wait-for-press-end.ts"
import { loadSchema } from "./checks.ts"

/** Returns the form of a view. Without a view, returns the first form of the page. */
export const findPageForm = (view = "") =>
  document.querySelector<HTMLFormElement>(
    view ? `[data-view=${view}] [data-form]` : "main [data-form]",
  )

export function startForm<Body, Result>(
  options: Omit<PageForm<Body, Result>, "form" | "load">,
  view?: string,
): SubmissionStore<FormValues, Result> | null {
  const form = findPageForm(view)
  if (!form) return null
  const store = startPageForm({ ...options, form, load: loadSchema })
  store.$submission.listen((state) =>
    showHelp(form, (state.status === "open" && state.failure?.code) || ""),
  )
  // A page that the browser restores from its back-forward cache still shows the form as sent, so it is reopened.
  addEventListener("pageshow", ({ persisted }) => persisted && store.reopen())
  startPasswordToggles(form)
  startPasswordMatch(form, store)
  return store
}

/** Compares the new password with its confirmation when the member leaves either field. */
function startPasswordMatch(
  form: HTMLFormElement,
  {
    showErrors,
    clearErrors,
  }: Pick<SubmissionStore<FormValues, unknown>, "showErrors" | "clearErrors">,
): void {
  const password = form.querySelector<HTMLInputElement>("input[name=password]")
  const confirmation = form.querySelector<HTMLInputElement>("input[name=confirm_password]")
  if (!password || !confirmation) return
  async function compare(): Promise<void> {
    const [schema] = await Promise.all([loadSchema().catch(() => null), waitForPressEnd()])
    if (!schema || !password || !confirmation?.value) return
    if (schema.isSamePassword(password.value, confirmation.value)) clearErrors(["confirm_password"])
    else showErrors({ confirm_password: "passwords_differ" })
  }
  for (const input of [password, confirmation]) {
    input.addEventListener("blur", () => void compare())
  }
}

/** Shows the help links for the code of a failure, and hides all other help links. */
export function showHelp(form: HTMLFormElement, code: string): void {
  for (const help of form.querySelectorAll<HTMLElement>("[data-help-for]")) {
    help.hidden = !help.dataset.helpFor?.split(" ").includes(code)
  }
}

function startPasswordToggles(form: HTMLFormElement): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>("[data-shows]")) {
    const input = form.querySelector<HTMLInputElement>(`input[name=${button.dataset.shows}]`)
    button.addEventListener("click", (event) => {
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

const findInView = (name: string, selector: string) =>
  document.querySelector<HTMLElement>(`[data-view=${name}] ${selector}`)

export function showView(name: string): void {
  for (const view of document.querySelectorAll<HTMLElement>("[data-view]")) {
    view.hidden = view.dataset.view !== name
  }
}

/** Shows a view and moves the focus to its heading, so that screen readers read it. */
export function moveToView(name: string): void {
  showView(name)
  findInView(name, "h1")?.focus()
}

function setText(element: HTMLElement | null, text: string): void {
  if (element) element.textContent = text
}

export const setHeading = (name: string, text: string) => setText(findInView(name, "h1"), text)

export const setLead = (name: string, text: string) =>
  setText(findInView(name, "[data-lead]"), text)
