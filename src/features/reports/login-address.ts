/** The way to signing in and back. */
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"

/** The sign-in page, which leads back here afterwards. */
export const loginAddress = (): string =>
  `${localePath("/login", pageLocale())}?${new URLSearchParams({
    next: location.pathname + location.search + location.hash,
  })}`
