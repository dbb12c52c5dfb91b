import type { ComponentType } from "react"

let isOpening = false

const loadMount = () => import("./mount-dialog.tsx")

/** Loads the scripts of a dialog in advance, so that the dialog can be opened offline. */
export async function preloadDialog(load: () => Promise<unknown>): Promise<void> {
  await Promise.all([loadMount(), load()]).catch(() => {})
}

/**
 * Loads and opens a dialog, unless another dialog is loading. If scripts fail to load, ui/new-version.ts shows a toast.
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
