/** What every page has of search: its button and its keys. The rest is loaded when it is first opened. */

/**
 * Loads search with the first press: its script opens it. One that cannot be loaded is loaded with the next press,
 * and the page says so (ui/new-version.ts).
 */
export function startSearch(): void {
  const keys = document.documentElement.dataset
  const button = document.querySelector<HTMLElement>("[data-search]")
  button?.addEventListener("click", () => {
    const template = button.querySelector("template")
    if (!template) return
    template.remove()
    const parts = [...document.importNode(template.content, true).children]
    const onerror = () => {
      for (const part of parts) part.remove()
      button.append(template)
      delete keys.typed
    }
    for (const part of parts) Object.assign(part, { onerror })
    document.body.append(...parts)
  })
  // What boot.ts has heard, maybe before this script was here.
  const openIfAsked = () => {
    if (keys.typed === "" || (keys.typed && button?.querySelector("template"))) button?.click()
  }
  addEventListener("keydown", openIfAsked)
  openIfAsked()
}
