import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"

/** Path of a prebuilt file with the releases in one language. */
export const calendarReleasesPath = (locale: Locale) =>
  localePath("/calendar/releases.json", locale)
