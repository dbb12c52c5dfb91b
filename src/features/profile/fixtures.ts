/** Profiles, answers and a store for tests. */
import { vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import type { Profile } from "./profile.ts"
import { DEFAULT_PRIVACY } from "./schema.ts"
import { createProfileStore, type ProfileSteps } from "./store.ts"

export const ok = <Body>(body: Body): Answer<Body> => ({ ok: true, body, headers: new Headers() })

export const makeProfile = (given: Partial<Profile> = {}): Profile => ({
  user_id: "u1",
  display_name: "Liga",
  avatar_url: null,
  bio: null,
  gender: null,
  date_of_birth: null,
  user_type: "regular_user",
  privacy_settings: DEFAULT_PRIVACY,
  music_likes_public: false,
  favorite_song_id: null,
  favorite_song_name: null,
  favorite_song_artist: null,
  favorite_song_image: null,
  ...given,
})

export function makeStore(given: Partial<Omit<ProfileSteps, "tell">> = {}) {
  const tell = vi.fn<ProfileSteps["tell"]>()
  const steps = {
    isMaybeSignedIn: () => true,
    fetchProfile: vi.fn(async (): Promise<Answer<Profile>> => ok(makeProfile())),
    saveProfile: vi.fn(async (body: object) => ok(makeProfile(body))),
    sendAvatar: vi.fn(async () => ok("/uploads/avatars/u1/avatar-2.webp")),
    tell,
    startOver: vi.fn(),
    ...given,
  }
  const store = createProfileStore(steps)
  const values = () => store.form.$values.get()
  return { ...store, ...steps, tell, values, state: () => store.$profile.get() }
}

export const noProfile = async () => failed("not_found")
