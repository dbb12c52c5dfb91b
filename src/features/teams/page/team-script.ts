/** What a team's page does without React: its tabs, its videos, and the way back to a search. */
import { atom } from "nanostores"
import { startVideos } from "../../../ui/video-player.ts"

/** The parts of the page, one shown at a time; each has its address. */
export const TABS = ["info", "blog", "members"] as const

export type Tab = (typeof TABS)[number]

/** The tab that an address's hash names; null for any other place on the page. */
export const tabOf = (hash: string): Tab | null => TABS.find((tab) => hash === `#${tab}`) ?? null

/** The tabs that were looked at: islands query for no others. */
export const $openedTabs = atom<ReadonlySet<Tab>>(new Set())

export const openTab = (tab: Tab): void => $openedTabs.set(new Set([...$openedTabs.get(), tab]))

/** Shows the tab of the address; a hash that is none, like that of the skip link, changes nothing. */
function showTab(): void {
  const panels = document.querySelector<HTMLElement>("[data-team-panels]")
  if (!panels) return
  const shown = tabOf(`#${panels.dataset.teamPanels}`)
  const tab = tabOf(location.hash) ?? ((location.hash && shown) || "info")
  panels.dataset.teamPanels = tab
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-team-tabs] a")) {
    if (link.hash === `#${tab}`) link.setAttribute("aria-current", "true")
    else link.removeAttribute("aria-current")
  }
  openTab(tab)
}

/** Back to all teams is back to those that were searched for. */
function keepSearch(): void {
  const link = document.querySelector<HTMLAnchorElement>("[data-team-back]")
  const from = URL.parse(document.referrer)
  const isList = from?.origin === location.origin && from.pathname === link?.pathname
  if (link && isList) link.search = from.search
}

/** For a team that has just been drawn, built or in the browser; a second time adds no listeners. */
export function startTeam(): void {
  addEventListener("hashchange", showTab)
  startVideos()
  showTab()
  keepSearch()
}
