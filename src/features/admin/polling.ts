import { useEffect } from "react"

/**
 * Creates a poller, which calls `read` repeatedly. `handle` gets each result, and returns the delay until the next call
 * in milliseconds, or null to stop.
 */
export function createPolling<Reading>(
  read: () => Promise<Reading>,
  handle: (reading: Reading) => number | null,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Number of the latest call of `read`. Results of earlier calls are ignored. */
  let latestNumber = 0

  async function poll(): Promise<void> {
    clearTimeout(timer)
    if (globalThis.document?.hidden) return
    latestNumber += 1
    const number = latestNumber
    const reading = await read()
    if (number !== latestNumber) return
    const delay = handle(reading)
    if (delay !== null) timer = setTimeout(poll, delay)
  }

  return {
    poll,
    stop(): void {
      clearTimeout(timer)
      latestNumber += 1
    },
  }
}

/** Polls while the component is mounted, and immediately when the tab becomes visible. */
export function usePolling(poll: () => Promise<void>, stop: () => void): void {
  useEffect(() => {
    const pollNow = () => void poll()
    pollNow()
    document.addEventListener("visibilitychange", pollNow)
    return () => {
      document.removeEventListener("visibilitychange", pollNow)
      stop()
    }
  }, [poll, stop])
}
