import { expect, test } from "vitest"
import { isBlank, isSeenByStranger, likedOf, type PublicProfile, profileOf } from "./profile.ts"

const makeAnswer = (changes: object = {}) => ({
  user_id: "0b7c9a52-6f0e-4f8e-9d3a-1c2b3d4e5f60",
  display_name: "Līga",
  avatar_url: null,
  bio: null,
  gender: null,
  date_of_birth: null,
  user_type: "regular_user",
  created_at: "2026-03-01T10:00:00.000Z",
  favorite_song: null,
  music_likes: null,
  is_self: false,
  is_hidden: false,
  hidden: [],
  ...changes,
})

function makeProfile(changes: object = {}): PublicProfile {
  const profile = profileOf(makeAnswer(changes))
  if (!profile) throw new Error("The answer is not a profile.")
  return profile
}

const UNKNOWN = { image_url: null, external_url: null }
const SONG = {
  item_id: "1",
  item_type: "song",
  item_name: "Supernova",
  item_artist: "aespa",
  image_url: "https://i.scdn.co/1",
  external_url: "https://music.example/1",
}
const ALBUM = { item_id: "2", item_type: "album", item_name: "Ruby", item_artist: "JENNIE" }

test.each([null, undefined, "profile", [], {}, { user_id: 1 }])("%o is no profile", (body) => {
  expect(profileOf(body)).toBeNull()
})

test("what is not as it should be counts as not told", () => {
  const odd = { gender: "constructor", user_type: "king", bio: "", hidden: [1, "bio"], is_self: 1 }
  expect(makeProfile(odd)).toMatchObject({
    gender: null,
    user_type: null,
    bio: null,
    hidden: ["bio"],
    is_self: false,
  })
})

test("what is liked leads to a web address or nowhere", () => {
  const odd = { ...SONG, external_url: "javascript:alert(1)" }
  expect(likedOf(makeProfile({ music_likes: [odd] }), "song")).toMatchObject([
    { external_url: null },
  ])
})

test("liked songs and albums are lists of their own, without what cannot be shown", () => {
  const profile = makeProfile({ music_likes: [SONG, ALBUM, { item_type: "song" }, null] })
  expect(likedOf(profile, "song")).toEqual([SONG])
  expect(likedOf(profile, "album")).toEqual([{ ...ALBUM, ...UNKNOWN }])
  expect(likedOf(makeProfile(), "song")).toEqual([])
})

test("a favorite song may be without artist and picture", () => {
  const { favorite_song } = makeProfile({ favorite_song: { id: "1", name: "APT.", artist: null } })
  expect(favorite_song).toEqual({ name: "APT.", artist: "", image: null })
})

test("a name and a picture alone are a blank profile", () => {
  expect(isBlank(makeProfile({ avatar_url: "/uploads/avatars/a.webp" }))).toBe(true)
  expect(isBlank(makeProfile({ music_likes: [] }))).toBe(true)
})

test.each([
  { bio: "Hello" },
  { gender: "other" },
  { date_of_birth: "1999-02-28" },
  { favorite_song: { id: "1", name: "APT.", artist: "ROSÉ", image: null } },
  { music_likes: [SONG] },
])("%o is something to see", (told) => {
  expect(isBlank(makeProfile(told))).toBe(false)
})

test("strangers are not told since when somebody is a member", () => {
  expect(isSeenByStranger(makeProfile({ created_at: null }))).toBe(true)
  expect(isSeenByStranger(makeProfile())).toBe(false)
})
