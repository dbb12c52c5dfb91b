/** Profiles, answers and a store for tests. */
import { vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import type { Profile } from "./profile.ts"
import { DEFAULT_PRIVACY, type ProfileBody } from "./schema.ts"
import { createProfileStore, type ProfileSteps } from "./store.ts"

export const ok = <Body>(body: Body): Answer<Body> => ({ ok: true, body, headers: new Headers() })

/** The member whose page it is, and somebody else. */
export const LIGA = "3f0f4c62-8b0e-4a3c-9d53-0d9b8f7e1a01"
export const JONAS = "3f0f4c62-8b0e-4a3c-9d53-0d9b8f7e1a02"

export const makeProfile = (given: Partial<Profile> = {}): Profile => ({
  user_id: LIGA,
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
  is_hidden: false,
  ...given,
})

/** As the function saves it. */
export const saveTo =
  (profile: Profile) =>
  async ({ privacy_settings, ...body }: ProfileBody): Promise<Answer<Profile>> => {
    const given = Object.fromEntries(
      Object.entries(body).filter(([, value]) => value !== undefined),
    )
    const switches = { ...profile.privacy_settings, ...privacy_settings }
    return ok({ ...profile, ...given, privacy_settings: switches })
  }

export function makeStore(given: Partial<Omit<ProfileSteps, "tell">> = {}) {
  const tell = vi.fn<ProfileSteps["tell"]>()
  const steps = {
    isMaybeSignedIn: () => true,
    fetchProfile: vi.fn(async (): Promise<Answer<Profile>> => ok(makeProfile())),
    saveProfile: vi.fn(saveTo(makeProfile())),
    sendAvatar: vi.fn(async () => ok("/uploads/avatars/u1/avatar-2.webp")),
    tell,
    startOver: vi.fn(),
    lookWhoIsHere: vi.fn(),
    ...given,
  }
  const store = createProfileStore(steps)
  const values = () => store.form.$values.get()
  return { ...store, ...steps, tell, values, state: () => store.$profile.get() }
}

export const noProfile = async () => failed("not_found")
