/** A question before signing out loses what is typed. A page that has something to lose loads this. */
import { atom } from "nanostores"
import { signOut } from "../../session/sign-out.ts"

/** Whether the question is open. */
export const $isConfirming = atom(false)

let mayLose = () => false

/** Signs out, or asks first. */
export async function confirmSignOut(): Promise<void> {
  if (mayLose()) $isConfirming.set(true)
  else await signOut()
}

/** From now on all ways of signing out ask first, as long as there is something to lose. */
export function guardSignOut(isSomethingUnsaved: () => boolean): void {
  mayLose = isSomethingUnsaved
  const ask = (event: MouseEvent) => {
    const isSignOut = event.target instanceof Element && event.target.closest("[data-sign-out]")
    if (!isSignOut || !mayLose()) return
    event.stopPropagation()
    $isConfirming.set(true)
  }
  // On the way down: on the way up the pages' own script signs out.
  document.addEventListener("click", ask, { capture: true })
}
