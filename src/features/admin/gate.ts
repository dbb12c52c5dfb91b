/**
 * Who may enter: the admin area super admins alone, the newsroom whoever writes news. The functions and the
 * database check it again.
 */
import { atom } from "nanostores"
import type { MessageKey } from "../../i18n/keys.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import type { NewsroomGrant } from "../../schema/roles.ts"
import {
  $session,
  isMaybeSignedIn,
  parseSession,
  type Session,
  type User,
} from "../../session/session.ts"
import { type Answer, call } from "../../shared/call.ts"
import { isRecord } from "../../shared/json.ts"

export type Gate =
  | { status: "checking" }
  | { status: "error"; text: MessageKey }
  /** `to` is where the visitor goes instead, on the English site. */
  | { status: "denied"; to: "/login" | "/" }
  /** Their role demands a second factor, and the days without one are over. */
  | { status: "factor" }
  | { status: "granted"; user: User; newsroom: NewsroomGrant | null }

export const $gate = atom<Gate>({ status: "checking" })

/** Whether the page is the newsroom's. */
export const isNewsroom = () => document.documentElement.dataset.area === "newsroom"

const gateOf = (session: Session): Gate => {
  if (session.status !== "signed-in") return { status: "denied", to: "/login" }
  const { user, role, newsroom = null } = session
  const mayEnter = isNewsroom() ? newsroom !== null : role === "super_admin"
  return mayEnter ? { status: "granted", user, newsroom } : { status: "denied", to: "/" }
}

/** What an answer about the session means at the gate. */
export function gateFor(answer: Answer<Session>): Gate {
  if (answer.ok) return gateOf(answer.body)
  const isUnreachable = answer.failure.code === "unreachable"
  return { status: "error", text: isUnreachable ? "admin:gate.failed" : "admin:gate.database" }
}

/** Asks who is there. The session's store takes every failure for "signed out"; here it is told apart. */
async function checkGate(): Promise<void> {
  if (!isMaybeSignedIn()) return $gate.set({ status: "denied", to: "/login" })
  $gate.set({ status: "checking" })
  $gate.set(gateFor(await call("/api/auth/session", { read: parseSession })))
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Tells who was let in how many days they may still go without a second factor, or closes when there are none. */
async function checkFactor(): Promise<void> {
  // Not part of the session's store, which is on every page.
  const answer = await call("/api/auth/session", {
    read: (json) => (isRecord(json) ? json.factor_due_at : undefined),
  })
  const due = answer.ok && typeof answer.body === "string" ? Date.parse(answer.body) : null
  if (due !== null && due <= Date.now()) return $gate.set({ status: "factor" })
  const notice = document.querySelector<HTMLElement>("[data-factor-due]")
  const text = notice?.querySelector("p")
  if (!notice || !text) return
  notice.hidden = due === null
  if (due === null) return
  const count = Math.ceil((due - Date.now()) / DAY_MS)
  text.textContent = pageTranslate()("admin:factorDue", { count })
}

/**
 * Follows the session. Who was let in is not sent away while `isBusy`, say in the middle of a sentence:
 * whatever they send is checked by itself. Returns what ends it.
 */
export const startGate = (isBusy: () => boolean): (() => void) =>
  $session.subscribe((session) => {
    if (session.status === "loading" || ($gate.get().status === "granted" && isBusy())) return
    if (session.status === "signed-in") $gate.set(gateOf(session))
    else void checkGate()
  })

/** How long a member reads "Access Denied" before the redirect, in milliseconds. */
const DENIED_MS = 2_000

function addressFor(to: "/login" | "/"): string {
  const path = localePath(to, pageLocale())
  if (to === "/") return path
  return `${path}?${new URLSearchParams({ next: location.pathname + location.search })}`
}

/** Nothing is denied to somebody who only has to log in: they just go. */
const isLoginDue = (gate: Gate) => gate.status === "denied" && gate.to === "/login"

function show(gate: Gate): void {
  for (const part of document.querySelectorAll<HTMLElement>("[data-gate]")) {
    part.hidden = part.dataset.gate !== (isLoginDue(gate) ? "checking" : gate.status)
  }
  // The screen behind the gate has its own <main>; only one of the two may be visible.
  document.querySelector("[data-gate-states]")?.toggleAttribute("hidden", gate.status === "granted")
}

/** Shows the gate's state; the HTML of all states is there already. */
export function startGateView(): void {
  let redirect: ReturnType<typeof setTimeout> | undefined
  let wasGranted = false
  const message = document.querySelector("[data-gate-message]")
  const link = document.querySelector<HTMLAnchorElement>("[data-gate-link]")
  document.querySelector("[data-gate-retry]")?.addEventListener("click", () => void checkGate())

  $gate.subscribe((gate) => {
    clearTimeout(redirect)
    show(gate)
    if (gate.status === "granted") {
      wasGranted = true
      void checkFactor()
    }
    if (gate.status === "error" && message) message.textContent = pageTranslate()(gate.text)
    if (gate.status !== "denied") return
    const address = addressFor(gate.to)
    if (link) link.href = address
    const isSilent = wasGranted || isLoginDue(gate)
    redirect = setTimeout(() => location.replace(address), isSilent ? 0 : DENIED_MS)
  })
  startGate(() => document.querySelector("dialog[open]") !== null)
}
