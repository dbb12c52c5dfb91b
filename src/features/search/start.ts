/** What every page has of search: its button and its keys. The rest is loaded when it is first opened. */
import { showToast } from "../../ui/toasts.ts"

/** `/`, or Ctrl and K, on a Cyrillic keyboard too; nobody is typing, and no dialog is open. */
const isAskedFor = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  (ctrlKey || metaKey ? "kл".includes(key) : key === "/") &&
  !document.querySelector(":modal, :is(input, textarea):focus, select:focus")

/** The rest waits in a template, since `import()` would bring Vite's loader; come, it opens by itself. */
export function startSearch(): void {
  const button = document.querySelector<HTMLElement>("[data-search]")
  button?.addEventListener("click", () => {
    const template = button.querySelector("template")
    const script = template?.content.firstElementChild?.cloneNode()
    if (!template || !script) return
    template.remove()
    script.addEventListener("error", () => {
      button.append(template)
      showToast({ tone: "error", title: button.dataset.failed ?? "" })
    })
    document.body.append(script)
  })
  addEventListener("keydown", (event) => {
    if (!isAskedFor(event)) return
    event.preventDefault()
    button?.click()
  })
}
