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
  link?: { href: string; text: string }
}

export type NewToast = Omit<Toast, "id">

export const $toasts = atom<readonly Toast[]>([])

const SHOWN_MS = 6000
/** Somebody has to get there first. */
const SHOWN_WITH_LINK_MS = 12_000
const KEPT_UNDER = "daina:toast"

let last = 0

export function dismissToast(id: number): void {
  $toasts.set($toasts.get().filter((toast) => toast.id !== id))
}

/** Shows a message, already in the person's language, for some seconds; gives its id, to dismiss it earlier. */
export function showToast(toast: NewToast): number {
  const id = ++last
  const others = $toasts.get().filter(({ about }) => !about || about !== toast.about)
  $toasts.set([...others, { ...toast, id }])
  setTimeout(() => dismissToast(id), toast.link ? SHOWN_WITH_LINK_MS : SHOWN_MS)
  return id
}

/** Keeps a message for the page that is about to be opened. */
export function showToastOnNextPage(toast: NewToast): void {
  try {
    sessionStorage.setItem(KEPT_UNDER, JSON.stringify(toast))
  } catch {
    // Without storage the message is lost, and nothing else.
  }
}

const isToast = (value: unknown): value is NewToast =>
  typeof value === "object" &&
  value !== null &&
  "title" in value &&
  typeof value.title === "string" &&
  "tone" in value &&
  (value.tone === "success" || value.tone === "error")

/** Shows the message that the last page left, if any. */
export function showKeptToast(): void {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT_UNDER) ?? "null")
    sessionStorage.removeItem(KEPT_UNDER)
    if (isToast(kept)) showToast(kept)
  } catch {
    // No storage, or not ours: nothing to show.
  }
}
