/**
 * Parts of a page of which the address's hash shows one: the links in `[data-hash-tabs]` lead to the parts of
 * the same ids. A hash that is none of them, like that of the skip link, changes nothing.
 */
export function startHashTabs(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-hash-tabs] a")]
  let shown = links[0]
  function show(): void {
    const named = links.find((link) => link.hash === location.hash)
    shown = named ?? (location.hash ? shown : links[0])
    for (const link of links) {
      const part = document.getElementById(link.hash.slice(1))
      if (part) part.hidden = link !== shown
      if (link === shown) link.setAttribute("aria-current", "true")
      else link.removeAttribute("aria-current")
    }
    shown?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }
  addEventListener("hashchange", show)
  show()
}
