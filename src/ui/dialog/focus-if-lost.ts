/** Focuses an element if the focused element was removed. The page does not scroll. */
export function focusIfLost(target: () => HTMLElement | null): void {
  const check = () => {
    const { activeElement, body } = document
    if (activeElement === null || activeElement === body) target()?.focus({ preventScroll: true })
  }
  // A closing dialog may restore the focus to a button just before React removes the button.
  setTimeout(check)
  setTimeout(check, 100)
}

export const focusIdIfLost = (id: string): void => focusIfLost(() => document.getElementById(id))
