/** Whether the calendar shows music releases. The browser stores this choice. */
import { withStorage } from "../../../shared/storage.ts"

const STORAGE_KEY = "daina:calendar-releases"

export const showsReleases = (): boolean =>
  Boolean(withStorage(() => localStorage.getItem(STORAGE_KEY)))

export const storeShowsReleases = (isShown: boolean): void =>
  withStorage(() =>
    isShown ? localStorage.setItem(STORAGE_KEY, "1") : localStorage.removeItem(STORAGE_KEY),
  )
