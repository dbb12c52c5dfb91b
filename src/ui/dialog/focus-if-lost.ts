/**
 * Moves the focus to a place, which has a tabindex, if what had it is gone from the page: a keyboard
 * would begin at the top again. Nothing scrolls.
 */
export function focusIfLost(place: () => HTMLElement | null): void {
  const check = () => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) place()?.focus({ preventScroll: true })
  }
  // By then the page is drawn anew, and a dialog has given the focus back where it could: at times to a button
  // that goes a moment later.
  setTimeout(check)
  setTimeout(check, 100)
}

/** As {@link focusIfLost}, for the element with this id. */
export const focusIdIfLost = (id: string): void => focusIfLost(() => document.getElementById(id))
