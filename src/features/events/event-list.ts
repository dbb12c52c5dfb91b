/** Adapts the prebuilt list of events to the current time and to the events above it. */
import { COMPACT_MAX_EVENTS } from "./upcoming.ts"

/**
 * Shows the events that start today or later, by the date in the event's time zone, and are not shown above the list
 * (`data-above`). The page has at most one such list.
 */
export function updateEventList(): void {
  const list = document.querySelector<HTMLElement>("[data-events]")
  const section = list?.closest("section")
  if (!list || !section) return
  const rows = [...list.querySelectorAll<HTMLElement>("[data-until]")]
  const upcoming = rows.filter((row) => Date.parse(row.dataset.until ?? "") > Date.now())
  for (const row of rows) row.hidden = !upcoming.includes(row) || "above" in row.dataset
  const shown = upcoming.filter((row) => !row.hidden).length
  list.hidden = shown === 0
  section.hidden = shown === 0 && upcoming.length > 0
  const empty = section.querySelector<HTMLElement>("[data-empty]")
  if (empty) empty.hidden = upcoming.length > 0
  const more = section.querySelector<HTMLElement>("[data-events-more]")
  const hiddenCount = "compact" in list.dataset ? shown - COMPACT_MAX_EVENTS : 0
  if (!more) return
  more.hidden = hiddenCount <= 0
  more.textContent = more.textContent.replace(/\d+/, String(hiddenCount))
}
