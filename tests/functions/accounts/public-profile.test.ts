import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { PrivacySettings } from "../../../src/features/account/profile/schema.ts"
import { getRows, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser, storeLike, storeProfile } from "../../support/factories.ts"
import { makeArtist } from "../../support/people/artists.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeEvent, makeTeam } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()

const profileOwner = await makeMember(db)
const member = await makeMember(db)
const viewerBrowsers = {
  visitor: openBrowser(),
  member: member.browser,
  self: profileOwner.browser,
}
const knownArtist = await makeArtist(db, "aespa")
const artist = "LE SSERAFIM"
await storeLike(db, profileOwner.id, { id: "s1", name: "Antifragile", artist })
await storeLike(db, profileOwner.id, { id: "a1", type: "album", name: "Unforgiven", artist })

/** Privacy settings, each with the field that it shows or hides. */
const PRIVACY_SETTINGS = [
  ["show_display_name", "display_name"],
  ["show_avatar", "avatar_url"],
  ["show_bio", "bio"],
  ["show_gender", "gender"],
  ["show_date_of_birth", "date_of_birth"],
] as const
const makePrivacySettings = (isShown: boolean): PrivacySettings => ({
  show_display_name: isShown,
  show_avatar: isShown,
  show_bio: isShown,
  show_gender: isShown,
  show_date_of_birth: isShown,
  show_events: isShown,
  show_to_everyone: isShown,
})
const ALL_SHOWN = makePrivacySettings(true)
const ALL_HIDDEN = makePrivacySettings(false)

const makeFullProfile = () => ({
  display_name: "Mari",
  avatar_url: `/uploads/avatars/${profileOwner.id}/avatar-1700000000000-${"0".repeat(32)}.webp`,
  bio: "Tantsin.",
  gender: "female" as const,
  date_of_birth: "2000-02-29",
  user_type: "dance_group" as const,
  privacy_settings: ALL_SHOWN,
  music_likes_public: true,
  favorite_song_id: "s1",
  favorite_song_name: "Antifragile",
  favorite_song_artist: "LE SSERAFIM",
  favorite_song_image: null,
})

beforeEach(async () => {
  await db.one`delete from profiles`
  await storeProfile(db, profileOwner.id, makeFullProfile())
  await db.one`
    update users set country = 'ee', favorite_groups = array['aespa', 'ATEEZ'] where id = ${profileOwner.id}`
})

const VIEWERS = ["visitor", "member", "self"] as const
type Viewer = (typeof VIEWERS)[number]

const requestProfile = (viewer: Viewer, id = profileOwner.id) =>
  viewerBrowsers[viewer].get(`/api/profiles/${id}`)
const getProfileSeenBy = async (viewer: Viewer) => (await requestProfile(viewer)).json

test.each(VIEWERS)(
  "with every privacy setting on, the viewer %s sees only the expected fields",
  async (viewer) => {
    const response = await requestProfile(viewer)
    expect(response.status).toBe(200)
    expect(response.headers.get("cache-control")).toBe("private, no-store")
    const { display_name, avatar_url, bio, gender, date_of_birth } = makeFullProfile()
    const song = { id: "s1", name: "Antifragile", artist: "LE SSERAFIM" }
    const isSignedIn = viewer !== "visitor"
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
    const like = { item_artist: "LE SSERAFIM", image_url: null, external_url: null }
    expect(response.json).toEqual({
      display_name,
      avatar_url,
      bio,
      gender,
      date_of_birth,
      user_id: profileOwner.id,
      user_type: isSignedIn ? "dance_group" : null,
      created_at: isSignedIn ? time : null,
      favorite_song: isSignedIn ? { ...song, image: null, external_url: null } : null,
      favorite_groups: isSignedIn
        ? [
            { name: "aespa", slug: knownArtist.slug },
            { name: "ATEEZ", slug: null },
          ]
        : [],
      music_likes: expect.arrayContaining([
        { item_id: "s1", item_type: "song", item_name: "Antifragile", ...like },
        { item_id: "a1", item_type: "album", item_name: "Unforgiven", ...like },
      ]),
      is_self: viewer === "self",
      is_hidden: false,
      hidden: [],
      teams: [],
      events: [],
    })
  },
)

