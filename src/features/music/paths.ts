import type { ItemType } from "./schema.ts"

export const getCardId = (type: ItemType, id: string) => `${type}-${id}`

export const itemPath = (type: ItemType, id: string) => `/music#${getCardId(type, id)}`
