import { useEffect } from "react"

/** Creates a poller. `handle` receives a reading and returns the milliseconds until the next read, or null to stop. */
export function createPolling<Reading>(
  read: () => Promise<Reading>,
  handle: (reading: Reading) => number | null,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Number of the latest read. Results of earlier reads are ignored. */
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
