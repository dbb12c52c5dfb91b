/** Reads songs and albums from the cards that MusicCharts.tsx renders. */
import type { ItemType } from "./schema.ts"

export interface Item {
  type: ItemType
  id: string
  name: string
}

export function getItem(card: HTMLElement): Item {
  const { item, id = "", name = "" } = card.dataset
  return { type: item === "song" ? "song" : "album", id, name }
}

/** Name of the event that is sent after cards were added to the charts. */
export const CARDS_ADDED = "cards-added"
