import { $session, isMaybeSignedIn } from "./session.ts"

/**
 * Calls back when what one person typed, or alone may see, is to be dropped before the next one looks:
 * the member signed out, or another is here. A session that ran out is neither; the same member may go
 * on where it ended. Returns what ends it.
 */
export function onLeft(forget: () => void): () => void {
  let member: string | null = null
  const stop = $session.subscribe((session) => {
    const isLeft = session.status === "signed-out" && session.isWanted
    const present = session.status === "signed-in" ? session.user.id : member
    const isOther = member !== null && present !== member
    member = isLeft ? null : present
    if (isLeft || isOther) forget()
  })
  /** Out of the back-forward cache a page is as it was left, and heard of nothing meanwhile. */
  function meetAgain({ persisted }: PageTransitionEvent): void {
    if (persisted && !isMaybeSignedIn()) forget()
  }
  addEventListener("pageshow", meetAgain)
  return () => {
    stop()
    removeEventListener("pageshow", meetAgain)
  }
}
