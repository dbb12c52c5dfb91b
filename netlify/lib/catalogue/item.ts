import * as z from "zod/mini"
import type { Charts } from "../../../db/queries/catalogue.ts"
import { isAllowedPicture } from "../../../src/features/music/schema.ts"
import type { Artist } from "./artists.ts"

const MAX_NAME_LENGTH = 300
const MAX_ARTIST_LENGTH = 100
const MAX_ARTISTS = 12

const id = z.string().check(z.regex(/^[A-Za-z0-9-]{1,60}$/))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_NAME_LENGTH))
const artists = z
  .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_ARTIST_LENGTH)))
  .check(z.minLength(1), z.maxLength(MAX_ARTISTS))
const httpsUrl = z.string().check(z.regex(/^https:\/\//), z.maxLength(1000))
/** URL of a picture. Becomes null if the site's Content-Security-Policy does not allow pictures from its host. */
const picture = z.pipe(
  z.nullable(z.string().check(z.maxLength(1000))),
  z.transform((url) => (url && isAllowedPicture(url) ? url : null)),
)

export const song = z.object({
  id,
  name,
  artists,
  album_name: z.nullable(name),
  image_url: picture,
  popularity: z.nullable(z.int().check(z.gte(0), z.lte(100))),
  external_url: httpsUrl,
})

export const album = z.object({
  id,
  name,
  artists,
  image_url: picture,
  total_tracks: z.nullable(z.int().check(z.gt(0))),
  release_date: z.nullable(z.iso.date()),
  external_url: httpsUrl,
})

export type Song = z.infer<typeof song>
export type Album = z.infer<typeof album>

export interface Provider {
  /** Prefix of the items' ids on this site, in lowercase letters. */
  name: string
  fetchCharts(maxSongs: number, maxAlbums: number): Promise<Charts>
}

export const parseValidItems = <Item>(schema: z.ZodMiniType<Item>, items: unknown[]): Item[] =>
  items.flatMap((item) => {
    const result = schema.safeParse(item)
    return result.success ? [result.data] : []
  })

export interface ProviderOptions {
  artists: Artist[]
  /** Time between requests. By default, the provider chooses it. */
  spacingMs?: number
  timeoutMs: number
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}

/** Returns the day in UTC as `YYYY-MM-DD`. */
export const getToday = () => new Date().toISOString().slice(0, 10)
