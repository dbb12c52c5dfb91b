/** The songs and albums that the viewer likes. */
import { type Db, query } from "../client.ts"

export type ItemType = "song" | "album"

export interface Like {
  item_id: string
  item_type: ItemType
}

/** All likes of the viewer, the newest first, and the song they have chosen as their favourite. */
export async function ownLikes(
  db: Db,
): Promise<{ likes: Like[]; favorite_song_id: string | null }> {
  const [likes, [profile]] = await db.batch([
    query<Like>`
      select item_id, item_type from music_likes
      where user_id = current_viewer()
      order by created_at desc, item_id`,
    query<{ favorite_song_id: string | null }>`
      select favorite_song_id from profiles where user_id = current_viewer()`,
  ])
  return { likes, favorite_song_id: profile?.favorite_song_id ?? null }
}

/**
 * Likes an item for the viewer, under the name that the catalogue knows; a second time changes nothing.
 * `unknown` when the catalogue never had it, `full` when the viewer likes as many as one may.
 */
export async function likeItem(
  db: Db,
  type: ItemType,
  id: string,
): Promise<"liked" | "unknown" | "full"> {
  const row = await db.one<{ outcome: "liked" | "unknown" | "full" }>`
    select like_item(${type}, ${id}) as outcome`
  return row?.outcome ?? "unknown"
}

/** Takes the viewer's like back, if there is one. */
export const unlikeItem = (db: Db, type: ItemType, id: string) => db.one`
  delete from music_likes
  where user_id = current_viewer() and item_type = ${type} and item_id = ${id}`
