import { $session, isMaybeSignedIn } from "./session.ts"

/** Calls `forget` when the member changes or logs out, but not when a session expires. */
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
