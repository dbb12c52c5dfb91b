/** What the music calls take and give. */
import * as z from "zod/mini"

/** Items on a page of `/music`. */
export const PAGE_SIZE = 12
export const PAGE_SIZE_MAX = 50
/** More than any chart has. */
const PAGE_MAX = 100

export const ITEM_TYPES = ["song", "album"] as const
export type ItemType = (typeof ITEM_TYPES)[number]

/** `<provider>-<the provider's id>` */
export const ITEM_ID = /^[a-z]{1,20}-[A-Za-z0-9-]{1,60}$/

const number = (most: number, usual: number) =>
  z._default(z.int("invalid").check(z.gte(1, "invalid"), z.lte(most, "invalid")), usual)

export const chartPage = z.object({
  page: number(PAGE_MAX, 1),
  limit: number(PAGE_SIZE_MAX, PAGE_SIZE),
})

export const favoriteSongBody = z.object({
  id: z.string("required").check(z.regex(ITEM_ID, "invalid")),
})

const artists = z.array(z.object({ name: z.string() }))
const images = z.array(z.object({ url: z.string() }))

export const song = z.object({
  id: z.string(),
  name: z.string(),
  artists,
  album: z.object({ name: z.nullable(z.string()), images }),
  /** 0 to 100 */
  popularity: z.nullable(z.number()),
  external_url: z.string(),
})

export const album = z.object({
  id: z.string(),
  name: z.string(),
  artists,
  images,
  total_tracks: z.nullable(z.number()),
  /** `YYYY-MM-DD` */
  release_date: z.nullable(z.string()),
  external_url: z.string(),
})

export type Song = z.infer<typeof song>
export type Album = z.infer<typeof album>
