import { withStorage } from "../../shared/storage.ts"

/** Reports the missing path to the server, which logs it. */
export function reportNotFound(): void {
  const path = location.pathname + location.search
  console.error(`No page at ${path}`)
  // Each path is reported once per session (an empty entry marks it): the server refuses frequent reports, and the
  // browser logs a refusal as an error.
  const key = `404:${path}`
  if (withStorage(() => sessionStorage.getItem(key)) === "") return
  withStorage(() => sessionStorage.setItem(key, ""))
  const report = new Blob([JSON.stringify({ path })], { type: "application/json" })
  navigator.sendBeacon("/api/not-found", report)
}
