/** Every page loads these functions for the newsletter form. */

/** Calls `send` on submit, or at once if the form was submitted before this script was loaded (boot.ts). */
export function onSubmit(form: HTMLFormElement, send: () => Promise<void>): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send()
  })
  form.dataset.form = "started"
  if (form.hasAttribute("data-submitted-early")) void send()
}

/** The button stays enabled, because a disabled button loses the focus. */
export function showBusy(form: HTMLFormElement, isBusy: boolean): void {
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")
  if (!button) return
  button.ariaBusy = `${isBusy}`
  const { idle, busy } = button.dataset
  button.textContent = (isBusy ? busy : idle) ?? ""
}
