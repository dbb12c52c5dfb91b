const DAY_MS = 86_400_000
/** Offset of Baltic winter time. */
const OFFSET_MS = 7_200_000

/** Hides texts such as "in 3 days" that were built on another day. */
export function hideOutdatedCountdowns(): void {
  const today = Math.floor((Date.now() + OFFSET_MS) / DAY_MS)
  for (const text of document.querySelectorAll<HTMLElement>("[data-today]")) {
    text.hidden = Number(text.dataset.today) !== today
  }
}
