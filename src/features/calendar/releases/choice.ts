/** Whether the calendar shows music releases. The browser stores this choice. */
import { withStorage } from "../../../shared/storage.ts"
import { storeValue } from "../../../shared/store-value.ts"

const STORAGE_KEY = "daina:calendar-releases"

export const showsReleases = (): boolean =>
  Boolean(withStorage(() => localStorage.getItem(STORAGE_KEY)))

export const storeShowsReleases = (isShown: boolean): void =>
  storeValue(STORAGE_KEY, isShown ? "1" : null)
