/** What two of the demo's people tell about themselves: one much, and in public, one little. */
import { type Query, query } from "../client.ts"

const FAVORITE = "Supernova"
/** Of the catalogue, from the top. */
const LIKED_SONGS = 9
const LIKED_ALBUMS = 4

/** Fills in profiles; after the people and the catalogue. */
export const demoProfiles = (): Query<unknown>[] => [
  query`
    update profiles p
    set bio = 'Founder of a cover crew that practises in a school gym. Left-handed, always in the back row on photos.',
      gender = 'male', date_of_birth = '1998-04-17', music_likes_public = true,
      privacy_settings = p.privacy_settings || '{"show_bio": true, "show_gender": true}',
      favorite_song_id = s.item_id, favorite_song_name = s.name,
      favorite_song_artist = array_to_string(s.artists, ', '), favorite_song_image = s.image_url
    from users u, catalogue_songs s
    where u.id = p.user_id and u.email = 'owner@daina.test' and s.name = ${FAVORITE}`,
  query`
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist, created_at)
    select u.id, item.type, item.item_id, item.name, array_to_string(item.artists, ', '),
      date_trunc('milliseconds', now() - item.rank * interval '1 day')
    from users u, (
      select 'song' as type, item_id, name, artists, rank from catalogue_songs where rank <= ${LIKED_SONGS}
      union all
      select 'album', item_id, name, artists, rank from catalogue_albums where rank <= ${LIKED_ALBUMS}
    ) item
    where u.email = 'owner@daina.test'`,
  query`
    update profiles p
    set bio = 'Came for one music video, stayed for the people.', date_of_birth = '2009-09-30'
    from users u where u.id = p.user_id and u.email = 'member@daina.test'`,
]
