/** Asks members to confirm a log-out that would lose unsaved changes. Pages with a form load this module. */
import { atom } from "nanostores"
import { signOut } from "../../session/sign-out.ts"

/** Whether the dialog that asks for confirmation is open. */
export const $isConfirming = atom(false)

let hasUnsavedChanges = () => false

/** Logs out, after a confirmation if there are unsaved changes. */
export async function confirmSignOut(): Promise<void> {
  if (hasUnsavedChanges()) $isConfirming.set(true)
  else await signOut()
}

/** Makes all log-out buttons of the page ask for confirmation while there are unsaved changes. */
export function guardSignOut(hasChanges: () => boolean): void {
  hasUnsavedChanges = hasChanges
  const ask = (event: MouseEvent) => {
    const isSignOut = event.target instanceof Element && event.target.closest("[data-sign-out]")
    if (!isSignOut || !hasUnsavedChanges()) return
    event.stopPropagation()
    $isConfirming.set(true)
  }
  // This listener captures the click, because the script of every page logs out when the click bubbles.
  document.addEventListener("click", ask, { capture: true })
}
