import { $session, isMaybeSignedIn } from "./session.ts"

/**
 * Calls `forget` when the member logs out or another member logs in, so that callers clear private data and typed text.
 * An expired session is ignored, because the same member may log in again and continue. Returns a function that
 * removes the listeners.
 */
export function onMemberLeft(forget: () => void): () => void {
  let member: string | null = null
  const stop = $session.subscribe((session) => {
    const hasLoggedOut = session.status === "signed-out" && session.isDeliberate
    const currentMember = session.status === "signed-in" ? session.user.id : member
    const hasChanged = member !== null && currentMember !== member
    member = hasLoggedOut ? null : currentMember
    if (hasLoggedOut || hasChanged) forget()
  })
  function checkSession({ persisted }: PageTransitionEvent): void {
    if (persisted && !isMaybeSignedIn()) forget()
  }
  addEventListener("pageshow", checkSession)
  return () => {
    stop()
    removeEventListener("pageshow", checkSession)
  }
}
