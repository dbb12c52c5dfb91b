/** What a stranger, another member and the member themself see of a profile. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import profile from "../../netlify/functions/profile.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeLike, makeProfile, makeUser } from "../factories.ts"
import { type Member, makeMember } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)

let mari: Member
let viewers: Record<"stranger" | "member" | "self", TestBrowser>
beforeAll(async () => {
  mari = await makeMember(db)
  viewers = { stranger: openBrowser(), member: (await makeMember(db)).browser, self: mari.browser }
  await makeLike(db, mari.id, { id: "s1", name: "Antifragile", artist: "LE SSERAFIM" })
  await makeLike(db, mari.id, {
    id: "a1",
    type: "album",
    name: "Unforgiven",
    artist: "LE SSERAFIM",
  })
})

const SHOWN = {
  show_display_name: true,
  show_avatar: true,
  show_bio: true,
  show_gender: true,
  show_date_of_birth: true,
}
const HIDDEN = {
  show_display_name: false,
  show_avatar: false,
  show_bio: false,
  show_gender: false,
  show_date_of_birth: false,
}

const full = () => ({
  display_name: "Mari",
  avatar_url: `/uploads/avatars/${mari.id}/avatar-1700000000000-${"0".repeat(32)}.webp`,
  bio: "Tantsin.",
  gender: "female",
  date_of_birth: "2000-02-29",
  user_type: "dance_group" as const,
  privacy_settings: SHOWN,
  music_likes_public: true,
  favorite_song_id: "s1",
  favorite_song_name: "Antifragile",
  favorite_song_artist: "LE SSERAFIM",
  favorite_song_image: null,
})

beforeEach(async () => {
  await db.one`delete from profiles`
  await makeProfile(db, mari.id, full())
})

const VIEWERS = ["stranger", "member", "self"] as const
type Viewer = (typeof VIEWERS)[number]

const see = (viewer: Viewer, id = mari.id) =>
  viewers[viewer].call(profile, "GET", `/api/profiles/${id}`)
const seenBy = async (viewer: Viewer) => (await see(viewer)).json

const SONG = {
  id: "s1",
  name: "Antifragile",
  artist: "LE SSERAFIM",
  image: null,
  external_url: null,
}

test.each(VIEWERS)("with every switch on, a %s sees this and no more", async (viewer) => {
  const answer = await see(viewer)
  expect(answer.status).toBe(200)
  expect(answer.headers.get("cache-control")).toBe("private, no-store")
  const { privacy_settings, music_likes_public, ...shown } = full()
  const known = viewer !== "stranger"
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  const like = { item_artist: "LE SSERAFIM", image_url: null, external_url: null }
  expect(answer.json).toEqual({
    user_id: mari.id,
    display_name: shown.display_name,
    avatar_url: shown.avatar_url,
    bio: shown.bio,
    gender: shown.gender,
    date_of_birth: shown.date_of_birth,
    user_type: known ? "dance_group" : null,
    created_at: known ? at : null,
    favorite_song: known ? SONG : null,
    music_likes: expect.arrayContaining([
      { item_id: "s1", item_type: "song", item_name: "Antifragile", ...like },
      { item_id: "a1", item_type: "album", item_name: "Unforgiven", ...like },
    ]),
    is_self: viewer === "self",
    is_hidden: false,
    hidden: [],
  })
})

const SWITCHES = [
  ["show_display_name", "display_name"],
  ["show_avatar", "avatar_url"],
  ["show_bio", "bio"],
  ["show_gender", "gender"],
  ["show_date_of_birth", "date_of_birth"],
] as const

describe.each(SWITCHES)("%s", (privacySwitch, field) => {
  test.each(VIEWERS)("off, hides that field alone from a %s", async (viewer) => {
    const before = await seenBy(viewer)
    const privacy_settings = { ...SHOWN, [privacySwitch]: false }
    await makeProfile(db, mari.id, { privacy_settings })
    const expected =
      viewer === "self" ? { ...before, hidden: [field] } : { ...before, [field]: null }
    expect(await seenBy(viewer)).toEqual(expected)
  })

  test.each(VIEWERS)("on alone, shows that field alone to a %s", async (viewer) => {
    const privacy_settings = { ...HIDDEN, [privacySwitch]: true }
    await makeProfile(db, mari.id, { privacy_settings })
    const seen = await seenBy(viewer)
    for (const [, other] of SWITCHES) {
      const isSeen = viewer === "self" || other === field
      expect(seen[other], other).toBe(isSeen ? full()[other] : null)
    }
  })

  test("absent, name and picture are shown and the rest is not", async () => {
    await db.one`update profiles set privacy_settings = '{}'`
    const isShown = field === "display_name" || field === "avatar_url"
    for (const viewer of ["stranger", "member"] as const) {
      expect((await seenBy(viewer))[field]).toBe(isShown ? full()[field] : null)
    }
  })
})

describe("liked songs and albums", () => {
  test.each(VIEWERS)("that are not public: a %s", async (viewer) => {
    await makeProfile(db, mari.id, { music_likes_public: false })
    const { music_likes, hidden } = await seenBy(viewer)
    if (viewer === "self") expect(music_likes).toHaveLength(2)
    else expect(music_likes).toBeNull()
    expect(hidden).toEqual(viewer === "self" ? ["music_likes"] : [])
  })

  test.each(VIEWERS)("the latest two hundred of each kind are enough for a %s", async (viewer) => {
    const many = (item_type: string, count: number) => db.one`
      insert into music_likes (user_id, item_type, item_id, item_name, item_artist, created_at)
      select ${mari.id}, ${item_type}, ${item_type} || n, 'Old', 'Somebody',
        now() - make_interval(days => n)
      from generate_series(1, ${count}::integer) n`
    await many("song", 205)
    await many("album", 203)
    const { music_likes } = await seenBy(viewer)
    await db.one`delete from music_likes where item_name = 'Old'`
    const ids: string[] = Array.isArray(music_likes)
      ? music_likes.map(({ item_id }) => item_id)
      : []
    expect(ids.filter((id) => /^s/.test(id))).toHaveLength(200)
    expect(ids.filter((id) => /^a/.test(id))).toHaveLength(200)
    expect(ids).toEqual(expect.arrayContaining(["s1", "a1", "song1", "song199", "album199"]))
    expect(ids).not.toContain("song200")
  })

  test("that are public, and none", async () => {
    const { id } = await makeUser(db)
    await makeProfile(db, id, { music_likes_public: true })
    expect((await see("stranger", id)).json["music_likes"]).toEqual([])
  })
})

describe("a birth date", () => {
  const birthday = (years: number, days = 0) => db.one<{ day: string }>`
    select (current_date - make_interval(years => ${years}::integer, days => ${days}::integer))::date
      as day`
  const bornAgo = async (years: number, days = 0) => {
    const date_of_birth = (await birthday(years, days))?.day ?? ""
    await makeProfile(db, mari.id, { date_of_birth })
    return date_of_birth
  }

  test.each([
    ["a child's", 12, 0],
    ["the day before the 18th birthday", 18, -1],
  ])(
    "of somebody under age is nobody's, whatever the switch says: %s",
    async (_what, years, days) => {
      const born = await bornAgo(years, days)
      expect((await seenBy("stranger"))["date_of_birth"]).toBeNull()
      expect((await seenBy("member"))["date_of_birth"]).toBeNull()
      expect(await seenBy("self")).toMatchObject({ date_of_birth: born, hidden: ["date_of_birth"] })
    },
  )

  test("is shown from the 18th birthday on", async () => {
    const born = await bornAgo(18)
    for (const viewer of VIEWERS) expect((await seenBy(viewer))["date_of_birth"]).toBe(born)
  })
})

test("what is hidden but empty is not named: there is nothing to hide", async () => {
  const nothing = { avatar_url: null, bio: null, gender: null, date_of_birth: null }
  await makeProfile(db, mari.id, {
    ...nothing,
    privacy_settings: HIDDEN,
    music_likes_public: false,
  })
  expect((await seenBy("self"))["hidden"]).toEqual(["display_name", "music_likes"])
})

test("a member without a favourite song has none, and without an artist neither", async () => {
  await makeProfile(db, mari.id, { favorite_song_artist: null })
  expect((await seenBy("member"))["favorite_song"]).toEqual({ ...SONG, artist: null })
  await makeProfile(db, mari.id, { favorite_song_id: null, favorite_song_name: null })
  expect((await seenBy("member"))["favorite_song"]).toBeNull()
})

test.each([
  "00000000-0000-4000-8000-000000000000",
  "not-an-id",
  "%00",
  "'; drop table users --",
  "1",
])("no profile: %s", async (id) => {
  const answer = await see("member", encodeURIComponent(id))
  expect([answer.status, answer.json["code"]]).toEqual([404, "not_found"])
})

test("a member who has saved no profile yet has none", async () => {
  expect((await see("stranger", (await makeUser(db)).id)).status).toBe(404)
})
