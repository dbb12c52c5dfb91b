import { $toasts, dismissToast, showKeptToast, type Toast } from "./toasts.ts"

function element(template: HTMLTemplateElement, toast: Toast): Element | undefined {
  const item = template.content.cloneNode(true)
  if (!(item instanceof DocumentFragment)) return undefined
  const row = item.querySelector("li")
  row?.setAttribute("data-id", String(toast.id))
  row?.setAttribute("data-tone", toast.tone)
  row?.querySelector("strong")?.append(toast.title)
  row?.querySelector("p")?.append(toast.text ?? "")
  const link = row?.querySelector("a")
  if (link && toast.link)
    Object.assign(link, { href: toast.link.href, textContent: toast.link.text })
  else link?.remove()
  row?.querySelector("button")?.addEventListener("click", () => dismissToast(toast.id))
  return row ?? undefined
}

/** Shows `$toasts` in the page's region, above dialogs too. */
export function startToasts(): void {
  const region = document.querySelector<HTMLElement>("[data-toasts]")
  const list = region?.querySelector("ol")
  const template = region?.querySelector("template")
  if (!region || !list || !template) return

  $toasts.subscribe((toasts) => {
    for (const row of list.querySelectorAll("li")) {
      if (!toasts.some(({ id }) => String(id) === row.dataset.id)) row.remove()
    }
    const fresh = toasts.filter(({ id }) => !list.querySelector(`[data-id="${id}"]`))
    // Opened once more, so that it comes above whatever was opened since.
    if (toasts.length === 0 || fresh.length > 0) region.hidePopover()
    if (toasts.length > 0) region.showPopover()
    for (const toast of fresh) list.append(element(template, toast) ?? "")
  })
  showKeptToast()
}
