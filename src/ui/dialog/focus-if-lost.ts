/**
 * Focuses an element if the focused element was removed, so that keyboard users need not start again at the top of the
 * page. The page does not scroll.
 */
export function focusIfLost(target: () => HTMLElement | null): void {
  const check = () => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) target()?.focus({ preventScroll: true })
  }
  // A closed dialog may restore the focus to a button just before React removes the button, hence the second check.
  setTimeout(check)
  setTimeout(check, 100)
}

export const focusIdIfLost = (id: string): void => focusIfLost(() => document.getElementById(id))
