/** Sends the newsletter forms. Every page loads this script, so it stays small and uses neither `call.ts` nor zod. */
import type { MessageKey } from "../../i18n/keys.ts"
import { loadMemberMessages } from "../../i18n/load-member-messages.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { onSubmit, showBusy } from "../../ui/forms/plain-form.ts"

const OUTCOME_TEXTS = {
  sent: "newsletter:form.sent",
  required: "newsletter:form.required",
  invalid: "errors:fields.invalid_email",
  unreachable: "errors:problems.unreachable",
  failed: "errors:problems.internal",
} as const satisfies Record<string, MessageKey>

/** Result of a submission. `limited` is the message about a rate limit. */
type Outcome = keyof typeof OUTCOME_TEXTS | { limited: string }

const REQUEST_TIMEOUT_MS = 20_000

async function loadRateLimitMessage(headers: Headers): Promise<string> {
  const { getFailureMessage } = await import("../../ui/forms/failure-message.ts")
  const retryAfter = Number(headers.get("retry-after"))
  return getFailureMessage({ code: "rate_limited", retryAfter }, pageTranslate())
}

async function send(form: HTMLFormElement): Promise<Outcome> {
  try {
    const { ok, status, headers } = await fetch(form.action, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(Object.fromEntries(new FormData(form))),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    })
    if (ok) return "sent"
    if (status === 422) return "invalid"
    return status === 429 ? { limited: await loadRateLimitMessage(headers) } : "failed"
  } catch {
    return "unreachable"
  }
}

async function submit(form: HTMLFormElement, email: HTMLInputElement): Promise<Outcome> {
  try {
    await loadMemberMessages()
  } catch {
    return "unreachable"
  }
  if (!email.value.trim()) return "required"
  return email.checkValidity() ? await send(form) : "invalid"
}

function startForm(form: HTMLFormElement): void {
  const email = form.querySelector<HTMLInputElement>("[type=email]")
  const status = form.querySelector<HTMLElement>("[role=status]")
  if (!email || !status) return
  let isSending = false
  onSubmit(form, async () => {
    if (isSending) return
    isSending = true
    showBusy(form, true)
    const outcome = await submit(form, email)
    showBusy(form, false)
    isSending = false
    const isEmailInvalid = outcome === "invalid" || outcome === "required"
    email.ariaInvalid = `${isEmailInvalid}`
    const isLimited = typeof outcome === "object"
    status.dataset.outcome = isLimited ? "limited" : outcome
    status.textContent = isLimited ? outcome.limited : pageTranslate()(OUTCOME_TEXTS[outcome])
    if (isEmailInvalid) email.focus()
  })
}

/** Makes a link subscribe signed-in members with one tap. If the code cannot be loaded, the link opens its page. */
function startMemberLink(link: HTMLAnchorElement): void {
  link.addEventListener("click", (event) => {
    event.preventDefault()
    import("./subscribe-member.ts")
      .then(({ subscribeMember }) => subscribeMember(link))
      .catch(() => location.assign(link.href))
  })
}

export function startNewsletter(): void {
  document.querySelectorAll<HTMLFormElement>("[data-newsletter]").forEach(startForm)
  document.querySelectorAll<HTMLAnchorElement>("[data-subscribe]").forEach(startMemberLink)
}
