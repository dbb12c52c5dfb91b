/** Stores which artists a member follows, to filter prebuilt lists. A log-out removes the keys below (sign-out.ts). */
import { withStorage } from "../shared/storage.ts"
import { storeValue } from "../shared/store-value.ts"
import { isMaybeSignedIn } from "./session.ts"

/** Key of the followed artists' slugs, separated by spaces. boot.ts also reads this key. */
const OWN_ARTISTS_KEY = "daina:list-artists"
/** Key that is set after the member chose to see all artists. */
const ALL_ARTISTS_KEY = "daina:list-all-artists"

export const OWN_ARTISTS_CHANGED = "own-artists"

export function storeOwnArtists(slugs: string[]): void {
  const stored = slugs.toSorted().join(" ")
  if (stored === (withStorage(() => localStorage.getItem(OWN_ARTISTS_KEY)) ?? "")) return
  storeValue(OWN_ARTISTS_KEY, stored)
  dispatchEvent(new Event(OWN_ARTISTS_CHANGED))
}

export const getOwnArtists = (): string[] =>
  ((isMaybeSignedIn() && withStorage(() => localStorage.getItem(OWN_ARTISTS_KEY))) || "")
    .split(" ")
    .filter(Boolean)

/** Returns whether lists at first show only the followed artists. */
export const startsWithOwnArtists = (): boolean =>
  getOwnArtists().length > 0 && !withStorage(() => localStorage.getItem(ALL_ARTISTS_KEY))

export const storeArtistChoice = (isOwn: boolean): void =>
  storeValue(ALL_ARTISTS_KEY, isOwn ? null : "1")
