/** What the pages do in the browser: each part where the page has it. One file, loaded after the paint. */

import { markPastEvents } from "../features/events/upcoming.ts"
import { startNewsletter } from "../features/newsletter/forms.ts"
import { startSearch } from "../features/search/start.ts"
import { pageTranslate } from "../i18n/page-translate.ts"
import { relativeTime } from "../i18n/relative-time.ts"
import { startSession } from "../session/start.ts"
import { fillAddresses, tellLoadFailure } from "../ui/new-version.ts"
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

/**
 * Hides pictures that cannot be loaded, those that failed before this script among them, and says so when a script
 * cannot be loaded.
 */
function watchFailures(): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) hideImage(target)
    else if (target instanceof HTMLScriptElement) void tellLoadFailure()
  }
  // The event does not bubble.
  document.addEventListener("error", onError, { capture: true })
  // Vite sends the first event when an `import()` fails, Astro the second one when an island's module fails.
  addEventListener("vite:preloadError", tellLoadFailure)
  addEventListener("astro:hydration-error", tellLoadFailure)
  if (document.documentElement.dataset.island === "failed") void tellLoadFailure()
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

watchFailures()
fillAddresses()
showRelativeTimes()
startTheme()
startMenu()
startLanguages()
startToasts()
startSession()
startNewsletter()
startSearch()
markPastEvents()

// Where it cannot be (a private window, plain http), pages are read with a connection alone.
navigator.serviceWorker?.register("/sw.js").catch(() => {})

document.documentElement.dataset.scripts = "here"
