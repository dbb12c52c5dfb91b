import { useEffect } from "react"

/** Creates a poller. `handle` returns the delay until the next `read` in milliseconds, or null to stop. */
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

/** Polls while the component is mounted. Also polls at once when the tab becomes visible. */
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
