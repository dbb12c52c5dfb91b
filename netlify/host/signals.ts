/** Ctrl-C and its kin. */

/** A terminal, npm and the start script each pass one Ctrl-C on; only a later one means impatience. */
const SAME_PRESS_MS = 1_000

/** Calls `stop` at the first signal and `force` at a second press. */
export function onStopSignal(stop: () => void, force: () => void): void {
  let first: number | null = null
  const hear = () => {
    const now = performance.now()
    if (first === null) {
      first = now
      stop()
    } else if (now - first > SAME_PRESS_MS) force()
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, hear)
}
