import { COMPACT_MAX_EVENTS } from "./upcoming.ts"

const isLater = (time: string | undefined): boolean => Date.parse(time ?? "") > Date.now()

/**
 * Adapts the home page's prebuilt list to the current time: shows the events that start today or later, by the date in
 * the event's time zone. If only the event is left that the page shows above the list, the whole section is hidden.
 */
export function updateEventList(): void {
  const list = document.querySelector<HTMLElement>("[data-events]")
  const section = list?.closest("section")
  if (!list || !section) return
  const rows = [...list.querySelectorAll<HTMLElement>("[data-until]")]
  const upcoming = rows.filter((row) => isLater(row.dataset.until))
  for (const row of rows) row.hidden = !upcoming.includes(row)
  list.hidden = upcoming.length === 0
  section.hidden = upcoming.length === 0 && isLater(list.dataset.posterUntil)
  const emptyText = section.querySelector<HTMLElement>("[data-empty]")
  if (emptyText) emptyText.hidden = upcoming.length > 0
  const moreButton = section.querySelector<HTMLElement>("[data-events-more]")
  const hiddenCount = "compact" in list.dataset ? upcoming.length - COMPACT_MAX_EVENTS : 0
  if (!moreButton) return
  moreButton.hidden = hiddenCount <= 0
  moreButton.textContent = moreButton.dataset.eventsMore?.split("|")[hiddenCount - 1] ?? ""
}
