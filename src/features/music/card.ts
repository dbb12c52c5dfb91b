/** The charts' cards, as MusicCharts.tsx has them in the page. */
import type { ItemType } from "./schema.ts"

/** What can be liked. */
export interface Item {
  type: ItemType
  id: string
  name: string
}

export function itemOf(card: HTMLElement): Item {
  const { item, id = "", name = "" } = card.dataset
  return { type: item === "song" ? "song" : "album", id, name }
}

/** At the charts' element, when cards have been added. */
export const CARDS_ADDED = "cards-added"
