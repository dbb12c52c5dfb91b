/**
 * The button "My artists" on the music page: it hides the releases, songs and albums of artists that the member does
 * not follow.
 */
import { loadMemberMessages } from "../../i18n/load-member-messages.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import {
  getOwnArtists,
  OWN_ARTISTS_CHANGED,
  startsWithOwnArtists,
  storeArtistChoice,
} from "../../session/own-artists.ts"
import { $session } from "../../session/session.ts"
import { createElement } from "../../ui/create-element.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import { CARDS_ADDED } from "./card.ts"
import { getLinkedCardId, loadOtherCards } from "./charts.ts"

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
  /** Number of tiles that are visible before "Show all" is pressed. */
  const firstTileCount = artistList.children.length
  /**
   * The value of `hidden` that each item has without the filter. Some items are hidden until "Load more" is pressed.
   */
  const hiddenBeforeFilter = new WeakMap<HTMLElement, HTMLElement["hidden"]>()

  const button = createElement("button", {
    className: "btn btn-small btn-ghost aria-pressed:bg-text aria-pressed:text-ink",
    type: "button",
    textContent: toolbar.dataset.toolbar ?? "",
  })
  const buttonItem = createElement("li", { className: "signed-out:hidden" }, button)
  const noItemsText = createElement("p", { className: "wrap section text-soft", hidden: true })
  lists.append(noItemsText)
  // The prebuilt page does not contain texts for members. If they cannot be loaded, the button still works.
  loadMemberMessages().then(
    () => {
      noItemsText.textContent = pageTranslate()("music:ownArtists.none")
      updateBadges()
    },
    () => {},
  )

  const isOwn = (item: Element) => listSlugs(item).some((slug) => ownSlugs.has(slug))

  /** Adds a check mark to the tiles of the member's artists, and removes the mark of other tiles. */
  function updateBadges(): void {
    if (!noItemsText.textContent) return
    for (const tile of artistList?.children ?? []) {
      const badge = tile.querySelector("[role=img]")
      if (!isOwn(tile)) badge?.remove()
      else if (!badge) {
        const newBadge = createElement("span", {
          className:
            "absolute right-1 bottom-1 grid size-4 place-items-center rounded-full bg-glow text-xs leading-none text-on-glow",
          role: "img",
          ariaLabel: pageTranslate()("follows:following"),
          textContent: "✓",
        })
        tile.firstElementChild?.append(newBadge)
      }
    }
  }

  /**
   * Moves the tiles of the member's artists to the start. These tiles are visible even before "Show all" is pressed.
   */
  function sortArtists(): void {
    if (ownSlugs.size === 0) buttonItem.remove()
    else if (!buttonItem.isConnected) toolbar?.prepend(buttonItem)
    const tiles = [...(artistList?.querySelectorAll<HTMLElement>("[data-artist]") ?? [])]
    const isExpanded = tiles.length > firstTileCount && !tiles.some(({ hidden }) => hidden)
    const sortedTiles = [...tiles.filter(isOwn), ...tiles.filter((tile) => !isOwn(tile))]
    for (const [i, tile] of sortedTiles.entries()) {
      tile.hidden = !isExpanded && i >= firstTileCount && !isOwn(tile)
    }
    // Tiles in the right order are not replaced, because replaced elements lose the focus.
    if (sortedTiles.some((tile, i) => tile !== tiles[i]))
      artistList?.replaceChildren(...sortedTiles)
    updateBadges()
  }

  const listSections = () =>
    [...(lists?.querySelectorAll<HTMLElement>("section") ?? [])].map((section) => ({
      section,
      items: [...section.querySelectorAll<HTMLElement>("[data-artist], [data-item]")],
    }))

  function applyFilter(): void {
    for (const item of listSections().flatMap(({ items }) => items)) {
      item.hidden = hiddenBeforeFilter.get(item) ?? item.hidden
      hiddenBeforeFilter.delete(item)
    }
    sortArtists()
    let visibleLists = 0
    for (const { section, items } of listSections()) {
      for (const item of isFiltered ? items : []) {
        hiddenBeforeFilter.set(item, item.hidden)
        item.hidden = !isOwn(item)
      }
      const isEmpty = items.every(({ hidden }) => hidden)
      section.hidden = isFiltered && isEmpty
      if (!isEmpty && !section.contains(artistList)) visibleLists += 1
      const moreButton = section.querySelector<HTMLElement>("[data-more]")?.parentElement
      if (moreButton) moreButton.hidden = isFiltered
    }
    noItemsText.hidden = !isFiltered || visibleLists > 0
    button.ariaPressed = String(isFiltered)
    // Until this attribute is set, CSS hides the lists of members with a stored filter (site.css).
    lists?.setAttribute("data-shown", isFiltered ? "own" : "all")
  }

  const isMissingTiles = () =>
    ownSlugs.size > [...(artistList?.children ?? [])].filter(isOwn).length

  async function setFiltered(isOn: boolean): Promise<void> {
    isFiltered = isOn
    applyFilter()
    if (!isFiltered && !isMissingTiles()) return
    if (!(await loadOtherCards()) && isFiltered) {
      showToast({ tone: "error", title: pageTranslate()("music:more.failed") })
    }
  }

  function updateOwnArtists(): void {
    ownSlugs = new Set(getOwnArtists())
    void setFiltered(isFiltered && ownSlugs.size > 0)
  }

  button.addEventListener("click", () => {
    storeArtistChoice(!isFiltered)
    void setFiltered(!isFiltered)
  })
  addEventListener(OWN_ARTISTS_CHANGED, updateOwnArtists)
  lists.addEventListener(CARDS_ADDED, applyFilter)
  $session.listen(({ status }) => {
    if (status === "signed-out") updateOwnArtists()
  })
  // A link to a song or album turns off the filter, which could hide the item.
  addEventListener("hashchange", () => {
    if (getLinkedCardId() && isFiltered) void setFiltered(false)
  })
  void setFiltered(startsWithOwnArtists() && !location.hash)
}
