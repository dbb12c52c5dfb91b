import { COMPACT_MAX_EVENTS } from "./upcoming.ts"

const isLater = (time: string | undefined): boolean => Date.parse(time ?? "") > Date.now()

/**
 * Adapts the prebuilt list of events on the home page to the current time: hides the events that started before today
 * (in the event's time zone) and updates the button for more events. Hides the whole section if only the event of the
 * poster above the list is left.
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
