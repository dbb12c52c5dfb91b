/**
 * The forms for letters. Part of every page's script, hence without `call.ts` and the schema: what a
 * browser knows of addresses and a status say enough.
 */
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
  const button = form.querySelector<HTMLButtonElement>("[type=submit]")
  const said = form.querySelector<HTMLElement>("[role=status]")
  if (!email || !button || !said) return

  // Not disabled, which would lose the focus.
  const show = (isBusy: boolean) => {
    button.ariaBusy = `${isBusy}`
    button.textContent = (isBusy ? button.dataset.busy : button.dataset.idle) ?? ""
  }

  async function submit(): Promise<void> {
    if (!email || !said || button?.ariaBusy === "true") return
    let outcome: Outcome = email.value.trim() ? "invalid" : "required"
    if (email.checkValidity()) {
      show(true)
      outcome = await send(form)
      show(false)
    }
    const isWrong = outcome === "invalid" || outcome === "required"
    email.ariaInvalid = `${isWrong}`
    said.dataset.outcome = outcome
    // Its texts came with the form.
    said.textContent = form.dataset[outcome] ?? ""
    if (isWrong) email.focus()
  }

  form.dataset.letters = "started"
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void submit()
  })
  // Sent before this was here, see boot.ts.
  if (form.hasAttribute("data-submitted-early")) void submit()
}

export function startLetters(): void {
  document.querySelectorAll<HTMLFormElement>("form[data-letters]").forEach(start)
}
