/** A log-out removes both keys (`forgetMemberKeys()` in sign-out.ts). */
import { withStorage } from "../shared/storage.ts"
import { isMaybeSignedIn } from "./session.ts"

/** The value has slugs, separated by spaces. boot.ts reads this key, too. */
const OWN_ARTISTS = "daina:list-artists"
const ALL_ARTISTS = "daina:list-all-artists"

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

export const getOwnArtists = (): string[] =>
  ((isMaybeSignedIn() && withStorage(() => localStorage.getItem(OWN_ARTISTS))) || "")
    .split(" ")
    .filter(Boolean)

export const startsWithOwnArtists = (): boolean =>
  getOwnArtists().length > 0 && !withStorage(() => localStorage.getItem(ALL_ARTISTS))

export const storeArtistChoice = (isOwn: boolean): void =>
  withStorage(() =>
    isOwn ? localStorage.removeItem(ALL_ARTISTS) : localStorage.setItem(ALL_ARTISTS, "1"),
  )