describe("teams and their next events", () => {
  afterEach(() => db.one`delete from teams`)

  test("the profile shows the member's role in teams, and only upcoming public events", async () => {
    const team = await makeTeam(db, { [profileOwner.id]: "owner" }, { name: "Noored" })
    const getTimeInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    await makeEvent(db, team.id, { title: "Over", start: getTimeInDays(-2) })
    await makeEvent(db, team.id, { title: "Later", start: getTimeInDays(9) })
    await makeEvent(db, team.id, { title: "Soon", start: getTimeInDays(2) })
    await makeEvent(db, team.id, { title: "Ours", type: "team" })
    const { teams, events } = (await requestProfile("visitor")).json
    expect(teams).toMatchObject([{ name: "Noored", slug: team.slug, role: "owner" }])
    expect(events).toMatchObject([{ title: "Soon", team_name: "Noored" }, { title: "Later" }])
  })

  test("others see no hidden or unapproved teams, and no teams of a member with a hidden name", async () => {
    const team = await makeTeam(db, { [profileOwner.id]: "owner" })
    const countTeamsSeenBy = async (viewer: Viewer) =>
      getRows(await requestProfile(viewer), "teams").length
    await db.one`update teams set reviewed_at = null where id = ${team.id}`
    expect([await countTeamsSeenBy("visitor"), await countTeamsSeenBy("self")]).toEqual([0, 1])
    await db.one`update teams set reviewed_at = now(), hidden_at = now() where id = ${team.id}`
    expect(await countTeamsSeenBy("member")).toBe(0)
    await db.one`update teams set hidden_at = null where id = ${team.id}`
    expect(await countTeamsSeenBy("member")).toBe(1)
    const privacy_settings = { ...ALL_SHOWN, show_display_name: false }
    await db.one`
      update profiles set privacy_settings = ${JSON.stringify(privacy_settings)}::jsonb
      where user_id = ${profileOwner.id}`
    expect([await countTeamsSeenBy("member"), await countTeamsSeenBy("self")]).toEqual([0, 1])
  })
})

test.each(["blocked_at", "deletion_due_at"])(
  "visitors and other members do not find the profile of a member with %s set",
  async (column) => {
    await db.batch([
      { text: `update users set ${column} = now() where id = $1`, params: [profileOwner.id] },
    ])
    expect((await requestProfile("visitor")).status).toBe(404)
    expect((await requestProfile("member")).status).toBe(404)
    expect(await db.value`select get_name_for_viewer(${profileOwner.id})`).toBeNull()
    await db.one`update users set blocked_at = null, deletion_due_at = null where id = ${profileOwner.id}`
  },
)

test("members can preview their own profile as other members and as everyone see it", async () => {
  const team = await makeTeam(db, { [profileOwner.id]: "owner" })
  for (const privacy_settings of [ALL_SHOWN, ALL_HIDDEN]) {
    await storeProfile(db, profileOwner.id, { privacy_settings })
    const asMembers = await profileOwner.browser.get(`/api/profiles/${profileOwner.id}?as=members`)
    expect(asMembers.json).toEqual(await getProfileSeenBy("member"))
    const asEveryone = await profileOwner.browser.get(
      `/api/profiles/${profileOwner.id}?as=everyone`,
    )
    expect(asEveryone.json).toEqual(await getProfileSeenBy("visitor"))
  }
  await db.one`delete from teams where id = ${team.id}`
})

test("the parameter of a preview (?as=members) shows visitors and other members nothing more", async () => {
  await storeProfile(db, profileOwner.id, { privacy_settings: ALL_HIDDEN })
  for (const viewer of ["visitor", "member"] as const) {
    const preview = await requestProfile(viewer, `${profileOwner.id}?as=members`)
    expect(preview.json, viewer).toEqual(await getProfileSeenBy(viewer))
  }
})

const isSelf = (viewer: Viewer) => viewer === "self"

test.each(PRIVACY_SETTINGS)("turning %s off hides only its field", async (name, field) => {
  for (const viewer of VIEWERS) {
    await storeProfile(db, profileOwner.id, { privacy_settings: ALL_SHOWN })
    const before = await getProfileSeenBy(viewer)
    await storeProfile(db, profileOwner.id, {
      privacy_settings: { ...ALL_SHOWN, [name]: false },
    })
    const expected = isSelf(viewer) ? { ...before, hidden: [field] } : { ...before, [field]: null }
    expect(await getProfileSeenBy(viewer), viewer).toEqual(expected)
  }
})

