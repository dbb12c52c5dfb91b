import { atom } from "nanostores"
import { withStorage } from "../../shared/storage.ts"

export interface Toast {
  id: number
  title: string
  text?: string
  tone: "success" | "error"
  /** A newer toast with the same subject replaces this toast. */
  subject?: string
  link?: {
    href: string
    text: string
    /** Returns false to cancel the link. A toast with this function stays until it is closed. */
    onclick?: () => boolean
  }
}

export type NewToast = Omit<Toast, "id">

export const $toasts = atom<readonly Toast[]>([])

const SHOWN_MS = 6000
const SHOWN_WITH_LINK_MS = 12_000
const STORAGE_KEY = "daina:toast"

let lastId = 0

function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}

export function showToast(toast: NewToast): void {
  const id = ++lastId
  const isReplaced = ({ subject, title, text }: Toast) =>
    subject ? subject === toast.subject : title === toast.title && text === toast.text
  const others = $toasts.get().filter((shown) => !isReplaced(shown))
  $toasts.set([...others, { ...toast, id }])
  if (toast.link?.onclick) return
  setTimeout(() => dismissToast(id), toast.link ? SHOWN_WITH_LINK_MS : SHOWN_MS)
}

export const showToastOnNextPage = (toast: NewToast): void =>
  withStorage(() => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(toast)))

const showStoredToast = (): void =>
  withStorage(() => {
    const stored: NewToast | null = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null")
    sessionStorage.removeItem(STORAGE_KEY)
    if (stored) showToast(stored)
  })

function createToastElement(template: HTMLTemplateElement, toast: Toast): Element | undefined {
  const row = document.importNode(template.content, true).querySelector("li")
  if (!row) return undefined
  row.dataset.id = String(toast.id)
  row.dataset.tone = toast.tone
  row.querySelector("strong")?.append(toast.title)
  row.querySelector("p")?.append(toast.text ?? "")
  const link = row.querySelector("a")
  if (link && toast.link) Object.assign(link, toast.link)
  else link?.remove()
  row.querySelector("button")?.addEventListener("click", () => {
    const dialog = row.closest("dialog")
    dismissToast(toast.id)
    // Moves the focus from the removed button to the dialog.
    dialog?.focus()
  })
  return row
}

let region: HTMLElement | null = null

/** Moves the toasts into the topmost open dialog, because elements outside of the dialog are inert. */
function raiseRegion(): void {
  if (!region) return
  // Reopens the popover, because a popover is above an open dialog only if it opens after the dialog.
  if (region.isConnected) region.hidePopover()
  const host = Array.from(document.querySelectorAll<HTMLElement>("dialog:modal")).at(-1)
  const parent = host ?? document.body
  if (region.parentElement !== parent) parent.append(region)
  if ($toasts.get().length > 0) region.showPopover()
}

/** Moves the toasts after a modal dialog opens or closes. `Modal` also calls this before React removes the dialog. */
export function followDialogs(): void {
  const isMisplaced = region?.closest("dialog") && !region.closest("dialog:modal")
  if ($toasts.get().length > 0 || isMisplaced) raiseRegion()
}

export function startToasts(): void {
  region = document.querySelector<HTMLElement>("[data-toasts]")
  const list = region?.querySelector("ol")
  const template = region?.querySelector("template")
  if (!region || !list || !template) return

  const onDialogEvent = ({ target }: Event) => {
    if (target instanceof HTMLDialogElement) followDialogs()
  }
  document.addEventListener("toggle", onDialogEvent, { capture: true })
  document.addEventListener("close", onDialogEvent, { capture: true })
  $toasts.subscribe((toasts) => {
    for (const row of list.querySelectorAll("li")) {
      if (!toasts.some(({ id }) => String(id) === row.dataset.id)) row.remove()
    }
    const newToasts = toasts.filter(({ id }) => !list.querySelector(`[data-id="${id}"]`))
    if (toasts.length === 0 || newToasts.length > 0) raiseRegion()
    for (const toast of newToasts) list.append(createToastElement(template, toast) ?? "")
  })
  showStoredToast()
}
