import type { ComponentType } from "react"

let isOpening = false

const loadMount = () => import("./mount-dialog.tsx")

/** Preloads the scripts of a dialog, so that it opens offline. */
export async function preloadDialog(load: () => Promise<unknown>): Promise<void> {
  await Promise.all([loadMount(), load()]).catch(() => {})
}

/**
 * Loads and opens a dialog. Also loads React if the page has not loaded it. Meanwhile the clicked button is busy, and
 * further clicks are ignored. If the dialog cannot be loaded, the page shows a message (new-version.ts).
 */
export async function openDialog<Props extends object>(
  load: () => Promise<ComponentType<Props & { onClose: () => void }>>,
  props: Props,
): Promise<void> {
  if (isOpening) return
  isOpening = true
  const button = document.activeElement?.closest("button")
  button?.setAttribute("aria-busy", "true")
  try {
    const [{ mountDialogWith }, Dialog] = await Promise.all([loadMount(), load()])
    mountDialogWith(Dialog, props)
  } catch (error) {
    console.error(error)
  } finally {
    isOpening = false
    button?.removeAttribute("aria-busy")
  }
}
