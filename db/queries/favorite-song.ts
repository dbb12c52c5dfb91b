/** The one song that a member shows on their profile. */
import { type Db, query } from "../client.ts"

export interface FavoriteSong {
  favorite_song_id: string
  favorite_song_name: string
  favorite_song_artist: string
  favorite_song_image: string | null
}

/**
 * Sets the viewer's favourite, as the catalogue knows it. Without it, `isKnown` tells whether the song
 * was missing or the viewer's profile.
 */
export async function setFavoriteSong(
  db: Db,
  id: string,
): Promise<{ favorite: FavoriteSong | null; isKnown: boolean }> {
  const [[favorite], [song]] = await db.batch([
    query<FavoriteSong>`
      update profiles p
      set favorite_song_id = s.item_id, favorite_song_name = s.name,
        favorite_song_artist = left(array_to_string(s.artists, ', '), 300),
        favorite_song_image = s.image_url
      from catalogue_songs s
      where s.item_id = ${id} and p.user_id = current_viewer()
      returning p.favorite_song_id, p.favorite_song_name, p.favorite_song_artist,
        p.favorite_song_image`,
    query<{ id: string }>`select item_id as id from catalogue_songs where item_id = ${id}`,
  ])
  return { favorite: favorite ?? null, isKnown: song !== undefined }
}

/** Leaves the viewer without a favourite. */
export const clearFavoriteSong = (db: Db) => db.one`
  update profiles
  set favorite_song_id = null, favorite_song_name = null, favorite_song_artist = null,
    favorite_song_image = null
  where user_id = current_viewer() and favorite_song_id is not null`
