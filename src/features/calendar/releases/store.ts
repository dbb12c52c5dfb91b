import { atom, computed } from "nanostores"
import { pageLocale } from "../../../i18n/page-translate.ts"
import { createQuery } from "../../../islands/query.ts"
import { showsReleases, storeShowsReleases } from "./choice.ts"
import { calendarReleasesPath } from "./paths.ts"
import { calendarReleases } from "./schema.ts"

export const $showsReleases = atom(false)

export const $releases = createQuery(
  [computed($showsReleases, (isShown) => (isShown ? calendarReleasesPath(pageLocale()) : null))],
  calendarReleases,
  { revalidateOnFocus: false },
)

/** The releases that the calendar shows. Empty while releases are turned off. */
export const $shownReleases = computed([$showsReleases, $releases], (isShown, { data }) =>
  isShown ? (data?.releases ?? []) : [],
)

export const startReleases = (): void => $showsReleases.set(showsReleases())

export function toggleReleases(): void {
  const isShown = !$showsReleases.get()
  // The query keeps a failure. Without `invalidate()`, turning the releases on again would not load them.
  if ($releases.get().error) $releases.invalidate()
  storeShowsReleases(isShown)
  $showsReleases.set(isShown)
}
