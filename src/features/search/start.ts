/** What every page has of search: its button and its keys. The rest is loaded when it is opened. */
import { showToast } from "../../ui/toasts.ts"

const FIELD = "input, textarea, select, [contenteditable]"

/** `/`, or Ctrl and K, on a Cyrillic keyboard too; nobody is typing, and no dialog is open. */
const isAskedFor = ({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent) =>
  !altKey &&
  (ctrlKey || metaKey ? !shiftKey && /^[kл]$/i.test(key) : key === "/") &&
  !(target instanceof Element && target.closest(FIELD)) &&
  !document.querySelector(":modal")

/** Opens at a press or a key. The script of it waits in a template: `import()` would bring Vite's loader. */
export function startSearch(): void {
  const button = document.querySelector<HTMLElement>("[data-search]")
  const template = document.querySelector<HTMLTemplateElement>("template[data-search-script]")
  if (!button || !template) return
  let isLoading = false
  function open(): void {
    // Once it is here the dialog answers to this; as it comes, it opens by itself.
    const isAnswered = !button?.dispatchEvent(new Event("search", { cancelable: true }))
    const script = template && document.importNode(template.content, true).querySelector("script")
    if (isAnswered || isLoading || !script) return
    isLoading = true
    script.addEventListener("error", () => {
      isLoading = false
      showToast({ tone: "error", title: button?.dataset.failed ?? "", about: "search" })
    })
    document.body.append(script)
  }
  button.addEventListener("click", open)
  addEventListener("keydown", (event) => {
    if (!isAskedFor(event)) return
    event.preventDefault()
    open()
  })
}
