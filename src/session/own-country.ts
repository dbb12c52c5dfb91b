/** A log-out removes both keys (`forgetMemberKeys()` in sign-out.ts). */
import { withStorage } from "../shared/storage.ts"
import { isMaybeSignedIn } from "./session.ts"

/** boot.ts reads this key, too. */
const OWN_COUNTRY = "daina:list-country"
const ALL_COUNTRIES = "daina:list-all"

export const storeOwnCountry = (country: string | null): void =>
  withStorage(() =>
    country ? localStorage.setItem(OWN_COUNTRY, country) : localStorage.removeItem(OWN_COUNTRY),
  )

export const getInitialCountry = (): string =>
  (isMaybeSignedIn() &&
    withStorage(() => !localStorage.getItem(ALL_COUNTRIES) && localStorage.getItem(OWN_COUNTRY))) ||
  ""

export const storeListChoice = (isOneCountry: boolean): void =>
  withStorage(() =>
    isOneCountry
      ? localStorage.removeItem(ALL_COUNTRIES)
      : localStorage.setItem(ALL_COUNTRIES, "1"),
  )
