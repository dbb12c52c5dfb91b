import type { ItemType } from "./schema.ts"

/** Returns the `id` attribute of the card of a song or album. */
export const getCardId = (type: ItemType, id: string) => `${type}-${id}`

export const itemPath = (type: ItemType, id: string) => `/music#${getCardId(type, id)}`
