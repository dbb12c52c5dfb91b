/** Shows more cards of the charts, and cards to which the URL links. */
import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import { CARDS_ADDED } from "./card.ts"

const charts = document.querySelector<HTMLElement>("[data-charts]")
/** The running or finished request for the cards that are not part of the prebuilt page. */
let otherCards: Promise<boolean> | undefined

/** Returns the id of a song or album, or the slug of an artist. */
const getId = (card: Element) =>
  card.getAttribute("data-item") ?? card.getAttribute("data-artist") ?? ""

async function addOtherCards(): Promise<boolean> {
  try {
    const response = await fetch(charts?.dataset.charts ?? "")
    /** HTML of the other cards, by chart. */
    const lists: Record<string, string> = await response.json()
    for (const list of charts?.querySelectorAll<HTMLElement>("ol") ?? []) {
      const type = list.closest<HTMLElement>("[data-chart]")?.dataset.chart ?? ""
      const ids = new Set([...list.children].map(getId))
      const loadedList = document.createElement("ol")
      loadedList.innerHTML = lists[type] ?? ""
      for (const card of loadedList.querySelectorAll<HTMLElement>(":scope > li")) {
        // If a newer build has been published, a card of this page may also be among the loaded cards.
        if (ids.has(getId(card))) continue
        card.hidden = true
        list.append(card)
      }
    }
  } catch {
    return false
  }
  charts?.dispatchEvent(new Event(CARDS_ADDED, { bubbles: true }))
  return true
}

/**
 * Adds the cards that are not part of the prebuilt page, hidden at first. Returns false if they could not be loaded.
 */
export async function loadOtherCards(): Promise<boolean> {
  otherCards ??= addOtherCards()
  const isLoaded = await otherCards
  if (!isLoaded) otherCards = undefined
  return isLoaded
}

async function showMore(chart: HTMLElement, button: HTMLElement): Promise<void> {
  if (!(await loadOtherCards())) {
    showToast({ tone: "error", title: pageTranslate()("music:more.failed") })
    return
  }
  const cards = [...chart.querySelectorAll<HTMLElement>("ol > li")]
  const hiddenCards = cards.filter((card) => card.hidden)
  const step = Number(button.dataset.more)
  for (const card of hiddenCards.slice(0, step)) card.hidden = false
  // The last click hides the button, so the first new card gets the focus.
  if (hiddenCards.length <= step) {
    hiddenCards[0]?.querySelector("a")?.focus()
    button.hidden = true
  }
  const status = chart.querySelector("[role=status]")
  const shown = cards.filter((card) => !card.hidden).length
  if (status)
    status.textContent = pageTranslate()("music:more.shown", { shown, total: cards.length })
}

/** Returns the id of the card to which the URL's hash links, or an empty string. */
export const getLinkedCardId = (): string => /^#((?:song|album)-.+)/.exec(location.hash)?.[1] ?? ""

/** Shows the card to which the URL links, and all cards before it. */
async function showLinkedCard(): Promise<void> {
  const id = getLinkedCardId()
  if (!id) return
  if (!document.getElementById(id)) await loadOtherCards()
  const card = document.getElementById(id)
  if (!card?.hidden) return
  const siblings = [...(card.parentElement?.querySelectorAll<HTMLElement>(":scope > li") ?? [])]
  for (const sibling of siblings.slice(0, siblings.indexOf(card) + 1)) sibling.hidden = false
  // Navigates to the same hash again, so that the card matches the CSS `:target`.
  location.replace(`#${id}`)
}

export function startCharts(): void {
  void showLinkedCard()
  addEventListener("hashchange", showLinkedCard)
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-more]") : null
    const chart = button?.closest<HTMLElement>("[data-chart]")
    if (button && chart) void showMore(chart, button)
  })
}
