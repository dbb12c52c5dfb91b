import { $session, isMaybeSignedIn } from "./session.ts"

/**
 * Calls a listener when the member logs out or another member logs in, but not when the session of an
 * open page expires. Returns a function that removes the listener.
 */
export function onMemberLeft(listener: () => void): () => void {
  let memberId: string | null = null
  const stop = $session.subscribe((session) => {
    const hasLoggedOut = session.status === "signed-out" && session.isDeliberate
    const currentId = session.status === "signed-in" ? session.user.id : memberId
    const hasChanged = memberId !== null && currentId !== memberId
    memberId = hasLoggedOut ? null : currentId
    if (hasLoggedOut || hasChanged) listener()
  })
  // A page from the back-forward cache may have missed a log-out in another tab.
  function checkSession({ persisted }: PageTransitionEvent): void {
    if (persisted && !isMaybeSignedIn()) listener()
  }
  addEventListener("pageshow", checkSession)
  return () => {
    stop()
    removeEventListener("pageshow", checkSession)
  }
}
