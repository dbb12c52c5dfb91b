/**
 * Starts tabs that the hash of the URL selects. A link in `[data-hash-tabs]` shows the element whose id is in the hash of
 * the link. Other hashes, such as the hash of the skip link, do not change the selected tab.
 */
export function startHashTabs(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-hash-tabs] a")]
  let shownLink = links[0]
  function show(): void {
    const linkInUrl = links.find((link) => link.hash === location.hash)
    shownLink = linkInUrl ?? (location.hash ? shownLink : links[0])
    for (const link of links) {
      const part = document.getElementById(link.hash.slice(1))
      if (part) part.hidden = link !== shownLink
      if (link === shownLink) link.setAttribute("aria-current", "true")
      else link.removeAttribute("aria-current")
    }
    shownLink?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }
  addEventListener("hashchange", show)
  show()
}
