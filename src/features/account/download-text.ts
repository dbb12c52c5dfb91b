export function downloadText(text: string, fileName: string, type: string): void {
  const href = URL.createObjectURL(new Blob([text], { type }))
  Object.assign(document.createElement("a"), { href, download: fileName }).click()
  // The browser needs the URL until the file is saved.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
