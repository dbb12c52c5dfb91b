/** Adapts prebuilt pages, which may be days old, to the current time. */

/** Fewer events may be left between midnight and the nightly build. */
export const EVENTS_SHOWN = 8

/** Events on the home page of phones until "more" is pressed (`[data-compact]` in site.css). */
export const COMPACT_MAX_EVENTS = 3

export function markPastEvents(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-ends]")) {
    element.toggleAttribute("data-past", Date.parse(element.dataset.ends ?? "") < Date.now())
  }
}
