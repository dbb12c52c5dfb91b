/** Reading again and again, while somebody is looking. */
import { useEffect } from "react"

/**
 * `poll` reads at once, and again after as many milliseconds as `take` says of the answer (null: no more). Of
 * two requests at once, the later counts; nothing is requested in a hidden tab.
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

/** Polls from now on, and at once when somebody comes back to the tab; stops with the component. */
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
