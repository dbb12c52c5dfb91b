/** Shows a chart in the page, and loads more of it when somebody asks. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { failureText } from "../../ui/failure-text.ts"
import { showToast } from "../../ui/toasts.ts"
import { type ChartState, createChart } from "./chart.ts"
import { fillCard } from "./fill-card.ts"
import type { ItemType, MusicItem } from "./item.ts"
import { fetchChart } from "./queries.ts"

/** Brings that chart up to date; `onFilled` is called when other items are shown. Gives what loads more. */
export function startChart(
  place: HTMLElement,
  type: ItemType,
  onFilled: () => void,
): { more: () => void } {
  const t = pageTranslate()
  const chart = createChart({
    fetchPage: (page) => fetchChart(type, page),
    isInUse: () => place.matches(":hover, :focus-within"),
    onFailed: ({ code }) =>
      showToast({ tone: "error", title: t("music:more.failed"), text: t(failureText(code)) }),
  })
  chart.$chart.listen((state, former) => {
    show(place, type, state, former?.isLoadingMore ?? false)
    onFilled()
  })
  void chart.freshen()
  return { more: () => void chart.more() }
}

function show(place: HTMLElement, type: ItemType, state: ChartState, wasMore: boolean): void {
  const t = pageTranslate()
  const more = place.querySelector<HTMLElement>('[data-act="more"]')
  if (!more) return
  more.ariaBusy = String(state.isLoadingMore)
  more.textContent = t(state.isLoadingMore ? "music:more.loading" : `music:more.${type}s`)
  if (state.status === "built" || state.isLoadingMore) return
  const grid = place.querySelector<HTMLElement>("[data-chart-grid]")
  const firstNew = grid && fillGrid(place, grid, state.items)
  place.querySelector("[data-chart-empty]")?.toggleAttribute("hidden", state.items.length > 0)
  // A button that goes takes the focus with it.
  if (state.next === null && document.activeElement === more) firstNew?.querySelector("a")?.focus()
  more.hidden = state.next === null
  const shown = place.querySelector("[data-chart-shown]")
  if (shown && wasMore) {
    const text = type === "song" ? "music:more.shownSongs" : "music:more.shownAlbums"
    shown.textContent = t(text, { count: state.items.length })
  }
}

/** Cards that are there take their new items over, so that nothing flickers; gives the first new card. */
function fillGrid(
  place: HTMLElement,
  grid: HTMLElement,
  items: MusicItem[],
): HTMLElement | undefined {
  const t = pageTranslate()
  const template = place.querySelector<HTMLTemplateElement>("[data-chart-card]")
  const cards = [...grid.querySelectorAll<HTMLElement>(".music-card")]
  for (const card of cards.slice(items.length)) card.remove()
  const fresh: HTMLElement[] = []
  items.forEach((item, i) => {
    let card = cards[i]
    if (!card && template) {
      const copy = document.importNode(template.content, true)
      card = copy.querySelector<HTMLElement>(".music-card") ?? undefined
      if (card) fresh.push(card)
    }
    if (card) fillCard(card, item, t)
  })
  grid.append(...fresh)
  return fresh[0]
}
