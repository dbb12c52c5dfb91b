/** The way to signing in and back to this page. */
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { loginPath } from "./login-path.ts"

/** To the sign-in page, which leads back here, to the element with that id. */
export const loginLink = (id: string): string =>
  loginPath(pageLocale(), `${localePath("/suggest-idea", pageLocale())}#${id}`)
