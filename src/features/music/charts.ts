import { pageTranslate } from "../../i18n/page-translate.ts"
import { showToast } from "../../ui/toast/toasts.ts"
import { CARDS_ADDED } from "./card.ts"

const charts = document.querySelector<HTMLElement>("[data-charts]")
let otherCards: Promise<boolean> | undefined

/** Returns the id of a song or album, or the slug of an artist. */
const getId = (card: Element) =>
  card.getAttribute("data-item") ?? card.getAttribute("data-artist") ?? ""

async function addOtherCards(): Promise<boolean> {
  try {
    const response = await fetch(charts?.dataset.charts ?? "")
    const lists: Record<string, string> = await response.json()
    for (const list of charts?.querySelectorAll<HTMLElement>("ol") ?? []) {
      const type = list.closest<HTMLElement>("[data-chart]")?.dataset.chart ?? ""
      const ids = new Set([...list.children].map(getId))
      const loaded = document.createElement("ol")
      loaded.innerHTML = lists[type] ?? ""
      for (const card of loaded.querySelectorAll<HTMLElement>(":scope > li")) {
        // A newer build may have moved a card that is already in the page.
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

/** Adds the other cards, hidden at first. Returns false if they could not be loaded. */
export async function loadOtherCards(): Promise<boolean> {
  otherCards ??= addOtherCards()
  const isLoaded = await otherCards
  if (!isLoaded) otherCards = undefined
  return isLoaded
}

/** Each click shows one page of cards. */
async function reveal(chart: HTMLElement, button: HTMLElement): Promise<void> {
  if (!(await loadOtherCards())) {
    showToast({ tone: "error", title: pageTranslate()("music:more.failed") })
    return
  }
  const cards = [...chart.querySelectorAll<HTMLElement>("ol > li")]
  const hidden = cards.filter((card) => card.hidden)
  const step = Number(button.dataset.more)
  for (const card of hidden.slice(0, step)) card.hidden = false
  // The button disappears, so the first new card gets the focus.
  if (hidden.length <= step) {
    hidden[0]?.querySelector("a")?.focus()
    button.hidden = true
  }
  const status = chart.querySelector("[role=status]")
  const shown = cards.filter((card) => !card.hidden).length
  if (status)
    status.textContent = pageTranslate()("music:more.shown", { shown, total: cards.length })
}

export const getLinkedCardId = (): string => /^#((?:song|album)-.+)/.exec(location.hash)?.[1] ?? ""

/** Search results link to cards. */
async function showLinkedCard(): Promise<void> {
  const id = getLinkedCardId()
  if (!id) return
  if (!document.getElementById(id)) await loadOtherCards()
  const card = document.getElementById(id)
  if (!card?.hidden) return
  for (
    let item: Element | null = card;
    item instanceof HTMLElement;
    item = item.previousElementSibling
  ) {
    item.hidden = false
  }
  // The repeated navigation makes the card the CSS `:target`.
  location.replace(`#${id}`)
}

export function startCharts(): void {
  void showLinkedCard()
  addEventListener("hashchange", showLinkedCard)
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-more]") : null
    const chart = button?.closest<HTMLElement>("[data-chart]")
    if (button && chart) void reveal(chart, button)
  })
}
