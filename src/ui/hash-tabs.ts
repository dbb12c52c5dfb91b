/** Sets `data-more-before` or `data-more-after` on a list while content is hidden on its left or right. */
function markScrollEdges(list: HTMLElement): void {
  const update = () => {
    const maxScrollLeft = list.scrollWidth - list.clientWidth
    list.toggleAttribute("data-more-before", list.scrollLeft > 1)
    list.toggleAttribute("data-more-after", list.scrollLeft < maxScrollLeft - 1)
  }
  list.addEventListener("scroll", update, { passive: true })
  new ResizeObserver(update).observe(list)
}

/** Starts tabs. The URL's hash selects a tab: no hash selects the first tab, and an unknown hash changes nothing. */
export function startHashTabs(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-hash-tabs] a")]
  let shownLink = links[0]
  function showSelectedTab(): void {
    const linkInUrl = links.find((link) => link.hash === location.hash)
    shownLink = linkInUrl ?? (location.hash ? shownLink : links[0])
    for (const link of links) {
      const panel = document.getElementById(link.hash.slice(1))
      if (panel) panel.hidden = link !== shownLink
      if (link === shownLink) link.setAttribute("aria-current", "true")
      else link.removeAttribute("aria-current")
    }
    shownLink?.scrollIntoView({ block: "nearest", inline: "center" })
  }
  const list = document.querySelector<HTMLElement>("[data-hash-tabs] ul")
  if (list) markScrollEdges(list)
  addEventListener("hashchange", showSelectedTab)
  showSelectedTab()
}
