/** The ways to Google and back to the profile. */
import { pageLocale } from "../../../i18n/page-translate.ts"
import { localePath } from "../../../i18n/paths.ts"

/** `proof` shows once more that it is the member; `connect` lets them sign in with Google from then on. */
export const googleAddress = (purpose: "proof" | "connect", back: string): string =>
  `/api/auth/google?${new URLSearchParams({
    next: `${localePath("/profile", pageLocale())}${back}`,
    language: pageLocale(),
    [purpose]: "1",
  })}`
