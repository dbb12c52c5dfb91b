import { withStorage } from "../../shared/storage.ts"

export function reportNotFound(): void {
  const path = location.pathname + location.search
  console.error(`No page at ${path}`)
  // The server limits reports, and the console shows each rejected report as an error.
  const key = `404:${path}`
  if (withStorage(() => sessionStorage.getItem(key)) === "") return
  withStorage(() => sessionStorage.setItem(key, ""))
  const report = new Blob([JSON.stringify({ path })], { type: "application/json" })
  navigator.sendBeacon("/api/not-found", report)
}
