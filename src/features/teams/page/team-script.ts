import { atom } from "nanostores"
import { startVideos } from "../../../ui/video-player.ts"

export const TABS = ["info", "blog", "members"] as const

export type Tab = (typeof TABS)[number]

export const parseTab = (hash: string): Tab | null => TABS.find((tab) => hash === `#${tab}`) ?? null

export const $openedTabs = atom<ReadonlySet<Tab>>(new Set())

export const openTab = (tab: Tab): void => $openedTabs.set(new Set([...$openedTabs.get(), tab]))

/** Other hashes, such as the skip link's, keep the current tab. */
function showTab(): void {
  const panels = document.querySelector<HTMLElement>("[data-team-panels]")
  if (!panels) return
  const current = parseTab(`#${panels.dataset.teamPanels}`)
  const tab = parseTab(location.hash) ?? ((location.hash && current) || "info")
  panels.dataset.teamPanels = tab
  for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-team-tabs] a")) {
    if (link.hash === `#${tab}`) link.setAttribute("aria-current", "true")
    else link.removeAttribute("aria-current")
  }
  openTab(tab)
}

/** Adds the search of the previous page to the link back to the list. */
function restoreSearch(): void {
  const link = document.querySelector<HTMLAnchorElement>("[data-team-back]")
  const from = URL.parse(document.referrer)
  const isList = from?.origin === location.origin && from.pathname === link?.pathname
  if (link && isList) link.search = from.search
}

export function startTeam(): void {
  addEventListener("hashchange", showTab)
  startVideos()
  showTab()
  restoreSearch()
}
