import { beforeEach, describe, expect, test } from "vitest"
import { expectErrors, getStatusAndCode } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, storeProfile } from "../../support/factories.ts"
import { makeMember } from "../../support/people/members.ts"
import { getSignedInUser } from "../../support/people/sign-in.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db } = await openTestDatabase()
const builds = startBuildHook()

const profileOwner = await makeMember(db)
const other = await makeMember(db)
beforeEach(async () => {
  await db.one`delete from profiles`
  builds.calls.length = 0
})

const readProfile = (member = profileOwner) => member.browser.get("/api/profile")
const saveProfile = (body: object, member = profileOwner) =>
  member.browser.send("PATCH", "/api/profile", body)

/** Values of a new profile, apart from its name. */
const DEFAULTS = {
  avatar_url: null,
  bio: null,
  gender: null,
  date_of_birth: null,
  user_type: "regular_user",
  privacy_settings: {
    show_display_name: true,
    show_avatar: true,
    show_bio: false,
    show_gender: false,
    show_date_of_birth: false,
    show_events: false,
    show_to_everyone: false,
  },
  music_likes_public: false,
  favorite_song_id: null,
  favorite_song_name: null,
  favorite_song_artist: null,
  favorite_song_image: null,
}

/** A profile in which each field differs from its default. */
const FULL_PROFILE = {
  display_name: "Mari",
  bio: "Tantsin.",
  gender: "non-binary",
  date_of_birth: "2004-02-29",
  user_type: "dance_group",
  music_likes_public: true,
  privacy_settings: {
    show_display_name: false,
    show_avatar: false,
    show_bio: true,
    show_gender: true,
    show_date_of_birth: true,
    show_events: true,
    show_to_everyone: true,
  },
}

test("the session contains the member's name and initials even if the name is hidden", async () => {
  await storeProfile(db, profileOwner.id, {
    display_name: "Mari",
    privacy_settings: { ...DEFAULTS.privacy_settings, show_display_name: false },
  })
  expect(await getSignedInUser(profileOwner.browser)).toEqual({
    id: profileOwner.id,
    email: profileOwner.email,
    name: "Mari",
    initials: "M",
  })
  expect(await getSignedInUser(other.browser)).toEqual({ id: other.id, email: other.email })
})

