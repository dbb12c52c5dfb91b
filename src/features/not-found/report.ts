import { withStorage } from "../../shared/storage.ts"

/** Logs a missing path in the console and, once per session, on the server. */
export function reportNotFound(): void {
  const path = location.pathname + location.search
  console.error(`No page at ${path}`)
  // Limits reports, because the server accepts a few per minute and refused requests appear in the console.
  const key = `404:${path}`
  if (withStorage(() => sessionStorage.getItem(key)) === "") return
  withStorage(() => sessionStorage.setItem(key, ""))
  const report = new Blob([JSON.stringify({ path })], { type: "application/json" })
  navigator.sendBeacon("/api/not-found", report)
}
