/** Dialogs that load on demand, together with React if the page has not loaded it. */
import type { ComponentType } from "react"

type Dialog = ComponentType<{ onClose: () => void }>

let isOpening = false

const loadMount = () => import("./mount-dialog.tsx")

/** Preloads the scripts of a dialog, so that it opens offline. */
export async function preloadDialog(load: () => Promise<unknown>): Promise<void> {
  await Promise.all([loadMount(), load()]).catch(() => {})
}

/**
 * Loads and opens a dialog. Meanwhile the clicked button is busy, and further clicks are ignored. When loading fails,
 * the page shows a message (new-version.ts).
 */
export async function openDialog(load: () => Promise<Dialog>): Promise<void> {
  if (isOpening) return
  isOpening = true
  const button = document.activeElement?.closest("button")
  button?.setAttribute("aria-busy", "true")
  try {
    const [{ mountDialog }, dialog] = await Promise.all([loadMount(), load()])
    mountDialog(dialog)
  } catch (error) {
    console.error(error)
  } finally {
    isOpening = false
    button?.removeAttribute("aria-busy")
  }
}
