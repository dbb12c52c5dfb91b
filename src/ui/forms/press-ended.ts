/** How often the page checks whether the press has ended. */
const POLL_MS = 100

/**
 * Waits until the visitor no longer presses anything. An error that appears when a field loses the focus moves the
 * elements below it. If the visitor is pressing one of them at that moment, the browser loses the click.
 */
export async function pressEnded(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  while (document.querySelector(":active"))
}
