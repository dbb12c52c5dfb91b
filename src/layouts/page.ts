/** What the pages do in the browser: each part where the page has it. One file, loaded after the paint. */

import { startSession } from "../features/account/session/start.ts"
import { markPastEvents, showUpcomingEvents } from "../features/events/upcoming.ts"
import { startNewsletter } from "../features/newsletter/forms.ts"
import { startSearch } from "../features/search/start.ts"
import { pageTranslate } from "../i18n/page-translate.ts"
import { relativeTime } from "../i18n/relative-time.ts"
import { startToasts } from "../ui/toast/toasts.ts"
import { startLanguages, startMenu, startTheme } from "./header.ts"

/** Nothing, drawn: in its place the ground of the picture shows, and the space stays. */
const CLEAR = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"

function hideImage(image: HTMLImageElement): void {
  if (image.closest(".prose")) {
    image.hidden = true
  } else if (image.src !== CLEAR) {
    image.removeAttribute("srcset")
    image.src = CLEAR
  }
}

/** Hides pictures that cannot be loaded, from here on, and those that failed before; also for pictures that come into the page later. */
function hideFailedImages(): void {
  const onError = ({ target }: Event) => target instanceof HTMLImageElement && hideImage(target)
  // The event does not bubble.
  document.addEventListener("error", onError, { capture: true })
  for (const image of document.images) {
    if (image.src && image.complete && image.naturalWidth === 0) hideImage(image)
  }
}

/** Turns the dates in `<time data-relative>` into how long ago they are; the date stays as the title. */
function showRelativeTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-relative]")) {
    time.title ||= time.textContent
    time.textContent = relativeTime(time.dateTime, Date.now(), pageTranslate())
  }
}

const NOTICE_SEEN = "hasSeenDevNotice"

/** Late enough not to be in the way of the first paint. */
const NOTICE_AFTER_MS = 1200

function isNoticeSeen(): boolean {
  try {
    return localStorage.getItem(NOTICE_SEEN) !== null
  } catch {
    return true
  }
}

/** The one-time notice that the site is a beta. */
function startBetaNotice(): void {
  const dialog = document.querySelector<HTMLDialogElement>("[data-beta-notice]")
  if (!dialog || isNoticeSeen()) return
  dialog.addEventListener("close", () => localStorage.setItem(NOTICE_SEEN, "true"))
  setTimeout(() => {
    // Not on top of another, nor under the fingers of somebody who types; then the next page shows it.
    const isBusy = document.querySelector(
      "dialog[open], [data-form]:not([data-newsletter]), :is(input, textarea):focus",
    )
    if (!isNoticeSeen() && !isBusy) dialog.showModal()
  }, NOTICE_AFTER_MS)
}

hideFailedImages()
showRelativeTimes()
startTheme()
startMenu()
startLanguages()
startToasts()
startSession()
startBetaNotice()
startNewsletter()
startSearch()
showUpcomingEvents()
markPastEvents()

// Where it cannot be (a private window, plain http), pages are read with a connection alone.
navigator.serviceWorker?.register("/sw.js").catch(() => {})

document.documentElement.dataset.scripts = "here"
for (const button of document.querySelectorAll<HTMLButtonElement>(
  "[data-pressed-early]:is(:not([data-script]), [data-session=signed-out] [data-needs-login])",
)) {
  button.removeAttribute("data-pressed-early")
  // A command has run by itself.
  if (!("commandForElement" in button && button.commandForElement)) button.click()
}
