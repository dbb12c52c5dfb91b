/** The one-time notice that the site is a beta. */

const SEEN = "hasSeenDevNotice"

/** Late enough not to be in the way of the first paint. */
const AFTER_MS = 1200

function isSeen(): boolean {
  try {
    return localStorage.getItem(SEEN) !== null
  } catch {
    return true
  }
}

export function startBetaNotice(): void {
  const dialog = document.querySelector<HTMLDialogElement>("[data-beta-notice]")
  if (!dialog || isSeen()) return
  dialog.addEventListener("close", () => localStorage.setItem(SEEN, "true"))
  setTimeout(() => {
    // Not on top of another, nor under the fingers of somebody who types; then the next page shows it.
    const isBusy = document.querySelector("dialog[open], [data-form], :is(input, textarea):focus")
    if (!isSeen() && !isBusy) dialog.showModal()
  }, AFTER_MS)
}
