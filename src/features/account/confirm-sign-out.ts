/** Asks for a confirmation before a log-out that would lose unsaved changes. */
import { atom } from "nanostores"
import { signOut } from "../../session/sign-out.ts"

/** Whether the confirmation dialog is open. */
export const $isConfirming = atom(false)

let hasUnsavedChanges = () => false

/** Logs out. If there are unsaved changes, opens the confirmation dialog instead. */
export async function confirmSignOut(): Promise<void> {
  if (hasUnsavedChanges()) $isConfirming.set(true)
  else await signOut()
}

/** Makes log-out buttons open the confirmation dialog, instead of logging out, while `hasChanges` returns true. */
export function guardSignOut(hasChanges: () => boolean): void {
  hasUnsavedChanges = hasChanges
  const confirmIfNeeded = (event: MouseEvent) => {
    const button = event.target instanceof Element && event.target.closest("[data-sign-out]")
    if (!button || !hasUnsavedChanges()) return
    event.stopPropagation()
    $isConfirming.set(true)
  }
  // The listener captures the click, because another script logs out when the click bubbles.
  document.addEventListener("click", confirmIfNeeded, { capture: true })
}
