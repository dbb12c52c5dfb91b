/**
 * What forms without React share. Part of every page's script, for the newsletter's form: what checks
 * fields and shows their errors is in page-form.ts.
 */

/** Sends the form by `send`, also if it was submitted before this was here, see boot.ts. */
export function onSubmit(form: HTMLFormElement, send: () => Promise<void>): void {
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void send()
  })
  form.dataset.form = "started"
  if (form.hasAttribute("data-submitted-early")) void send()
}

/** Shows the button as busy or not. Never disabled, which would lose the focus. */
export function showBusy(form: HTMLFormElement, isBusy: boolean): void {
  const button = form.querySelector<HTMLButtonElement>("button[type=submit]")
  if (!button) return
  button.ariaBusy = `${isBusy}`
  const { idle, busy } = button.dataset
  button.textContent = (isBusy ? busy : idle) ?? ""
}
