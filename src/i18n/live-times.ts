import { pageLocale, pageTranslate } from "./page-translate.ts"
import { relativeTime } from "./relative-time.ts"

/** Turns the dates in `<time data-relative>` into how long ago they are; the date stays as the title. */
export function showRelativeTimes(): void {
  for (const time of document.querySelectorAll<HTMLTimeElement>("time[data-relative]")) {
    time.title ||= time.textContent
    time.textContent = relativeTime(time.dateTime, Date.now(), pageLocale(), pageTranslate())
  }
}
