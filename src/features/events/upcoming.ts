/** What of a page that may be days old is still to come, and what is over. */

/** On the home page; from midnight to the nightly build there may be fewer. */
export const EVENTS_SHOWN = 8

/** Number of events on a phone's home page before "more" is pressed; see `[data-compact]` in site.css. */
export const COMPACT_SHOWN = 3

/** Marks what is over. */
export function markPastEvents(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-ends]")) {
    element.toggleAttribute("data-past", Date.parse(element.dataset.ends ?? "") < Date.now())
  }
}
