import { withStorage } from "../../shared/storage.ts"

/** Logs a missing path in the browser's console, and once per tab on the server. */
export function reportNotFound(): void {
  const path = location.pathname + location.search
  console.error(`No page at ${path}`)
  // The server accepts only a few reports per minute, and the console would show each rejected report as an error.
  const key = `404:${path}`
  if (withStorage(() => sessionStorage.getItem(key)) === "") return
  withStorage(() => sessionStorage.setItem(key, ""))
  const report = new Blob([JSON.stringify({ path })], { type: "application/json" })
  navigator.sendBeacon("/api/not-found", report)
}
