/** The browser stores whether the calendar shows releases. */
import { withStorage } from "../../../shared/storage.ts"

const SHOWS_RELEASES = "daina:calendar-releases"

export const showsReleases = (): boolean =>
  Boolean(withStorage(() => localStorage.getItem(SHOWS_RELEASES)))

export const storeShowsReleases = (isShown: boolean): void =>
  withStorage(() =>
    isShown ? localStorage.setItem(SHOWS_RELEASES, "1") : localStorage.removeItem(SHOWS_RELEASES),
  )
