/** Adds the dialog and its script from a template at the first click. If loading fails, the next click tries again. */
function addDialogOnClick(button: HTMLElement): void {
  button.addEventListener("click", () => {
    const template = button.querySelector("template")
    if (!template) return
    template.remove()
    const parts = [...document.importNode(template.content, true).children]
    const onerror = () => {
      for (const part of parts) part.remove()
      button.append(template)
      delete document.documentElement.dataset.typed
    }
    for (const part of parts) Object.assign(part, { onerror })
    document.body.append(...parts)
  })
}

/** Matches an open dialog or a focused field. Keys that are pressed there do not open the search. */
const KEY_RECEIVER_SELECTOR = ":modal, :is(input, textarea, select, [contenteditable]):focus"

/** Opens the search on `/` and Ctrl+K. While the dialog is loading, `data-typed` collects the typed text. */
function openOnShortcut(button: HTMLElement): void {
  const { dataset } = document.documentElement
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey } = event
    const { typed } = dataset
    const isCommand = ctrlKey || metaKey
    if (document.querySelector(KEY_RECEIVER_SELECTOR)) return
    if (typed === undefined) {
      // On Cyrillic keyboards, the key K types "л".
      if (isCommand ? !"kл".includes(key) : key !== "/") return
      dataset.typed = ""
      button.click()
    } else if (key === "Escape") delete dataset.typed
    else if (key === "Backspace") dataset.typed = typed.slice(0, -1)
    else if (!isCommand && key.length === 1) dataset.typed = typed + key
    else return
    event.preventDefault()
  })
}

export function startSearch(): void {
  const button = document.querySelector<HTMLElement>("[data-search]")
  if (!button) return
  addDialogOnClick(button)
  openOnShortcut(button)
}
