/** Dialogs that are loaded when somebody asks for them, with React where the page has none yet. */
import type { ComponentType } from "react"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToast } from "../toast/toasts.ts"

type Dialog = ComponentType<{ onClose: () => void }>

let isOpening = false

/**
 * Loads a dialog and opens it; the button that was pressed looks busy until then. Says so when it cannot be
 * loaded. A second press meanwhile does nothing.
 */
export async function openDialog(load: () => Promise<Dialog>): Promise<void> {
  if (isOpening) return
  isOpening = true
  const pressed = document.activeElement?.closest("button")
  pressed?.setAttribute("aria-busy", "true")
  try {
    const [{ mountDialog }, dialog] = await Promise.all([import("./mount-dialog.tsx"), load()])
    mountDialog(dialog)
  } catch (error) {
    console.error(error)
    showToast({ tone: "error", title: pageTranslate()("errors:problems.unreachable") })
  } finally {
    isOpening = false
    pressed?.removeAttribute("aria-busy")
  }
}
