/** Adapts prebuilt pages, which may be days old, to the current time. */

/** Maximum number of events in the home page's list. Until the nightly build, hidden events of yesterday count, too. */
export const HOME_MAX_EVENTS = 8

/** Number of events in a list until "more" is pressed (`[data-compact]` in site.css). */
export const COMPACT_MAX_EVENTS = 4

/** Sets `data-past` on elements whose event has ended. Style sheets hide such elements or show a note. */
export function markPastEvents(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-ends]")) {
    element.toggleAttribute("data-past", Date.parse(element.dataset.ends ?? "") < Date.now())
  }
}
