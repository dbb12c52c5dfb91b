import * as z from "zod/mini"
import { release } from "../releases/schema.ts"

export const artist = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  hangul: z.nullable(z.string()),
  aliases: z.array(z.string()),
  website_url: z.nullable(z.string()),
  instagram_url: z.nullable(z.string()),
  youtube_url: z.nullable(z.string()),
})

export type Artist = z.infer<typeof artist>

const nullableText = z.nullable(z.string())

const likedItem = z.object({
  id: z.string(),
  name: z.string(),
  artists: z.array(z.string()),
  image_url: nullableText,
  external_url: z.string(),
  likes: z.number(),
})

export const artistPage = z.extend(artist, {
  follower_count: z.number(),
  /** Number of members who like a song or album of the artist. */
  fans: z.number(),
  songs: z.array(
    z.extend(likedItem, { album_name: nullableText, popularity: z.nullable(z.number()) }),
  ),
  albums: z.array(
    z.extend(likedItem, { total_tracks: z.nullable(z.number()), release_date: nullableText }),
  ),
  releases: z.array(release),
})

export type ArtistPage = z.infer<typeof artistPage>
