/** Repeats a request while the tab is visible. */
import { useEffect } from "react"

/**
 * Returns `poll`, which calls `read` immediately. `handle` gets the result and returns the delay in milliseconds until
 * the next call, or null to stop. If calls overlap, only the latest one counts. Hidden tabs send no requests.
 */
export function createPolling<Reading>(
  read: () => Promise<Reading>,
  handle: (reading: Reading) => number | null,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0

  async function poll(): Promise<void> {
    clearTimeout(timer)
    if (globalThis.document?.hidden) return
    latest += 1
    const number = latest
    const reading = await read()
    if (number !== latest) return
    const wait = handle(reading)
    if (wait !== null) timer = setTimeout(poll, wait)
  }

  return {
    poll,
    stop(): void {
      clearTimeout(timer)
      latest += 1
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
