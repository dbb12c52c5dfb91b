/** The parts of a team's page, one shown at a time; each has its address. */

export const TABS = ["info", "blog", "members"] as const

export type Tab = (typeof TABS)[number]

/** The tab that an address's hash names; null for any other place on the page. */
export const tabOf = (hash: string): Tab | null => TABS.find((tab) => hash === `#${tab}`) ?? null

/** Shows the tab of the address; a hash that is none, like that of the skip link, changes nothing. */
export function startTabs(): void {
  const panels = document.querySelector<HTMLElement>("[data-team-panels]")
  const links = document.querySelectorAll<HTMLAnchorElement>("[data-team-tabs] a")
  if (!panels) return
  const show = (tab: Tab) => {
    panels.dataset.teamPanels = tab
    for (const link of links) {
      if (link.hash === `#${tab}`) link.setAttribute("aria-current", "true")
      else link.removeAttribute("aria-current")
    }
  }
  show(tabOf(location.hash) ?? "info")
  addEventListener("hashchange", () => {
    const tab = tabOf(location.hash) ?? (location.hash === "" ? "info" : null)
    if (tab) show(tab)
  })
}
