import type { ComponentType } from "react"
import { createRoot } from "react-dom/client"

/** Renders a dialog at the end of the page until it is closed. */
export function mountDialog(Dialog: ComponentType<{ onClose: () => void }>): void {
  const container = document.createElement("div")
  document.body.append(container)
  const root = createRoot(container)
  const close = () => {
    root.unmount()
    container.remove()
  }
  root.render(<Dialog onClose={close} />)
}