describe("saving", () => {
  test("the first save creates the profile with default values", async () => {
    const beforeSave = await readProfile()
    expect([beforeSave.status, beforeSave.text]).toEqual([200, "null"])
    const saved = await saveProfile({ display_name: "  Mari   Maasikas " })
    expect(saved.status).toBe(200)
    const row = {
      ...DEFAULTS,
      user_id: profileOwner.id,
      display_name: "Mari Maasikas",
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      is_hidden: false,
    }
    expect(saved.json).toEqual(row)
    expect((await readProfile()).json).toEqual(saved.json)
  })

  test("given fields are saved and missing fields keep their values", async () => {
    expect((await saveProfile(FULL_PROFILE)).json).toMatchObject(FULL_PROFILE)
    const renamed = await saveProfile({ display_name: "Mari M" })
    expect(renamed.json).toMatchObject({ ...FULL_PROFILE, display_name: "Mari M" })
    const withGender = await saveProfile({ display_name: "Mari M", gender: "other" })
    expect(withGender.json).toMatchObject({
      ...FULL_PROFILE,
      display_name: "Mari M",
      gender: "other",
    })
  })

  test("the favorite song and read-only fields stay unchanged", async () => {
    const song = { favorite_song_id: "s1", favorite_song_name: "Antifragile" }
    await storeProfile(db, profileOwner.id, song)
    const readOnlyFields = {
      favorite_song_name: "Another",
      created_at: "2000-01-01T00:00:00Z",
      role: "super_admin",
      is_admin: true,
    }
    const { json } = await saveProfile({ display_name: "Mari", ...readOnlyFields })
    expect(json).toMatchObject({ ...song, user_id: profileOwner.id })
    expect(json["created_at"]).not.toBe(readOnlyFields.created_at)
    expect(Object.keys(json)).not.toContain("role")
  })

  test("a form that another member filled in is refused as outdated", async () => {
    const stale = await saveProfile({ ...FULL_PROFILE, user_id: other.id })
    expect(getStatusAndCode(stale)).toEqual([409, "stale"])
    expect([(await readProfile()).text, (await readProfile(other)).text]).toEqual(["null", "null"])
    expect((await saveProfile({ ...FULL_PROFILE, user_id: profileOwner.id })).json).toMatchObject({
      user_id: profileOwner.id,
    })
    expectErrors(await saveProfile({ ...FULL_PROFILE, user_id: "mari" }), { user_id: "invalid" })
  })

  test("only the privacy settings in the request change", async () => {
    const setPrivacy = async (privacy_settings: object) =>
      (await saveProfile({ display_name: "Mari", privacy_settings })).json["privacy_settings"]
    const first = { ...DEFAULTS.privacy_settings, show_bio: true }
    expect(await setPrivacy({ show_bio: true }), "the settings of a new profile").toEqual(first)
    const second = { ...first, show_avatar: false, show_gender: true }
    expect(await setPrivacy({ show_avatar: false, show_gender: true })).toEqual(second)
    expect(await setPrivacy({})).toEqual(second)
  })

  test("concurrent changes of different privacy settings are all saved", async () => {
    await saveProfile({ display_name: "Mari" })
    const changes = [{ show_avatar: false }, { show_bio: true }, { show_gender: true }]
    await Promise.all(
      changes.map((privacy_settings) => saveProfile({ display_name: "Mari", privacy_settings })),
    )
    expect((await readProfile()).json["privacy_settings"]).toEqual({
      ...DEFAULTS.privacy_settings,
      ...Object.assign({}, ...changes),
    })
  })

  test("two concurrent first saves succeed with one profile", async () => {
    const responses = await Promise.all([
      saveProfile({ display_name: "One", bio: "Both" }),
      saveProfile({ display_name: "Two", gender: "other" }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect((await readProfile()).json).toMatchObject({ bio: "Both", gender: "other" })
  })

  test("members read and write only their own profile", async () => {
    await saveProfile(FULL_PROFILE)
    await saveProfile({ display_name: "Other" }, other)
    expect((await readProfile(other)).json).toMatchObject({
      user_id: other.id,
      display_name: "Other",
    })
    const response = await other.browser.get(`/api/profile?user_id=${profileOwner.id}`)
    expect(response.json["user_id"]).toBe(other.id)
    expect((await other.browser.get(`/api/profile/${profileOwner.id}`)).status).toBe(404)
  })

  test("a build is requested only when the name of an author is changed or becomes visible", async () => {
    await saveProfile(FULL_PROFILE)
    await saveProfile({ display_name: "Mari M" })
    expect(builds.calls).toEqual([])
    await makeArticle(db, { authorId: profileOwner.id })
    await saveProfile({ display_name: "Mari M", bio: "New" })
    expect(builds.calls).toEqual([])
    await saveProfile({ display_name: "Mari Maasikas" })
    await saveProfile({
      display_name: "Mari Maasikas",
      privacy_settings: DEFAULTS.privacy_settings,
    })
    expect(builds.calls).toEqual(["POST", "POST"])
  })
})

// This is the flag of Scotland, an emoji that contains invisible tag characters.
const SCOTLAND = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}"
test.each([
  ["display_name", "Žanete Ķēniņa-Šķēle", "Žanete Ķēniņa-Šķēle"],
  ["display_name", "👩‍👩‍👧 ❤️ 🏳️‍🌈 👍🏽", "👩‍👩‍👧 ❤️ 🏳️‍🌈 👍🏽"],
  ["display_name", "O'Neil <b>&amp;", "O'Neil <b>&amp;"],
  ["display_name", "e\u0301\tb\nc", "\u00e9 b c"],
  ["display_name", "mina ♡\ufe0e", "mina ♡\ufe0e"],
  ["display_name", "mina ❤\ufe0e", "mina ❤\ufe0e"],
  ["display_name", `${SCOTLAND} Isla`, `${SCOTLAND} Isla`],
  ["display_name", "Ma\u202eri\u0000\ud800", "Mari"],
  ["bio", "Tere\u202e\u200bmaailm\ufeff 🏳\ufe0f\u200d🌈", "Teremaailm 🏳\ufe0f\u200d🌈"],
  ["bio", "\u2066\u3164\u2069", null],
  ["display_name", "x".repeat(80), "x".repeat(80)],
  ["bio", "x".repeat(500), "x".repeat(500)],
  ["bio", "One\r\n\r\n\r\n\r\n<b>Two ", "One\n\n<b>Two"],
  ["date_of_birth", "1900-01-01", "1900-01-01"],
  ["date_of_birth", "2000-02-29", "2000-02-29"],
  ["date_of_birth", new Date().toISOString().slice(0, 10), expect.any(String)],
])("the field %s accepts %j and stores it normalized", async (field, value, normalized) => {
  expect((await saveProfile({ display_name: "Mari", [field]: value })).json[field]).toEqual(
    normalized,
  )
})

/** The day that it is in 26 hours. This day is still in the future if midnight passes during the tests. */
const futureDate = new Date(Date.now() + 26 * 60 * 60 * 1000).toISOString().slice(0, 10)
const makeAvatarPath = (id: string) =>
  `/uploads/avatars/${id}/avatar-1700000000000-${"0".repeat(32)}.webp`

test.each<[field: string, value: unknown, error: string]>([
  ["display_name", undefined, "display_name_required"],
  ["display_name", null, "display_name_required"],
  ["display_name", { $ne: "" }, "display_name_required"],
  ["display_name", " \t\u00a0\u3000 ", "display_name_required"],
  ["display_name", "x".repeat(81), "too_long"],
  ["display_name", "x".repeat(10_000), "too_long"],
  ["display_name", "\u202e\u0000\ud800", "display_name_required"],
  ["bio", "x".repeat(501), "too_long"],
  ["bio", "x".repeat(10_001), "too_long"],
  ["bio", 7, "invalid"],
  ["gender", "unknown", "invalid"],
  ["gender", { $ne: null }, "invalid"],
  ["date_of_birth", "2001-02-31", "invalid_date"],
  ["date_of_birth", "1899-12-31", "invalid_year"],
  ["date_of_birth", futureDate, "future_date"],
  ["date_of_birth", "2001-1-1", "invalid_date"],
  ["date_of_birth", "2001-01-01T00:00:00Z", "invalid_date"],
  ["date_of_birth", "infinity", "invalid_year"],
  ["date_of_birth", "", "invalid_year"],
  ["date_of_birth", 20010101, "invalid"],
  ["user_type", "admin", "invalid"],
  ["user_type", null, "invalid"],
  ["music_likes_public", "true", "invalid"],
  ["music_likes_public", null, "invalid"],
  ["privacy_settings", { show_everything: true }, "invalid"],
  ["privacy_settings", { show_bio: "false" }, "invalid"],
  ["privacy_settings", { show_avatar: null }, "invalid"],
  ["privacy_settings", [true, true, true, true, true], "invalid"],
  ["privacy_settings", null, "invalid"],
  ["avatar_url", `https://evil.example${makeAvatarPath("{mari}")}`, "invalid"],
  ["avatar_url", "javascript:alert(1)", "invalid"],
  ["avatar_url", makeAvatarPath("{other}"), "invalid"],
  ["avatar_url", makeAvatarPath("{mari}/../{other}"), "invalid"],
  ["avatar_url", makeAvatarPath("{mari}/..%2f{other}"), "invalid"],
  ["avatar_url", `${makeAvatarPath("{mari}")}?x=1`, "invalid"],
  ["avatar_url", `${makeAvatarPath("{mari}")}\n`, "invalid"],
  ["avatar_url", makeAvatarPath("{mari}").replace("webp", "svg"), "invalid"],
  ["avatar_url", "/uploads/avatars/{mari}/avatar.webp", "invalid"],
  ["avatar_url", "/uploads/news-images/1700000000000-abcdef012345.webp", "invalid"],
])("the field %s refuses %j", async (field, value, error) => {
  const sent =
    typeof value === "string"
      ? value.replaceAll("{mari}", profileOwner.id).replaceAll("{other}", other.id)
      : value
  expectErrors(await saveProfile({ display_name: "Mari", [field]: sent }), { [field]: error })
  expect(await db.many`select from profiles`).toEqual([])
})

test.each([[[]], ["text"], [null], [7]])("the body %j is refused", async (body) => {
  expect((await profileOwner.browser.send("PATCH", "/api/profile", body)).status).toBe(422)
})

test("all invalid fields are reported at once", async () => {
  const response = await saveProfile({ display_name: "", gender: "x", date_of_birth: "2001-02-31" })
  const otherErrors = { gender: "invalid", date_of_birth: "invalid_date" }
  expectErrors(response, { display_name: "display_name_required", ...otherErrors })
})
