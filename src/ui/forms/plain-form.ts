/**
 * Basics of forms without React. Part of every page's script, because every page has the newsletter form. page-form.ts
 * adds checks and errors.
 */

/** Sends the form with `send`, at once if it was submitted before this script had loaded (layouts/boot.ts). */
export function onSubmit(form: HTMLFormElement, send: () => Promise<void>): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send()
  })
  form.dataset.form = "started"
  if (form.hasAttribute("data-submitted-early")) void send()
}

/** Sets whether the submit button is busy. Does not disable the button, which would lose the focus. */
export function showBusy(form: HTMLFormElement, isBusy: boolean): void {
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")
  if (!button) return
  button.ariaBusy = `${isBusy}`
  const { idle, busy } = button.dataset
  button.textContent = (isBusy ? busy : idle) ?? ""
}
