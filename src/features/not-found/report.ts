const isReported = (path: string): boolean => {
  const key = `404:${path}`
  try {
    if (sessionStorage.getItem(key) !== null) return true
    sessionStorage.setItem(key, "")
  } catch {
    // Without storage every visit is reported.
  }
  return false
}

/** Logs a missing path in the console and, once per session, on the server. */
export function reportNotFound(): void {
  const path = location.pathname + location.search
  console.error(`No page at ${path}`)
  // Limits reports, because the server accepts a few per minute and refused requests appear in the console.
  if (isReported(path)) return
  const report = new Blob([JSON.stringify({ path })], { type: "application/json" })
  navigator.sendBeacon("/api/not-found", report)
}
