import type { ItemType, Likes } from "../../src/features/music/schema.ts"
import { type Db, query } from "../client.ts"

export async function listOwnLikes(db: Db): Promise<Likes> {
  const [likes, [profile]] = await db.batch([
    query<Likes["likes"][number]>`
      select item_id, item_type, created_at from music_likes
      where user_id = (select current_viewer())
      order by created_at desc, item_id`,
    query<Pick<Likes, "favorite_song_id">>`
      select favorite_song_id from profiles where user_id = current_viewer()`,
  ])
  return { likes, favorite_song_id: profile?.favorite_song_id ?? null }
}

/**
 * Returns "unknown" if the catalogue has never contained the item, and "full" if the viewer has the maximum number of
 * likes.
 */
export const likeItem = (db: Db, type: ItemType, id: string) =>
  db.value<"liked" | "unknown" | "full">`select like_item(${type}, ${id})`

export const unlikeItem = (db: Db, type: ItemType, id: string) => db.one`
  delete from music_likes
  where user_id = current_viewer() and item_type = ${type} and item_id = ${id}`

/** `favorite` is null if the song is unknown or the viewer has no profile. */
export async function setFavoriteSong(db: Db, id: string) {
  const [[favorite = null], [song]] = await db.batch([
    query<object>`
      update profiles p
      set favorite_song_id = s.item_id, favorite_song_name = s.name,
        favorite_song_artist = left(array_to_string(s.artists, ', '), 300),
        favorite_song_image = s.image_url
      from catalogue_items s
      where s.item_type = 'song' and s.item_id = ${id} and p.user_id = (select current_viewer())
      returning p.favorite_song_id, p.favorite_song_name, p.favorite_song_artist,
        p.favorite_song_image`,
    query<{ id: string }>`
      select item_id as id from catalogue_items where item_type = 'song' and item_id = ${id}`,
  ])
  return { favorite, isKnown: song !== undefined }
}

export const clearFavoriteSong = (db: Db) => db.one`
  update profiles
  set favorite_song_id = null, favorite_song_name = null, favorite_song_artist = null,
    favorite_song_image = null
  where user_id = current_viewer() and favorite_song_id is not null`
