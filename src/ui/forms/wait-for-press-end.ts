const POLL_MS = 100

/** Waits until no element is pressed. A new error above a pressed button would move it away from the pointer. */
export async function waitForPressEnd(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  while (document.querySelector(":active"))
}
