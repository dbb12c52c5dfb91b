/** What of a page that may be days old is still to come, and what is over. */

/** On the home page; from midnight to the nightly build there may be fewer. */
export const EVENTS_SHOWN = 8

/** On phones, in a line each, until the others are asked for; see `[data-compact]` in site.css. */
export const COMPACT_SHOWN = 3

/** Shows the events that start today, where they are, or later. */
export function showUpcomingEvents(): void {
  const list = document.querySelector<HTMLElement>("[data-events]")
  if (!list) return
  let shown = 0
  for (const row of list.querySelectorAll<HTMLElement>("[data-until]")) {
    row.hidden = Date.parse(row.dataset.until ?? "") <= Date.now()
    if (!row.hidden) shown++
  }
  const isEmpty = shown === 0
  list.hidden = isEmpty
  const empty = list.parentElement?.querySelector<HTMLElement>("[data-empty]")
  if (empty) empty.hidden = !isEmpty
  const more = list.parentElement?.querySelector<HTMLElement>("[data-events-more]")
  if (!more) return
  const rest = shown - COMPACT_SHOWN
  more.hidden = rest <= 0
  more.textContent = more.textContent.replace(/\d+/, String(rest))
  more.addEventListener("click", () => {
    delete list.dataset.compact
    more.hidden = true
    // Where the first new one is, whoever goes by keyboard goes on.
    const rows = list.querySelectorAll("li:not([hidden])")
    rows[COMPACT_SHOWN]?.querySelector("a")?.focus({ preventScroll: true })
  })
}

/** Marks what is over. */
export function markPastEvents(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-ends]")) {
    element.toggleAttribute("data-past", Date.parse(element.dataset.ends ?? "") < Date.now())
  }
}
