/** The script of a team's page without React: tabs, videos, and the link back to a search. */
import { atom } from "nanostores"
import { startVideos } from "../../../ui/video-player.ts"

/** The tabs of the page. The hash of the URL selects one. */
export const TABS = ["info", "blog", "members"] as const

export type Tab = (typeof TABS)[number]

/** Returns the tab that a hash selects, or null. */
export const tabOf = (hash: string): Tab | null => TABS.find((tab) => hash === `#${tab}`) ?? null

/** The tabs that have been open. Islands load data only for these tabs. */
export const $openedTabs = atom<ReadonlySet<Tab>>(new Set())

export const openTab = (tab: Tab): void => $openedTabs.set(new Set([...$openedTabs.get(), tab]))

/** Shows the tab of the URL. Other hashes, like that of the skip link, keep the current tab. */
function showTab(): void {
  const panels = document.querySelector<HTMLElement>("[data-team-panels]")
  if (!panels) return
  const current = tabOf(`#${panels.dataset.teamPanels}`)
  const tab = tabOf(location.hash) ?? ((location.hash && current) || "info")
  panels.dataset.teamPanels = tab
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-team-tabs] a")) {
    if (link.hash === `#${tab}`) link.setAttribute("aria-current", "true")
    else link.removeAttribute("aria-current")
  }
  openTab(tab)
}

/** Adds the search of the previous page, if it was the team list, to the link back to the list. */
function restoreSearch(): void {
  const link = document.querySelector<HTMLAnchorElement>("[data-team-back]")
  const from = URL.parse(document.referrer)
  const isList = from?.origin === location.origin && from.pathname === link?.pathname
  if (link && isList) link.search = from.search
}

/** Starts the script of a team's page, built or rendered in the browser. A second call adds no second listener. */
export function startTeam(): void {
  addEventListener("hashchange", showTab)
  startVideos()
  showTab()
  restoreSearch()
}
