import * as z from "zod/mini"

/** Number of songs and number of albums in the prebuilt page. */
export const FIRST_CARDS = 6

/** Number of songs or albums that each press on "Load more" adds. */
export const PAGE_SIZE = 12

export const ITEM_TYPES = ["song", "album"] as const
export type ItemType = (typeof ITEM_TYPES)[number]

/** Matches `<provider>-<id at the provider>`. */
export const ITEM_ID = /^[a-z]{1,20}-[A-Za-z0-9-]{1,60}$/

export const likesResponse = z.object({
  likes: z.array(
    z.object({ item_id: z.string(), item_type: z.enum(ITEM_TYPES), created_at: z.string() }),
  ),
  favorite_song_id: z.nullable(z.string()),
})

export type Likes = z.infer<typeof likesResponse>

const nullableText = z.nullable(z.string())

/** The favorite song in the member's profile. The other fields of the profile are kept. */
export const ownFavorite = z.looseObject({
  favorite_song_id: nullableText,
  favorite_song_name: nullableText,
  favorite_song_artist: nullableText,
  favorite_song_image: nullableText,
})

export type OwnFavorite = z.infer<typeof ownFavorite>

/** Servers of covers. The Content-Security-Policy allows their pictures. */
export const PICTURE_SOURCES = ["https://i.scdn.co", "https://*.dzcdn.net"]

export function isAllowedPicture(url: string): boolean {
  const { protocol, hostname } = URL.parse(url) ?? {}
  return (
    protocol === "https:" && (hostname === "i.scdn.co" || hostname?.endsWith(".dzcdn.net") === true)
  )
}

/** Texts that are not an HTTPS URL become null. */
export const httpsUrl = z.pipe(
  nullableText,
  z.transform((url) => (url?.startsWith("https://") ? url : null)),
)

export const liked = z.object({
  item_id: z.string(),
  item_type: z.enum(ITEM_TYPES),
  item_name: z.string(),
  item_artist: z.string(),
  image_url: httpsUrl,
  /** Null if the charts do not contain the item. */
  external_url: httpsUrl,
})

export type Liked = z.infer<typeof liked>

const artists = z.array(z.object({ name: z.string() }))
const images = z.array(z.object({ url: z.string() }))

export const song = z.object({
  /** `<provider>-<the provider's id>` */
  id: z.string(),
  name: z.string(),
  artists,
  album: z.object({ name: z.nullable(z.string()), images }),
  /** 0 to 100; null if the provider has no value. */
  popularity: z.nullable(z.number()),
  /** URL of the song at the music service. Before the first refresh from a service, the URL of its official video. */
  external_url: z.string(),
})

export const album = z.object({
  id: z.string(),
  name: z.string(),
  artists,
  images,
  total_tracks: z.nullable(z.number()),
  /** `YYYY-MM-DD`. */
  release_date: z.nullable(z.string()),
  external_url: z.string(),
})

export type Song = z.infer<typeof song>
export type Album = z.infer<typeof album>
