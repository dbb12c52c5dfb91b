/** Script of the pages with Frame.astro. boot.ts starts it. */
import { markPastEvents } from "../features/events/upcoming.ts"
import { startNewsletter } from "../features/newsletter/forms.ts"
import { startSearch } from "../features/search/start.ts"
import { pageTranslate } from "../i18n/page-translate.ts"
import { formatRelativeTime } from "../i18n/relative-time.ts"
import { $session } from "../session/session.ts"
import { startSession } from "../session/start.ts"
import { restoreEmails, showLoadFailure } from "../ui/new-version.ts"
import { startToasts } from "../ui/toast/toasts.ts"
import { startDropdownsAndLanguages, startMenu, startTheme } from "./header.ts"

const TRANSPARENT_PICTURE = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"

/** Hides a picture that failed to load. Outside of texts, its space stays empty. */
function hideImage(image: HTMLImageElement): void {
  if (image.closest(".prose")) {
    image.hidden = true
  } else if (image.src !== TRANSPARENT_PICTURE) {
    image.removeAttribute("srcset")
    image.src = TRANSPARENT_PICTURE
  }
}

function watchFailures(): void {
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) hideImage(target)
    else if (target instanceof HTMLScriptElement) void showLoadFailure()
  }
  document.addEventListener("error", onError, { capture: true })
  // Vite sends the first event for a failed `import()`, and Astro the second for a failed island.
  addEventListener("vite:preloadError", showLoadFailure)
  addEventListener("astro:hydration-error", showLoadFailure)
  if (document.documentElement.dataset.island === "failed") void showLoadFailure()
  for (const image of document.images) {
    if (image.src && image.complete && image.naturalWidth === 0) hideImage(image)
  }
}

function showRelativeTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-relative]")) {
    time.title ||= time.textContent
    time.textContent = formatRelativeTime(time.dateTime, Date.now(), pageTranslate())
  }
}

/** Shows the bell to members. If its script cannot be loaded, the next change of the session loads it again. */
function startBell(): void {
  $session.subscribe((session) => {
    if (session.status !== "signed-in") return
    import("./bell.ts").then(({ showBell }) => showBell(session.unread ?? 0)).catch(() => {})
  })
}

watchFailures()
restoreEmails()
showRelativeTimes()
startTheme()
startMenu()
startDropdownsAndLanguages()
startToasts()
startSession()
startBell()
startNewsletter()
startSearch()
markPastEvents()

// Errors are ignored: registration fails in private windows and over plain HTTP.
navigator.serviceWorker?.register("/sw.js").catch(() => {})

// Browser tests wait for this attribute.
document.documentElement.dataset.scripts = "here"