test.each(PRIVACY_SETTINGS)("turning only %s on shows only its field", async (name, field) => {
  await storeProfile(db, profileOwner.id, {
    privacy_settings: { ...ALL_HIDDEN, [name]: true },
  })
  for (const viewer of VIEWERS) {
    const profile = await getProfileSeenBy(viewer)
    for (const [, eachField] of PRIVACY_SETTINGS) {
      const isSeen = isSelf(viewer) || eachField === field
      const expected = isSeen ? makeFullProfile()[eachField] : null
      expect(profile[eachField], `${eachField} by a ${viewer}`).toBe(expected)
    }
  }
})

test("with default privacy settings, the profile shows only name and picture", async () => {
  await db.one`update profiles set privacy_settings = '{}'`
  const { display_name, avatar_url } = makeFullProfile()
  const none = { bio: null, gender: null, date_of_birth: null }
  for (const viewer of ["visitor", "member"] as const) {
    expect(await getProfileSeenBy(viewer)).toMatchObject({ display_name, avatar_url, ...none })
  }
})

describe("liked songs and albums", () => {
  test.each(VIEWERS)("private likes are shown only to the member (viewer: %s)", async (viewer) => {
    await storeProfile(db, profileOwner.id, { music_likes_public: false })
    const { music_likes, hidden } = await getProfileSeenBy(viewer)
    if (viewer === "self") expect(music_likes).toHaveLength(2)
    else expect(music_likes).toBeNull()
    expect(hidden).toEqual(viewer === "self" ? ["music_likes"] : [])
  })

  test("the latest 200 liked songs and the latest 200 liked albums are shown", async () => {
    const insertOldLikes = (item_type: string, count: number) => db.one`
      insert into music_likes (user_id, item_type, item_id, item_name, item_artist, created_at)
      select ${profileOwner.id}, ${item_type}, ${item_type} || n, 'Old', 'Somebody',
        now() - make_interval(days => n)
      from generate_series(1, ${count}::integer) n`
    await insertOldLikes("song", 205)
    await insertOldLikes("album", 203)
    const likes = getRows(await requestProfile("member"), "music_likes")
    await db.one`delete from music_likes where item_name = 'Old'`
    const ids = likes.map(({ item_id }) => String(item_id))
    expect(ids.filter((id) => /^s/.test(id))).toHaveLength(200)
    expect(ids.filter((id) => /^a/.test(id))).toHaveLength(200)
    expect(ids).toEqual(expect.arrayContaining(["s1", "a1", "song1", "song199", "album199"]))
    expect(ids).not.toContain("song200")
  })

  test("public likes of a member without likes are an empty list", async () => {
    const { id } = await makeUser(db)
    await storeProfile(db, id, { music_likes_public: true })
    expect((await requestProfile("visitor", id)).json["music_likes"]).toEqual([])
  })
})

describe("a birth date", () => {
  const setAge = async (years: number, days = 0) => {
    const row = await db.one<{ day: string }>`
      select (current_date - make_interval(years => ${years}::integer, days => ${days}::integer))::date
        as day`
    await storeProfile(db, profileOwner.id, { date_of_birth: row?.day ?? "" })
    return row?.day
  }

  test.each([
    ["a 12-year-old member", 12, 0],
    ["a member who turns 18 tomorrow", 18, -1],
  ])("visitors and other members do not see the birth date of %s", async (_member, years, days) => {
    const birthDate = await setAge(years, days)
    expect((await getProfileSeenBy("visitor"))["date_of_birth"]).toBeNull()
    expect((await getProfileSeenBy("member"))["date_of_birth"]).toBeNull()
    expect(await getProfileSeenBy("self")).toMatchObject({
      date_of_birth: birthDate,
      hidden: ["date_of_birth"],
    })
  })

  test("the birth date can be shown from the 18th birthday on", async () => {
    const birthDate = await setAge(18)
    for (const viewer of VIEWERS)
      expect((await getProfileSeenBy(viewer))["date_of_birth"]).toBe(birthDate)
  })
})

test.each(["00000000-0000-4000-8000-000000000000", "%00", "'; drop table users --"])(
  "no profile is found for the id %s",
  async (id) => {
    const response = await requestProfile("member", encodeURIComponent(id))
    expect([response.status, response.json["code"]]).toEqual([404, "not_found"])
  },
)

test("a member without a saved profile has no public profile", async () => {
  expect((await requestProfile("visitor", (await makeUser(db)).id)).status).toBe(404)
})
