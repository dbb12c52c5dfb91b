/** What the pages do in the browser: each part where the page has it. One file, loaded after the paint. */
import { startBetaNotice } from "../features/beta/notice.ts"
import { showUpcomingEvents } from "../features/events/upcoming.ts"
import { startLetters } from "../features/letters/start.ts"
import { freshenNews } from "../features/news/freshen.ts"
import { startSearch } from "../features/search/start.ts"
import { startSession } from "../features/session/start.ts"
import { showRelativeTimes } from "../i18n/live-times.ts"
import { hideFailedImages } from "../ui/failed-images.ts"
import { startToasts } from "../ui/toast-region.ts"
import { startLanguages, startMenu } from "./menus.ts"
import { startTheme } from "./theme.ts"

hideFailedImages()
showRelativeTimes()
startTheme()
startMenu()
startLanguages()
startToasts()
startSession()
startBetaNotice()
startLetters()
startSearch()
showUpcomingEvents()
freshenNews()

document.documentElement.dataset.scripts = "here"
for (const button of document.querySelectorAll<HTMLButtonElement>(
  "[data-pressed-early]:not([data-script])",
)) {
  button.removeAttribute("data-pressed-early")
  // A command has run by itself.
  if (!("commandForElement" in button && button.commandForElement)) button.click()
}
