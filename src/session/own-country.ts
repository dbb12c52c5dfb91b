/** Stores a member's country, to filter prebuilt lists. A log-out removes both keys (sign-out.ts). */
import { withStorage } from "../shared/storage.ts"
import { isMaybeSignedIn } from "./session.ts"

/** Key of the country in the member's profile. boot.ts also reads this key. */
const OWN_COUNTRY_KEY = "daina:list-country"
/** Key that is set after the member chose to see all countries. */
const ALL_COUNTRIES_KEY = "daina:list-all"

export const storeOwnCountry = (country: string | null): void =>
  withStorage(() =>
    country
      ? localStorage.setItem(OWN_COUNTRY_KEY, country)
      : localStorage.removeItem(OWN_COUNTRY_KEY),
  )

/** Returns the stored country, or an empty string if no country is stored or no member is signed in. */
export const getOwnCountry = (): string =>
  (isMaybeSignedIn() && withStorage(() => localStorage.getItem(OWN_COUNTRY_KEY))) || ""

/** Returns the country that lists show at first, or an empty string for all countries. */
export const getInitialCountry = (): string =>
  withStorage(() => localStorage.getItem(ALL_COUNTRIES_KEY)) ? "" : getOwnCountry()

export const storeListChoice = (isOneCountry: boolean): void =>
  withStorage(() =>
    isOneCountry
      ? localStorage.removeItem(ALL_COUNTRIES_KEY)
      : localStorage.setItem(ALL_COUNTRIES_KEY, "1"),
  )
