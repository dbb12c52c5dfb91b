import type { Artist, ArtistPage } from "../../src/features/artists/schema.ts"
import type { Release } from "../../src/features/releases/schema.ts"
import { type Db, query } from "../client.ts"
import type { CatalogueAlbum, CatalogueSong } from "./catalogue.ts"
import { RELEASE_COLUMNS, RELEASE_TABLES } from "./releases.ts"

type ListedArtist = Pick<Artist, "slug" | "name" | "hangul" | "aliases">

export const storeArtistsQuery = (artists: ListedArtist[]) => query<{ has_added: boolean }>`
  select store_artists(${JSON.stringify(artists)}::jsonb) as has_added`

/** Columns of an artist `a`. */
export const ARTIST_COLUMNS = query`a.id, a.slug, a.name, a.hangul, a.aliases, a.website_url, a.instagram_url, a.youtube_url`

export const listArtists = (db: Db) => db.many<Artist>`
  select ${ARTIST_COLUMNS} from artists a order by lower(a.name), a.id`

/** Returns the artists of songs and albums that a chart on the site shows. */
export const listChartCredits = (db: Db) => db.many<{ artist_id: string; item_id: string }>`
  select c.artist_id, c.item_id
  from catalogue_credits c join catalogue_items i on i.item_type = c.item_type and i.item_id = c.item_id
  where i.rank is not null
    or (i.item_type = 'song' and i.item_id in (select top.item_id from list_baltic_top(10) top))
  order by c.artist_id, c.item_type, c.item_id`

export const countArtistFans = (db: Db) => db.many<{ artist_id: string; fans: number }>`
  select artist_id, fans from count_artist_fans() order by artist_id`

/** Returns former slugs, for example of merged artists, and the slugs that replaced them. */
export const listFormerArtistSlugs = (db: Db) => db.many<{ former: string; slug: string }>`
  select former, slug from artists, unnest(former_slugs) former order by former`

/** Returns the artist with this current or former slug; null for an unknown slug. */
export async function getArtistPage(db: Db, slug: string): Promise<ArtistPage | null> {
  const artistIdSql = query`(
    select id from artists where slug = ${slug} or ${slug} = any(former_slugs)
    order by slug = ${slug} desc limit 1
  )`
  const creditedItemsSql = query`
    from catalogue_credits c join catalogue_items i on i.item_type = c.item_type and i.item_id = c.item_id
    left join count_item_likes() l on l.item_type = i.item_type and l.item_id = i.item_id
    where c.artist_id = ${artistIdSql} and i.rank is not null`
  const [[artist], songs, albums, releases] = await db.batch([
    query<Artist & { follower_count: number; fans: number }>`
      select ${ARTIST_COLUMNS}, count_artist_followers(a.id) as follower_count,
        coalesce((select f.fans from count_artist_fans() f where f.artist_id = a.id), 0) as fans
      from artists a where a.id = ${artistIdSql}`,
    query<CatalogueSong & { likes: number }>`
      select i.item_id as id, i.name, i.artists, i.album_name, i.image_url, i.popularity, i.external_url,
        coalesce(l.likes, 0) as likes
      ${creditedItemsSql} and i.item_type = 'song' order by i.rank`,
    query<CatalogueAlbum & { likes: number }>`
      select i.item_id as id, i.name, i.artists, i.image_url, i.total_tracks, i.release_date, i.external_url,
        coalesce(l.likes, 0) as likes
      ${creditedItemsSql} and i.item_type = 'album' order by i.rank`,
    query<Release>`
      select ${RELEASE_COLUMNS} from ${RELEASE_TABLES} where artist.id = ${artistIdSql} order by r.release_date, r.id`,
  ])
  return artist ? { ...artist, songs, albums, releases } : null
}
