/** Asking before signing out loses what is typed. A page that has something to lose loads this. */
import { atom } from "nanostores"
import { signOut } from "../session/sign-out.ts"

/** Whether the person is being asked. */
export const $isAsking = atom(false)

let isSomethingLost = () => false

/** Signs out, or asks first. */
export async function signOutAskingFirst(): Promise<void> {
  if (isSomethingLost()) $isAsking.set(true)
  else await signOut()
}

/** From now on all ways of signing out ask, as long as there is something to lose. */
export function askBeforeSigningOut(mayLose: () => boolean): void {
  isSomethingLost = mayLose
  const ask = (event: MouseEvent) => {
    const isSignOut = event.target instanceof Element && event.target.closest("[data-sign-out]")
    if (!isSignOut || !isSomethingLost()) return
    event.stopPropagation()
    $isAsking.set(true)
  }
  // On the way down: on the way up the pages' own script signs out.
  document.addEventListener("click", ask, { capture: true })
}
