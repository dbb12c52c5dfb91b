import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"

/** The sign-in page, which leads to `next` afterwards. */
export const loginPath = (locale: Locale, next: string): string =>
  `${localePath("/login", locale)}?${new URLSearchParams({ next })}`
