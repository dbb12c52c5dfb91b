/** What every page has of search: its button and its keys. The rest is loaded when it is first opened. */
import { showToast } from "../../ui/toast/toasts.ts"

/** Where the browser keeps what its reader searched for: `recent.ts`. */
export const RECENT = "recent-searches"

export function forgetSearches(): void {
  try {
    localStorage.removeItem(RECENT)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}

/** The rest waits in a template, since `import()` would bring Vite's loader; come, it opens by itself. */
export function startSearch(): void {
  const keys = document.documentElement.dataset
  const button = document.querySelector<HTMLElement>("[data-search]")
  button?.addEventListener("click", () => {
    const template = button.querySelector("template")
    if (!template) return
    template.remove()
    const parts = [...document.importNode(template.content, true).children]
    for (const part of parts) {
      part.addEventListener("error", () => {
        for (const part of parts) part.remove()
        button.append(template)
        delete keys.typed
        showToast({ tone: "error", title: button.dataset.failed ?? "" })
      })
    }
    document.body.append(...parts)
  })
  // What boot.ts has heard, maybe before this script was here.
  const openIfAsked = () => {
    if (keys.typed === "" || (keys.typed && button?.querySelector("template"))) button?.click()
  }
  addEventListener("keydown", openIfAsked)
  openIfAsked()
}
