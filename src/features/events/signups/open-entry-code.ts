/** Opens the dialog with an entry code. Its script is loaded in advance, so that the code can be shown offline. */
import { useEffect } from "react"
import { openDialog, preloadDialog } from "../../../ui/dialog/open-dialog.ts"

const importDialog = () => import("./EntryCode.tsx")

export const openEntryCode = (eventId: string, signupId: string): void =>
  void openDialog(async () => (await importDialog()).EntryCode, { eventId, signupId })

const preload = () => void preloadDialog(importDialog)

/** Loads the script of the dialog as soon as the service worker controls the page, so that the worker stores it. */
export function usePreloadedEntryCode(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !navigator.onLine) return
    const { serviceWorker } = navigator
    if (!serviceWorker || serviceWorker.controller) return preload()
    serviceWorker.addEventListener("controllerchange", preload, { once: true })
    return () => serviceWorker.removeEventListener("controllerchange", preload)
  }, [isNeeded])
}
