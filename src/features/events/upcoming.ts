/**
 * Number of events in the home page's list at the time of the build. Until the next build, a script hides past events.
 */
export const HOME_MAX_EVENTS = 8

/**
 * Number of events that a compact list (`[data-compact]` in site.css) shows until the button for more events is
 * pressed.
 */
export const COMPACT_MAX_EVENTS = 4

/** Sets `data-past` on elements whose event has ended. Style sheets hide such elements or show a note. */
export function markPastEvents(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-ends]")) {
    element.toggleAttribute("data-past", Date.parse(element.dataset.ends ?? "") < Date.now())
  }
}
