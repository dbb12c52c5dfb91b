/** Repeats a request while the tab is visible. */
import { useEffect } from "react"

/**
 * Returns `poll`, which reads immediately, and again after the delay in milliseconds that `take` returns for the answer
 * (null: never). With several requests under way, only the latest counts. Hidden tabs send no requests.
 */
export function createPolling<Reading>(
  read: () => Promise<Reading>,
  take: (reading: Reading) => number | null,
) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0

  async function poll(): Promise<void> {
    clearTimeout(timer)
    if (globalThis.document?.hidden) return
    latest += 1
    const mine = latest
    const reading = await read()
    if (mine !== latest) return
    const wait = take(reading)
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
