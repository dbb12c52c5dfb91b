const MS_PER_DAY = 86_400_000
/** Offset of Baltic standard time from UTC. During daylight saving time, the day changes an hour late here. */
const BALTIC_OFFSET_MS = 7_200_000

/** Hides texts such as "in 3 days" that were built on another day. */
export function hideOutdatedCountdowns(): void {
  const today = Math.floor((Date.now() + BALTIC_OFFSET_MS) / MS_PER_DAY)
  for (const text of document.querySelectorAll<HTMLElement>("[data-today]")) {
    text.hidden = Number(text.dataset.today) !== today
  }
}
