/** Basics of forms without React. Every page loads them for the newsletter form. page-form.ts adds checks and errors. */

/** Calls `send` when the form is submitted, or at once if it was submitted before this script was loaded (boot.ts). */
export function onSubmit(form: HTMLFormElement, send: () => Promise<void>): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send()
  })
  form.dataset.form = "started"
  if (form.hasAttribute("data-submitted-early")) void send()
}

/** Sets whether the submit button is busy. A disabled button would lose the focus, so it stays enabled. */
export function showBusy(form: HTMLFormElement, isBusy: boolean): void {
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")
  if (!button) return
  button.ariaBusy = `${isBusy}`
  const { idle, busy } = button.dataset
  button.textContent = (isBusy ? busy : idle) ?? ""
}
