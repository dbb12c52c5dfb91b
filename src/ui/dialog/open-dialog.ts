/** Dialogs that are loaded when somebody asks for them, with React where the page has none yet. */
import type { ComponentType } from "react"

type Dialog = ComponentType<{ onClose: () => void }>

let isOpening = false

const loadMount = () => import("./mount-dialog.tsx")

/** Preloads the scripts of a dialog, so that it opens offline. */
export async function preloadDialog(load: () => Promise<unknown>): Promise<void> {
  await Promise.all([loadMount(), load()]).catch(() => {})
}

/**
 * Loads a dialog and opens it; the button that was pressed looks busy until then. The page says so when it cannot
 * be loaded (new-version.ts). A second press meanwhile does nothing.
 */
export async function openDialog(load: () => Promise<Dialog>): Promise<void> {
  if (isOpening) return
  isOpening = true
  const pressed = document.activeElement?.closest("button")
  pressed?.setAttribute("aria-busy", "true")
  try {
    const [{ mountDialog }, dialog] = await Promise.all([loadMount(), load()])
    mountDialog(dialog)
  } catch (error) {
    console.error(error)
  } finally {
    isOpening = false
    pressed?.removeAttribute("aria-busy")
  }
}
