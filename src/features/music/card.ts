import type { ItemType } from "./schema.ts"

/** A song or album whose card or row is in the page. */
export interface Item {
  type: ItemType
  id: string
  name: string
}

/** Returns the item of a card. The attribute `data-item` is the type and id, such as `song-spotify-4uLU6h`. */
export function getItem(card: HTMLElement): Item {
  const [, type, id = ""] = /^(song|album)-(.*)/.exec(card.dataset.item ?? "") ?? []
  const name = card.querySelector("strong")?.textContent ?? ""
  return { type: type === "song" ? "song" : "album", id, name }
}

export const CARDS_ADDED = "cards-added"
