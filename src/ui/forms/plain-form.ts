/** Form functions without dependencies, because all pages with the footer load them for its newsletter form. */

/** Calls `send` on submit, and at once if the form was submitted before this script loaded (boot.ts). */
export function onSubmit(form: HTMLFormElement, send: () => Promise<void>): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send()
  })
  form.dataset.form = "started"
  if (form.hasAttribute("data-submitted-early")) void send()
}

/** Shows the busy or idle text on the submit button. The button stays enabled, so that it keeps the focus. */
export function showBusy(form: HTMLFormElement, isBusy: boolean): void {
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")
  if (!button) return
  button.ariaBusy = `${isBusy}`
  const { idle, busy } = button.dataset
  button.textContent = (isBusy ? busy : idle) ?? ""
}
