/** Focuses the element that `getTarget` returns if the focused element was removed. The page does not scroll. */
export function focusIfLost(getTarget: () => HTMLElement | null): void {
  const check = () => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body)
      getTarget()?.focus({ preventScroll: true })
  }
  // Checks again later: a closing dialog may focus a button just before React removes the button.
  setTimeout(check)
  setTimeout(check, 100)
}

export const focusIdIfLost = (id: string): void => focusIfLost(() => document.getElementById(id))
