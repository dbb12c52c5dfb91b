/** Opens the dialog with an entry code. Its script is loaded ahead, so that the code is there without a connection. */
import { useEffect } from "react"
import { openDialog } from "../../../ui/dialog/open-dialog.ts"

const load = () => import("./EntryCode.tsx")

export const openEntryCode = (event: string, signup: string): void =>
  void openDialog(async () => {
    const { EntryCode } = await load()
    return ({ onClose }) => <EntryCode event={event} signup={signup} onClose={onClose} />
  })

/** Loads the dialog's script while there is a connection. */
export function usePreloadedEntryCode(isNeeded: boolean): void {
  useEffect(() => {
    if (isNeeded && navigator.onLine) load().catch(() => {})
  }, [isNeeded])
}
