/** Stores a member's country, to filter prebuilt lists. A log-out removes the keys below (sign-out.ts). */
import { withStorage } from "../shared/storage.ts"
import { storeValue } from "../shared/store-value.ts"
import { isMaybeSignedIn } from "./session.ts"

/** Key of the country in the member's profile. boot.ts also reads this key. */
const OWN_COUNTRY_KEY = "daina:list-country"
/** Key that is set after the member chose to see all countries. */
const ALL_COUNTRIES_KEY = "daina:list-all"
/** Key that is set after the member closed the question about their country. */
const HIDDEN_QUESTION_KEY = "daina:list-no-question"

export const storeOwnCountry = (country: string | null): void =>
  storeValue(OWN_COUNTRY_KEY, country)

/** Returns the stored country, or an empty string if no country is stored or no member is signed in. */
export const getOwnCountry = (): string =>
  (isMaybeSignedIn() && withStorage(() => localStorage.getItem(OWN_COUNTRY_KEY))) || ""

/** Returns the country that lists show at first, or an empty string for all countries. */
export const getInitialCountry = (): string =>
  withStorage(() => localStorage.getItem(ALL_COUNTRIES_KEY)) ? "" : getOwnCountry()

export const storeListChoice = (isOneCountry: boolean): void =>
  storeValue(ALL_COUNTRIES_KEY, isOneCountry ? null : "1")

export const hidesCountryQuestion = (): boolean =>
  Boolean(withStorage(() => localStorage.getItem(HIDDEN_QUESTION_KEY)))

export const storeHidesCountryQuestion = (): void => storeValue(HIDDEN_QUESTION_KEY, "1")
