const isReported = (path: string): boolean => {
  const key = `404:${path}`
  try {
    if (sessionStorage.getItem(key) !== null) return true
    sessionStorage.setItem(key, "")
  } catch {
    // Without storage each time is the first.
  }
  return false
}

/** Logs the path that led nowhere, here and, once per session, on the server. */
export function reportNotFound(): void {
  const path = location.pathname + location.search
  console.error(`No page at ${path}`)
  // The server allows a few reports a minute, and a refused one cannot be kept out of the console.
  if (isReported(path)) return
  const report = new Blob([JSON.stringify({ path })], { type: "application/json" })
  navigator.sendBeacon("/api/not-found", report)
}
