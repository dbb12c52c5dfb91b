/**
 * The script of the newsletter forms. It is on every page, so it does without `call.ts` and zod: the browser's
 * validation and the status code suffice.
 */
import { onSubmit, showBusy } from "../../ui/forms/plain-form.ts"

type Outcome = "sent" | "required" | "invalid" | "limited" | "unreachable" | "failed"

const TIMEOUT_MS = 20_000

async function send(form: HTMLFormElement): Promise<Outcome> {
  try {
    const { ok, status } = await fetch(form.action, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (ok) return "sent"
    if (status === 422) return "invalid"
    return status === 429 ? "limited" : "failed"
  } catch {
    return "unreachable"
  }
}

function start(form: HTMLFormElement): void {
  const email = form.querySelector<HTMLInputElement>("[type=email]")
  const status = form.querySelector<HTMLElement>("[role=status]")
  if (!email || !status) return
  let isSending = false
  onSubmit(form, async () => {
    if (isSending) return
    let outcome: Outcome = email.value.trim() ? "invalid" : "required"
    if (email.checkValidity()) {
      isSending = true
      showBusy(form, true)
      outcome = await send(form)
      showBusy(form, false)
      isSending = false
    }
    const isWrong = outcome === "invalid" || outcome === "required"
    email.ariaInvalid = `${isWrong}`
    status.dataset.outcome = outcome
    // The form's HTML contains the texts.
    status.textContent = form.dataset[outcome] ?? ""
    if (isWrong) email.focus()
  })
}

export function startNewsletter(): void {
  document.querySelectorAll<HTMLFormElement>("[data-newsletter]").forEach(start)
}
