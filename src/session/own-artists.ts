/**
 * Stores the artists that the member follows. Lists on the music page start with them, and do not wait for the API. A
 * log-out removes both keys (`forgetMemberKeys()` in sign-out.ts).
 */
import { withStorage } from "../shared/storage.ts"
import { isMaybeSignedIn } from "./session.ts"

/** Storage key of the slugs, separated by spaces. boot.ts reads this key, too. */
const OWN_ARTISTS = "daina:list-artists"
/** Storage key that is set if the member wants the music page to start with all artists. */
const ALL_ARTISTS = "daina:list-all-artists"

/** Name of the event that `window` gets when the stored artists have changed. */
export const OWN_ARTISTS_CHANGED = "own-artists"

export function storeOwnArtists(slugs: string[]): void {
  withStorage(() => {
    const stored = slugs.toSorted().join(" ")
    if (stored === (localStorage.getItem(OWN_ARTISTS) ?? "")) return
    if (stored) localStorage.setItem(OWN_ARTISTS, stored)
    else localStorage.removeItem(OWN_ARTISTS)
    dispatchEvent(new Event(OWN_ARTISTS_CHANGED))
  })
}

/** Returns the slugs of the member's artists. Empty for anonymous visitors. */
export const getOwnArtists = (): string[] =>
  ((isMaybeSignedIn() && withStorage(() => localStorage.getItem(OWN_ARTISTS))) || "")
    .split(" ")
    .filter(Boolean)

/** Returns whether lists start with the member's artists only. */
export const startsWithOwnArtists = (): boolean =>
  getOwnArtists().length > 0 && !withStorage(() => localStorage.getItem(ALL_ARTISTS))

/** Stores whether lists start with the member's artists or with all artists. */
export const storeArtistChoice = (isOwn: boolean): void =>
  withStorage(() =>
    isOwn ? localStorage.removeItem(ALL_ARTISTS) : localStorage.setItem(ALL_ARTISTS, "1"),
  )
