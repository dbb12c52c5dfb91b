/** "My artists" shows only followed artists on the music page. */
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

const listSlugs = (item: Element) =>
  Array.from(item.querySelectorAll<HTMLAnchorElement>('a[href*="/music/"]'), ({ pathname }) =>
    pathname.slice(pathname.lastIndexOf("/") + 1),
  )

export function startArtistFilter(): void {
  const lists = document.querySelector<HTMLElement>("[data-charts]")
  const artistList = document.querySelector<HTMLElement>("[data-artist-list]")
  if (!lists || !artistList) return
  let ownSlugs = new Set(getOwnArtists())
  let isFiltered = false
  /** Whether an item is hidden without the filter, as cards for "Load more" are. */
  const hiddenBefore = new WeakMap<HTMLElement, HTMLElement["hidden"]>()

  const button = element("button", {
    className: "btn btn-small btn-ghost aria-pressed:bg-text aria-pressed:text-ink",
    type: "button",
    textContent: artistList.dataset.artistList ?? "",
  })
  const chip = element("li", { className: "signed-out:hidden" }, button)
  const empty = element("p", { className: "wrap section text-soft", hidden: true })
  lists.append(empty)
  // If the texts cannot be loaded, the button still works.
  loadTexts().then(
    () => {
      empty.textContent = pageTranslate()("music:ownArtists.none")
    },
    () => {},
  )

  function sortArtists(): void {
    const items = [...(artistList?.querySelectorAll("[data-artist]") ?? [])]
    const isOwn = (item: Element) => listSlugs(item).some((slug) => ownSlugs.has(slug))
    artistList?.prepend(...(ownSlugs.size > 0 ? [chip] : []), ...items.filter(isOwn))
    if (ownSlugs.size === 0) chip.remove()
  }

  function apply(): void {
    const sections = lists?.querySelectorAll<HTMLElement>("section") ?? []
    let shownLists = 0
    for (const section of sections) {
      const items = section.querySelectorAll<HTMLElement>("[data-artist], [data-item]")
      for (const item of items) {
        if (isFiltered && !hiddenBefore.has(item)) hiddenBefore.set(item, item.hidden)
        item.hidden = isFiltered
          ? !listSlugs(item).some((slug) => ownSlugs.has(slug))
          : (hiddenBefore.get(item) ?? item.hidden)
        if (!isFiltered) hiddenBefore.delete(item)
      }
      const isEmpty = ![...items].some(({ hidden }) => !hidden)
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

  async function setFiltered(isOn: boolean): Promise<void> {
    isFiltered = isOn
    apply()
    if (isFiltered && !(await loadOtherCards())) {
      showToast({ tone: "error", title: pageTranslate()("music:more.failed") })
    }
  }

  function update(): void {
    ownSlugs = new Set(getOwnArtists())
    sortArtists()
    if (ownSlugs.size === 0) isFiltered = false
    apply()
  }

  button.addEventListener("click", () => {
    storeArtistChoice(!isFiltered)
    void setFiltered(!isFiltered)
  })
  addEventListener(OWN_ARTISTS_CHANGED, update)
  lists.addEventListener(CARDS_ADDED, () => {
    if (isFiltered) apply()
  })
  $session.listen(({ status }) => {
    if (status === "signed-out") update()
  })
  addEventListener("hashchange", () => {
    if (getLinkedCardId() && isFiltered) void setFiltered(false)
  })
  sortArtists()
  void setFiltered(startsWithOwnArtists() && !location.hash)
}
