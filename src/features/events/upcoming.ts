/** Adapts prebuilt pages, which may be days old, to the current time. */

/** Number of events on the home page. Fewer may be left between midnight and the nightly build. */
export const EVENTS_SHOWN = 8

/** Events in a list until "more" is pressed (`[data-compact]` in site.css). */
export const COMPACT_MAX_EVENTS = 4

export function markPastEvents(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-ends]")) {
    element.toggleAttribute("data-past", Date.parse(element.dataset.ends ?? "") < Date.now())
  }
}
