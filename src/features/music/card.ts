/** Reads the cards that MusicCharts.tsx renders. */
import type { ItemType } from "./schema.ts"

/** A song or album that can be liked. */
export interface Item {
  type: ItemType
  id: string
  name: string
}

export function itemOf(card: HTMLElement): Item {
  const { item, id = "", name = "" } = card.dataset
  return { type: item === "song" ? "song" : "album", id, name }
}

/** Event of the charts' element after cards were added. */
export const CARDS_ADDED = "cards-added"
