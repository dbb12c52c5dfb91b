import type { ComponentType } from "react"

let isOpening = false

const loadMount = () => import("./mount-dialog.tsx")

/** Preloads the scripts of a dialog, so that the dialog opens offline. */
export async function preloadDialog(load: () => Promise<unknown>): Promise<void> {
  await Promise.all([loadMount(), load()]).catch(() => {})
}

/** Loads and opens a dialog, unless another dialog is loading. new-version.ts reports scripts that fail to load. */
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
