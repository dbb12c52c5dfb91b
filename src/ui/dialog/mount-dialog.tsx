import type { ComponentType } from "react"
import { createRoot } from "react-dom/client"

interface Closable {
  onClose: () => void
}

/** Renders a dialog at the end of the page until the dialog calls `onClose`. */
export function mountDialog(Dialog: ComponentType<Closable>): void {
  const container = document.createElement("div")
  document.body.append(container)
  const root = createRoot(container)
  const close = () => {
    root.unmount()
    container.remove()
  }
  root.render(<Dialog onClose={close} />)
}

/** Renders a dialog with properties at the end of the page until the dialog calls `onClose`. */
export const mountDialogWith = <Props extends object>(
  Dialog: ComponentType<Props & Closable>,
  props: Props,
): void => mountDialog(({ onClose }) => <Dialog {...props} onClose={onClose} />)
