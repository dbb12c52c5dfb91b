/**
 * Focuses an element if the focused element was removed, so that keyboard users do not start at the top of the page
 * again. The element must be focusable. Does not scroll.
 */
export function focusIfLost(target: () => HTMLElement | null): void {
  const check = () => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) target()?.focus({ preventScroll: true })
  }
  // The second check is for a closed dialog that restores the focus to a button just before React removes it.
  setTimeout(check)
  setTimeout(check, 100)
}

/** Focuses the element with this id if the focused element was removed. */
export const focusIdIfLost = (id: string): void => focusIfLost(() => document.getElementById(id))
