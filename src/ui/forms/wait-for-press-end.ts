const POLL_MS = 100

/** Waits until no button is pressed. A pressed button that moves, below a new error, loses the click. */
export async function waitForPressEnd(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  while (document.querySelector(":active"))
}
