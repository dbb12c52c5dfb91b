const POLL_MS = 100

/**
 * Waits until the visitor no longer presses a button or link. When a field loses the focus, its error appears and moves
 * the elements below. If the visitor were pressing such an element at that moment, the browser would lose the click.
 */
export async function waitForPressEnd(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  while (document.querySelector(":active"))
}
