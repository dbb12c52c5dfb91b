/** Short messages about what just happened. */
import { atom } from "nanostores"

export interface Toast {
  id: number
  title: string
  text?: string
  tone: "success" | "error"
  /** What it is the outcome of: a newer one takes its place. */
  about?: string
  /** Where what is missing can be done. */
  link?: {
    href: string
    text: string
    /** Runs before the link is followed, or in its place by returning false. Such a message stays until it is closed. */
    onclick?: () => boolean
  }
}

export type NewToast = Omit<Toast, "id">

export const $toasts = atom<readonly Toast[]>([])

const SHOWN_MS = 6000
/** Somebody has to get there first. */
const SHOWN_WITH_LINK_MS = 12_000
const STORED_UNDER = "daina:toast"

let last = 0

function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}

/** Shows a message, already in the person's language, for some seconds. */
export function showToast(toast: NewToast): void {
  const id = ++last
  const isOutdone = ({ about, title, text }: Toast) =>
    about ? about === toast.about : title === toast.title && text === toast.text
  const others = $toasts.get().filter((one) => !isOutdone(one))
  $toasts.set([...others, { ...toast, id }])
  if (toast.link?.onclick) return
  setTimeout(() => dismissToast(id), toast.link ? SHOWN_WITH_LINK_MS : SHOWN_MS)
}

/** Stores a message for the page that is about to be opened. */
export function showToastOnNextPage(toast: NewToast): void {
  try {
    sessionStorage.setItem(STORED_UNDER, JSON.stringify(toast))
  } catch {
    // Without storage the message is lost, and nothing else.
  }
}

/** Shows the message that the last page left, if any. */
function showStoredToast(): void {
  try {
    const stored: NewToast | null = JSON.parse(sessionStorage.getItem(STORED_UNDER) ?? "null")
    sessionStorage.removeItem(STORED_UNDER)
    if (stored) showToast(stored)
  } catch {
    // No storage, or not ours: nothing to show.
  }
}

function element(template: HTMLTemplateElement, toast: Toast): Element | undefined {
  const row = document.importNode(template.content, true).querySelector("li")
  if (!row) return undefined
  row.dataset.id = String(toast.id)
  row.dataset.tone = toast.tone
  row.querySelector("strong")?.append(toast.title)
  row.querySelector("p")?.append(toast.text ?? "")
  const link = row.querySelector("a")
  if (link && toast.link) Object.assign(link, toast.link)
  else link?.remove()
  row.querySelector("button")?.addEventListener("click", () => dismissToast(toast.id))
  return row
}

let region: HTMLElement | null = null

/** Shows the region on top of the page, inside the top modal dialog, because everything outside of it is inert. */
function raiseRegion(): void {
  if (!region) return
  // Closes it first, because only a newly opened popover is shown above an open dialog.
  if (region.isConnected) region.hidePopover()
  const host = Array.from(document.querySelectorAll<HTMLElement>("dialog:modal")).at(-1)
  const parent = host ?? document.body
  if (region.parentElement !== parent) parent.append(region)
  if ($toasts.get().length > 0) region.showPopover()
}

/** Keeps toasts usable when a modal dialog opens or closes. Dialogs call this before they are removed. */
export function followDialogs(): void {
  const isMisplaced = region?.closest("dialog") && !region.closest("dialog:modal")
  if ($toasts.get().length > 0 || isMisplaced) raiseRegion()
}

/** Shows `$toasts` in the page's region, above dialogs too. */
export function startToasts(): void {
  region = document.querySelector<HTMLElement>("[data-toasts]")
  const list = region?.querySelector("ol")
  const template = region?.querySelector("template")
  if (!region || !list || !template) return

  for (const name of ["toggle", "close"]) {
    document.addEventListener(
      name,
      ({ target }) => {
        if (target instanceof HTMLDialogElement) followDialogs()
      },
      { capture: true },
    )
  }
  $toasts.subscribe((toasts) => {
    for (const row of list.querySelectorAll("li")) {
      if (!toasts.some(({ id }) => String(id) === row.dataset.id)) row.remove()
    }
    const fresh = toasts.filter(({ id }) => !list.querySelector(`[data-id="${id}"]`))
    if (toasts.length === 0 || fresh.length > 0) raiseRegion()
    for (const toast of fresh) list.append(element(template, toast) ?? "")
  })
  showStoredToast()
}
