const POLL_MS = 100

/** Waits until no element is pressed. Otherwise a new error text could move a pressed button away from the pointer. */
export async function waitForPressEnd(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  while (document.querySelector(":active"))
}
