/** Groups and solo artists. */
import type { Artist } from "../../src/features/artists/schema.ts"
import { type Db, query } from "../client.ts"

interface ListedArtist {
  slug: string
  name: string
  hangul: string | null
  aliases: string[]
}

/** Adds artists none of whose spellings is known, and links the songs and albums of the catalogue to their artists. */
export const storeArtistsQuery = (artists: ListedArtist[]) => query<{ has_added: boolean }>`
  select store_artists(${JSON.stringify(artists)}::jsonb) as has_added`

const ARTIST = query`a.id, a.slug, a.name, a.hangul, a.aliases, a.website_url, a.instagram_url, a.youtube_url`

/** Returns all artists, by name. */
export const allArtists = (db: Db) => db.many<Artist>`
  select ${ARTIST} from artists a order by lower(a.name), a.id`
