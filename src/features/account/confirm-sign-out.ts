/** Opens a confirmation before a log-out that would lose unsaved changes. */
import { atom } from "nanostores"
import { signOut } from "../../session/sign-out.ts"

export const $isConfirming = atom(false)

let hasUnsavedChanges = () => false

/** Logs out, or opens the confirmation if there are unsaved changes. */
export async function confirmSignOut(): Promise<void> {
  if (hasUnsavedChanges()) $isConfirming.set(true)
  else await signOut()
}

/** Opens the confirmation when a log-out button is clicked while `hasChanges` returns true. */
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
