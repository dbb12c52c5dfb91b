import { COMPACT_MAX_EVENTS } from "./upcoming.ts"

/**
 * Adapts the home page's prebuilt list to the current time: shows the events that start today or later, by the date in
 * the event's time zone. Events that the page shows above the list (`data-above`) are hidden. If only those are left,
 * the whole section is hidden.
 */
export function updateEventList(): void {
  const list = document.querySelector<HTMLElement>("[data-events]")
  const section = list?.closest("section")
  if (!list || !section) return
  const rows = [...list.querySelectorAll<HTMLElement>("[data-until]")]
  const upcoming = rows.filter((row) => Date.parse(row.dataset.until ?? "") > Date.now())
  for (const row of rows) row.hidden = !upcoming.includes(row) || "above" in row.dataset
  const visibleCount = upcoming.filter((row) => !row.hidden).length
  list.hidden = visibleCount === 0
  section.hidden = visibleCount === 0 && upcoming.length > 0
  const emptyText = section.querySelector<HTMLElement>("[data-empty]")
  if (emptyText) emptyText.hidden = upcoming.length > 0
  const moreButton = section.querySelector<HTMLElement>("[data-events-more]")
  const hiddenCount = "compact" in list.dataset ? visibleCount - COMPACT_MAX_EVENTS : 0
  if (!moreButton) return
  moreButton.hidden = hiddenCount <= 0
  moreButton.textContent = moreButton.textContent.replace(/\d+/, String(hiddenCount))
}
