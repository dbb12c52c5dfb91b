/**
 * The country that the member chose on the welcome page, for lists that start with it. The browser stores it, so that a list
 * does not wait for the API. A log-out removes both keys (`forgetMemberKeys()` in sign-out.ts).
 */
import { withStorage } from "../shared/storage.ts"
import { isMaybeSignedIn } from "./session.ts"

/** boot.ts also reads both keys. */
const OWN_COUNTRY = "daina:list-country"
/** Set while lists start with all countries, by the member's choice. */
const ALL_COUNTRIES = "daina:list-all"

export const storeOwnCountry = (country: string | null): void =>
  withStorage(() =>
    country ? localStorage.setItem(OWN_COUNTRY, country) : localStorage.removeItem(OWN_COUNTRY),
  )

/** Returns the country that a list starts with; empty for all countries. */
export const initialCountry = (): string =>
  (isMaybeSignedIn() &&
    withStorage(() => !localStorage.getItem(ALL_COUNTRIES) && localStorage.getItem(OWN_COUNTRY))) ||
  ""

/** Stores whether lists start with the member's country or with all countries. */
export const storeListChoice = (isOneCountry: boolean): void =>
  withStorage(() =>
    isOneCountry
      ? localStorage.removeItem(ALL_COUNTRIES)
      : localStorage.setItem(ALL_COUNTRIES, "1"),
  )
