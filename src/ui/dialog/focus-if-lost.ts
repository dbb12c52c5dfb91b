/**
 * Focuses the element that `getTarget` returns if no element has the focus, for example because a pressed button was
 * removed. The page does not scroll.
 */
export function focusIfLost(getTarget: () => HTMLElement | null): void {
  const check = () => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body)
      getTarget()?.focus({ preventScroll: true })
  }
  // Checks again later, because a closing dialog may focus a button just before React removes the button.
  setTimeout(check)
  setTimeout(check, 100)
}

export const focusIdIfLost = (id: string): void => focusIfLost(() => document.getElementById(id))
