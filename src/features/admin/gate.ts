/** Who may enter the admin area: super admins alone. The functions and the database check it again. */
import { atom } from "nanostores"
import { type Answer, call } from "../../call.ts"
import type { MessageKey } from "../../i18n/keys.ts"
import {
  $session,
  isMaybeSignedIn,
  parseSession,
  type Session,
  type User,
} from "../session/session.ts"

export type Gate =
  | { status: "checking" }
  | { status: "error"; text: MessageKey }
  /** `to` is where the visitor goes instead, on the English site. */
  | { status: "denied"; to: "/login" | "/" }
  | { status: "granted"; user: User }

export const $gate = atom<Gate>({ status: "checking" })

const gateOf = (session: Session): Gate => {
  if (session.status !== "signed-in") return { status: "denied", to: "/login" }
  if (session.role !== "super_admin") return { status: "denied", to: "/" }
  return { status: "granted", user: session.user }
}

/** What an answer about the session means at the gate. */
export function gateFor(answer: Answer<Session>): Gate {
  if (answer.ok) return gateOf(answer.body)
  const isUnreachable = answer.failure.code === "unreachable"
  return { status: "error", text: isUnreachable ? "admin:gate.failed" : "admin:gate.database" }
}

/** Asks who is there. The session's store takes every failure for "signed out"; here it is told apart. */
export async function checkGate(): Promise<void> {
  if (!isMaybeSignedIn()) return $gate.set({ status: "denied", to: "/login" })
  $gate.set({ status: "checking" })
  $gate.set(gateFor(await call("/api/auth/session", { read: parseSession })))
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
