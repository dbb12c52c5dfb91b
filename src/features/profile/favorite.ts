/** The favorite song on the profile's page: as the profile came, and as it was chosen since, in whichever tab. */
import { atom } from "nanostores"
import {
  favorite,
  favoriteId,
  removeFavorite,
  startMemberMusic,
  takeFavorite,
} from "../music/member-music.ts"
import { profileStore } from "./page.ts"
import { fetchProfile, type Profile } from "./profile.ts"

export interface FavoriteSong {
  id: string
  name: string
  artist: string
  image: string | null
}

function songOf(profile: Profile | null): FavoriteSong | null {
  if (!profile?.favorite_song_id) return null
  return {
    id: profile.favorite_song_id,
    name: profile.favorite_song_name ?? "",
    artist: profile.favorite_song_artist ?? "",
    image: profile.favorite_song_image,
  }
}

export const $favoriteSong = atom<FavoriteSong | null>(null)

/** Another tab tells the song's id alone. */
const known = new Map<string, FavoriteSong>()

async function show(): Promise<void> {
  const id = favoriteId()
  if (id !== null && !known.has(id)) {
    const answer = await fetchProfile()
    const song = answer.ok ? songOf(answer.body) : null
    if (song) known.set(song.id, song)
  }
  // Asked again: meanwhile it may be another one.
  const now = favoriteId()
  const song = now === null ? null : known.get(now)
  if (song !== undefined) $favoriteSong.set(song)
}

export function startFavorite(): void {
  startMemberMusic(async () => {})
  favorite.$shown.listen(() => void show())
  let opening = 0
  profileStore.$profile.subscribe((state) => {
    // What a save answers may be older than what was chosen meanwhile.
    if (state.status !== "ready" || state.opening === opening) return
    opening = state.opening
    const song = songOf(state.profile)
    if (song) known.set(song.id, song)
    takeFavorite(song?.id ?? null)
  })
}

export { removeFavorite }
