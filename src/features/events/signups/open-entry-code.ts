/** The script is loaded in advance, so that the code can be shown offline. */
import { useEffect } from "react"
import { openDialog, preloadDialog } from "../../../ui/dialog/open-dialog.ts"

const load = () => import("./EntryCode.tsx")

export const openEntryCode = (event: string, signup: string): void =>
  void openDialog(async () => (await load()).EntryCode, { event, signup })

const preload = () => void preloadDialog(load)

/** Loads the script when the service worker can store it. */
export function usePreloadedEntryCode(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !navigator.onLine) return
    const { serviceWorker } = navigator
    if (!serviceWorker || serviceWorker.controller) return preload()
    serviceWorker.addEventListener("controllerchange", preload, { once: true })
    return () => serviceWorker.removeEventListener("controllerchange", preload)
  }, [isNeeded])
}
