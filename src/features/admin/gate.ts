/**
 * Checks the member's rights before a screen of the admin area or the newsroom is shown. The gate does not protect
 * data: the API and the database check the same rights.
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
import { type CallResult, call } from "../../shared/call.ts"
import { isRecord } from "../../shared/json.ts"

/** State of the gate. `factor`: the member must set up a second login step first. */
export type Gate =
  | { status: "checking" }
  | { status: "error"; text: MessageKey }
  | { status: "denied"; redirectPath: "/login" | "/" }
  | { status: "factor" }
  | { status: "granted"; user: User; newsroom: NewsroomGrant | null }

export const $gate = atom<Gate>({ status: "checking" })

export const isNewsroom = () => document.documentElement.dataset.area === "newsroom"

const getGate = (session: Session): Gate => {
  if (session.status !== "signed-in") return { status: "denied", redirectPath: "/login" }
  const { user, role, newsroom = null } = session
  const mayEnter = isNewsroom() ? newsroom !== null : role === "super_admin"
  return mayEnter ? { status: "granted", user, newsroom } : { status: "denied", redirectPath: "/" }
}

export function getGateForResult(result: CallResult<Session>): Gate {
  if (result.ok) return getGate(result.body)
  const isUnreachable = result.failure.code === "unreachable"
  return { status: "error", text: isUnreachable ? "admin:gate.failed" : "admin:gate.database" }
}

/** Requests the session, because the session store does not keep the failure of its own request. */
async function checkGate(): Promise<void> {
  if (!isMaybeSignedIn()) return $gate.set({ status: "denied", redirectPath: "/login" })
  $gate.set({ status: "checking" })
  $gate.set(getGateForResult(await call("/api/auth/session", { read: parseSession })))
}

const MS_PER_DAY = 24 * 60 * 60 * 1000

/** Shows the deadline for a second login step. If the deadline has passed, closes the gate. */
async function checkFactor(): Promise<void> {
  const result = await call("/api/auth/session", {
    read: (json) => (isRecord(json) ? json.factor_due_at : undefined),
  })
  const dueAt = result.ok && typeof result.body === "string" ? Date.parse(result.body) : null
  if (dueAt !== null && dueAt <= Date.now()) return $gate.set({ status: "factor" })
  const notice = document.querySelector<HTMLElement>("[data-factor-due]")
  const text = notice?.querySelector("p")
  if (!notice || !text) return
  notice.hidden = dueAt === null
  if (dueAt === null) return
  const count = Math.ceil((dueAt - Date.now()) / MS_PER_DAY)
  text.textContent = pageTranslate()("admin:factorDue", { count })
}

/** Updates the gate when the session changes. An open gate stays open while `isBusy` returns true. */
export const startGate = (isBusy: () => boolean): (() => void) =>
  $session.subscribe((session) => {
    if (session.status === "loading" || ($gate.get().status === "granted" && isBusy())) return
    if (session.status === "signed-in") $gate.set(getGate(session))
    else void checkGate()
  })

/** Milliseconds until the "Access Denied" page redirects the visitor. */
const DENIED_MS = 2_000

/** Returns the URL of the home page, or of the login page with the current URL as the next page. */
function getRedirectUrl(redirectPath: "/login" | "/"): string {
  const path = localePath(redirectPath, pageLocale())
  if (redirectPath === "/") return path
  return `${path}?${new URLSearchParams({ next: location.pathname + location.search })}`
}

const isRedirectToLogin = (gate: Gate) => gate.status === "denied" && gate.redirectPath === "/login"

function showGate(gate: Gate): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-gate]")) {
    element.hidden = element.dataset.gate !== (isRedirectToLogin(gate) ? "checking" : gate.status)
  }
  document.querySelector("[data-gate-states]")?.toggleAttribute("hidden", gate.status === "granted")
}

/** Starts the check of an admin page. Shows the page, an error or a notice, or redirects the visitor. */
export function startGateView(): void {
  let redirectTimer: ReturnType<typeof setTimeout> | undefined
  let wasGranted = false
  const message = document.querySelector("[data-gate-message]")
  const link = document.querySelector<HTMLAnchorElement>("[data-gate-link]")
  document.querySelector("[data-gate-retry]")?.addEventListener("click", () => void checkGate())

  $gate.subscribe((gate) => {
    clearTimeout(redirectTimer)
    showGate(gate)
    if (gate.status === "granted") {
      wasGranted = true
      void checkFactor()
    }
    if (gate.status === "error" && message) message.textContent = pageTranslate()(gate.text)
    if (gate.status !== "denied") return
    const path = getRedirectUrl(gate.redirectPath)
    if (link) link.href = path
    const isSilent = wasGranted || isRedirectToLogin(gate)
    redirectTimer = setTimeout(() => location.replace(path), isSilent ? 0 : DENIED_MS)
  })
  startGate(() => document.querySelector("dialog[open]") !== null)
}
