import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"

export const calendarReleasesPath = (locale: Locale) =>
  localePath("/calendar/releases.json", locale)
