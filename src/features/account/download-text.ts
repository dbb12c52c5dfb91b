/** The object URL must exist until the browser has saved the file. */
const URL_LIFETIME_MS = 60_000

export function downloadText(text: string, fileName: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement("a"), { href, download: fileName }).click()
  setTimeout(() => URL.revokeObjectURL(href), URL_LIFETIME_MS)
}
