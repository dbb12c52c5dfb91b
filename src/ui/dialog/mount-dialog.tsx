import type { ComponentType } from "react"
import { createRoot } from "react-dom/client"

/** Shows a dialog in a place of its own at the end of the page, until it is closed. */
export function mountDialog(Dialog: ComponentType<{ onClose: () => void }>): void {
  const place = document.createElement("div")
  document.body.append(place)
  const root = createRoot(place)
  const close = () => {
    root.unmount()
    place.remove()
  }
  root.render(<Dialog onClose={close} />)
}
