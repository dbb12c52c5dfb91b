/** A fake server and page for the tests of the profile store. */
import { expect, onTestFinished, vi } from "vitest"
import { serve, signIn, startSignedOut, watch } from "../fixtures.ts"
import { DEFAULT_PRIVACY, type Profile, type ProfileBody } from "./schema.ts"
import { createProfileStore } from "./store.ts"

export const MEMBER_ID = "3f0f4c62-8b0e-4a3c-9d53-0d9b8f7e1a01"
export const OTHER_MEMBER_ID = "3f0f4c62-8b0e-4a3c-9d53-0d9b8f7e1a02"

export const makeProfile = (overrides: Partial<Profile> = {}): Profile => ({
  user_id: MEMBER_ID,
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
  ...overrides,
})

export const GET = "GET /api/profile"
export const PATCH = "PATCH /api/profile"
export const PUT_AVATAR = "PUT /api/profile/avatar"
export const PICTURE_URL = "/uploads/avatars/u1/avatar-2.webp"

/** Returns the API's response to a save: the stored profile with the changes of the body. */
export function saveTo(profile: Profile, { privacy_settings, ...body }: ProfileBody): Response {
  const fields = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
  const switches = { ...profile.privacy_settings, ...privacy_settings }
  return Response.json({ ...profile, ...fields, privacy_settings: switches })
}

export const reloadPage = vi.fn()

/** Signs out before each test, and replaces `location.reload` by the mock `reloadPage`. */
export async function resetPage(): Promise<void> {
  vi.stubGlobal("location", { reload: reloadPage })
  reloadPage.mockClear()
  await startSignedOut(createProfileStore().$profile)
}

export async function openPage(
  responders: Parameters<typeof serve>[0] = {},
  saved: Profile | null = makeProfile(),
) {
  const calls = serve({
    [GET]: () => Response.json(saved),
    [PATCH]: ({ body }) => saveTo(saved ?? makeProfile(), body as ProfileBody),
    [PUT_AVATAR]: () => Response.json({ avatar_url: PICTURE_URL }),
    "GET /api/auth/session": () => Response.json({ user: null }),
    ...responders,
  })
  signIn(MEMBER_ID)
  // Waits until the cache of the previous test is cleared.
  await new Promise((resolve) => setTimeout(resolve))
  const store = createProfileStore()
  watch(store.$profile)
  watch(store.$isDirty)
  onTestFinished(store.start())
  const getState = () => store.$profile.get()
  await vi.waitFor(() =>
    expect(reloadPage.mock.calls.length > 0 || getState().status !== "loading").toBe(true),
  )
  return {
    ...store,
    getState,
    getValues: () => store.form.$values.get(),
    /** Returns the bodies of all calls to an endpoint such as `PATCH /api/profile`. */
    listSentBodies: (call: string) =>
      calls.filter(({ method, path }) => `${method} ${path}` === call).map(({ body }) => body),
  }
}

export const ALWAYS_SENT_FIELDS = { user_id: MEMBER_ID, display_name: "Liga" }
