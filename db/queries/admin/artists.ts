import type {
  ArtistChoice,
  ListedArtist,
  NewArtist,
  UnmatchedFavorite,
} from "../../../src/features/artists/admin/schema.ts"
import { type Db, type Query, query, updateRowQuery } from "../../client.ts"
import { ARTIST_COLUMNS } from "../artists.ts"
import { writeRow, writeSite } from "../content-version.ts"
import { type ListQuery, listAdminPage } from "../paging.ts"

const LISTED_ARTIST_COLUMNS = query`${ARTIST_COLUMNS}, count_artist_followers(a.id) as follower_count, a.updated_at`

export const listAdminArtists = (db: Db, params: ListQuery) =>
  listAdminPage<ListedArtist>(
    db,
    "artists",
    params,
    query`artist.*`,
    query`join (select ${LISTED_ARTIST_COLUMNS} from artists a) artist on artist.id = a.id`,
  )

const artistQuery = (id: string): Query<ListedArtist> => query`
  select ${LISTED_ARTIST_COLUMNS}, (select version from content_state) as content_version
  from artists a where a.id = ${id}`

export const getAdminArtist = async (db: Db, id: string) =>
  (await db.batch([artistQuery(id)]))[0][0] ?? null

/** `slugs` are candidates; the artist gets the first one that no artist has or had. */
export const createArtist = (db: Db, id: string, slugs: string[], artist: NewArtist) =>
  writeRow(
    db,
    query`
      insert into artists (id, slug, name, hangul, aliases)
      select ${id}, (
        select slug from unnest(${slugs}::text[]) with ordinality candidate (slug, list_position)
        where not exists (
          select from artists a where a.slug = candidate.slug or candidate.slug = any(a.former_slugs)
        )
        order by list_position limit 1
      ), ${artist.name}, ${artist.hangul}, ${artist.aliases}::text[]
      returning id`,
    artistQuery(id),
  )

export const editArtist = (
  db: Db,
  id: string,
  expectedUpdatedAt: string,
  edit: Partial<NewArtist>,
) =>
  writeRow(
    db,
    updateRowQuery("artists", ["name", "hangul", "aliases"], id, expectedUpdatedAt, edit),
    artistQuery(id),
  )

/** Adds an alias to an artist. Saves nothing if the artist already has the spelling. */
export const addSpelling = (db: Db, id: string, spelling: string) =>
  writeRow(
    db,
    query`
      update artists set aliases = aliases || ${spelling}::text
      where id = ${id} and not exists (
        select from unnest(array[name, hangul] || aliases) existing_spelling
        where to_artist_key(existing_spelling) = to_artist_key(${spelling})
      )
      returning id`,
    artistQuery(id),
  )

export async function mergeArtists(db: Db, id: string, target: string) {
  const { rows, ...site } = await writeSite(db, [
    query<{ is_merged: boolean }>`select merge_artists(${id}, ${target}) as is_merged`,
    artistQuery(target),
  ])
  const [[merge], [row]] = rows
  return { row: (merge?.is_merged && row) || null, ...site }
}

const ARTIST_CHOICES_QUERY = query<ArtistChoice>`select id, name from artists order by lower(name), id`

export const listArtistChoices = async (db: Db): Promise<ArtistChoice[]> =>
  (await db.batch([ARTIST_CHOICES_QUERY]))[0]

export async function listUnmatchedFavorites(db: Db) {
  const [favorites, artists] = await db.batch([
    query<UnmatchedFavorite>`select * from list_unmatched_favorites()`,
    ARTIST_CHOICES_QUERY,
  ])
  return { favorites, artists }
}
