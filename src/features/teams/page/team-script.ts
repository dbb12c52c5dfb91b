import { atom } from "nanostores"
import { startVideos } from "../../../ui/video-player.ts"

export const TABS = ["info", "blog", "members"] as const

export type Tab = (typeof TABS)[number]

export const parseTab = (hash: string): Tab | null => TABS.find((tab) => hash === `#${tab}`) ?? null

export const $openedTabs = atom<ReadonlySet<Tab>>(new Set())

export const openTab = (tab: Tab): void => $openedTabs.set(new Set([...$openedTabs.get(), tab]))

/** Shows the tab that the URL's hash names, or the first tab if there is no hash. Other hashes change nothing. */
function showTab(): void {
  const panels = document.querySelector<HTMLElement>("[data-team-panels]")
  if (!panels) return
  const currentTab = parseTab(`#${panels.dataset.teamPanels}`)
  const tab = parseTab(location.hash) ?? ((location.hash && currentTab) || "info")
  panels.dataset.teamPanels = tab
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-team-tabs] a")) {
    if (link.hash === `#${tab}`) link.setAttribute("aria-current", "true")
    else link.removeAttribute("aria-current")
  }
  openTab(tab)
}

/** If the visitor comes from the list of teams, adds the filter of the list to the link back to it. */
function restoreListFilter(): void {
  const link = document.querySelector<HTMLAnchorElement>("[data-team-back]")
  const previousPage = URL.parse(document.referrer)
  const isList =
    previousPage?.origin === location.origin && previousPage.pathname === link?.pathname
  if (link && isList) link.search = previousPage.search
}

export function startTeam(): void {
  addEventListener("hashchange", showTab)
  startVideos()
  showTab()
  restoreListFilter()
}
