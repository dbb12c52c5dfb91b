/** Shows the gate's state; the HTML of all states is there already. */
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { $gate, checkGate, type Gate, startGate } from "./gate.ts"

/** How long "Access Denied" stands before the redirect, in milliseconds. */
const DENIED_MS = 2_000

function addressFor(to: "/login" | "/"): string {
  const path = localePath(to, pageLocale())
  if (to === "/") return path
  return `${path}?${new URLSearchParams({ next: location.pathname + location.search })}`
}

function show(gate: Gate): void {
  for (const part of document.querySelectorAll<HTMLElement>("[data-gate]")) {
    part.hidden = part.dataset.gate !== gate.status
  }
  // The screen behind it has a main part of its own.
  document.querySelector("[data-gate-states]")?.toggleAttribute("hidden", gate.status === "granted")
}

export function startGateView(): void {
  let redirect: ReturnType<typeof setTimeout> | undefined
  let wasGranted = false
  const message = document.querySelector("[data-gate-message]")
  const link = document.querySelector<HTMLAnchorElement>("[data-gate-link]")
  document.querySelector("[data-gate-retry]")?.addEventListener("click", () => void checkGate())

  $gate.subscribe((gate) => {
    clearTimeout(redirect)
    show(gate)
    if (gate.status === "granted") wasGranted = true
    if (gate.status === "error" && message) message.textContent = pageTranslate()(gate.text)
    if (gate.status !== "denied") return
    const address = addressFor(gate.to)
    if (link) link.href = address
    // Nothing is denied to a person who signed out: they just go.
    redirect = setTimeout(() => location.replace(address), wasGranted ? 0 : DENIED_MS)
  })
  startGate(() => document.querySelector("dialog[open]") !== null)
}
