/** Logs the path that led nowhere, here and on the server. */
export function reportNotFound(): void {
  const path = location.pathname + location.search
  console.error(`No page at ${path}`)
  const report = new Blob([JSON.stringify({ path })], { type: "application/json" })
  navigator.sendBeacon("/api/not-found", report)
}
