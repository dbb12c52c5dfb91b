/** The button "My artists" on the music page: shows the releases, songs and albums of artists that the member follows. */
import { loadTexts } from "../../i18n/load-texts.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import {
  getOwnArtists,
  OWN_ARTISTS_CHANGED,
  startsWithOwnArtists,
  storeArtistChoice,
} from "../../session/own-artists.ts"
import { $session } from "../../session/session.ts"
import { element } from "../../ui/element.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import { CARDS_ADDED } from "./card.ts"
import { getLinkedCardId, loadOtherCards } from "./charts.ts"

/** Returns the slugs of the artists that an item links to. */
const listSlugs = (item: Element) =>
  Array.from(item.querySelectorAll<HTMLAnchorElement>('a[href*="/music/"]'), ({ pathname }) =>
    pathname.slice(pathname.lastIndexOf("/") + 1),
  )

export function startArtistFilter(): void {
  const lists = document.querySelector<HTMLElement>("[data-charts]")
  const toolbar = document.querySelector<HTMLElement>("[data-toolbar]")
  const artistList = document.querySelector<HTMLElement>("[data-chart=artist] ol")
  if (!lists || !toolbar || !artistList) return
  let ownSlugs = new Set(getOwnArtists())
  let isFiltered = false
  /** Number of tiles before "Show all". */
  const firstTiles = artistList.children.length
  /** Whether an item is hidden without the filter, as the cards for "Load more" are. */
  const hiddenBefore = new WeakMap<HTMLElement, HTMLElement["hidden"]>()

  const button = element("button", {
    className: "btn btn-small btn-ghost aria-pressed:bg-text aria-pressed:text-ink",
    type: "button",
    textContent: toolbar.dataset.toolbar ?? "",
  })
  const chip = element("li", { className: "signed-out:hidden" }, button)
  const empty = element("p", { className: "wrap section text-soft", hidden: true })
  lists.append(empty)
  // The page has no text for this rare case. If the request fails, the button still works.
  loadTexts().then(
    () => {
      empty.textContent = pageTranslate()("music:ownArtists.none")
    },
    () => {},
  )

  const isOwn = (item: Element) => listSlugs(item).some((slug) => ownSlugs.has(slug))

  /** Moves the member's artists to the start of the tiles. They are visible without "Show all". */
  function sortArtists(): void {
    if (ownSlugs.size === 0) chip.remove()
    else if (!chip.isConnected) toolbar?.prepend(chip)
    const tiles = [...(artistList?.querySelectorAll<HTMLElement>("[data-artist]") ?? [])]
    const isExpanded = tiles.length > firstTiles && !tiles.some(({ hidden }) => hidden)
    const sorted = [...tiles.filter(isOwn), ...tiles.filter((tile) => !isOwn(tile))]
    for (const [i, tile] of sorted.entries()) {
      tile.hidden = !isExpanded && i >= firstTiles && !isOwn(tile)
    }
    // Moved elements lose the focus.
    if (sorted.some((tile, i) => tile !== tiles[i])) artistList?.replaceChildren(...sorted)
  }

  const listSections = () =>
    [...(lists?.querySelectorAll<HTMLElement>("section") ?? [])].map((section) => ({
      section,
      items: [...section.querySelectorAll<HTMLElement>("[data-artist], [data-item]")],
    }))

  function apply(): void {
    for (const item of listSections().flatMap(({ items }) => items)) {
      item.hidden = hiddenBefore.get(item) ?? item.hidden
      hiddenBefore.delete(item)
    }
    sortArtists()
    let shownLists = 0
    for (const { section, items } of listSections()) {
      for (const item of isFiltered ? items : []) {
        hiddenBefore.set(item, item.hidden)
        item.hidden = !isOwn(item)
      }
      const isEmpty = items.every(({ hidden }) => hidden)
      section.hidden = isFiltered && isEmpty
      if (!isEmpty && !section.contains(artistList)) shownLists += 1
      const more = section.querySelector<HTMLElement>("[data-more]")?.parentElement
      if (more) more.hidden = isFiltered
    }
    empty.hidden = !isFiltered || shownLists > 0
    button.setAttribute("aria-pressed", String(isFiltered))
    // Ends the hiding of the lists by boot.ts.
    lists?.setAttribute("data-shown", isFiltered ? "own" : "all")
  }

  /** Returns whether some of the member's artists have no tile yet. */
  const lacksTiles = () => ownSlugs.size > [...(artistList?.children ?? [])].filter(isOwn).length

  async function setFiltered(isOn: boolean): Promise<void> {
    isFiltered = isOn
    apply()
    if (!isFiltered && !lacksTiles()) return
    if (!(await loadOtherCards()) && isFiltered) {
      showToast({ tone: "error", title: pageTranslate()("music:more.failed") })
    }
  }

  function update(): void {
    ownSlugs = new Set(getOwnArtists())
    void setFiltered(isFiltered && ownSlugs.size > 0)
  }

  button.addEventListener("click", () => {
    storeArtistChoice(!isFiltered)
    void setFiltered(!isFiltered)
  })
  addEventListener(OWN_ARTISTS_CHANGED, update)
  lists.addEventListener(CARDS_ADDED, apply)
  $session.listen(({ status }) => {
    if (status === "signed-out") update()
  })
  addEventListener("hashchange", () => {
    if (getLinkedCardId() && isFiltered) void setFiltered(false)
  })
  void setFiltered(startsWithOwnArtists() && !location.hash)
}
