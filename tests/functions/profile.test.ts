/** Saving one's profile: what is kept, and what is refused at which field. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import profile from "../../netlify/functions/profile.ts"
import { openBrowser } from "../browser-like.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { makeArticle, makeProfile } from "../factories.ts"
import { type Member, makeMember } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const builds = listenForBuilds()

let mari: Member
let other: Member
beforeAll(async () => {
  mari = await makeMember(db)
  other = await makeMember(db)
})
beforeEach(async () => {
  await db.one`delete from profiles`
  builds.calls.length = 0
})

const read = (member = mari) => member.browser.call(profile, "GET", "/api/profile")
const save = async (body: object, member = mari) => {
  // What is tried here is not the limit of sixty a minute.
  await db.one`delete from attempts`
  return member.browser.call(profile, "PATCH", "/api/profile", body)
}

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
  },
  music_likes_public: false,
  favorite_song_id: null,
  favorite_song_name: null,
  favorite_song_artist: null,
  favorite_song_image: null,
}

const FULL = {
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
  },
}

describe("saving", () => {
  test("there is none at first; the first save makes it, with careful settings", async () => {
    const nothing = await read()
    expect([nothing.status, nothing.json["code"]]).toEqual([404, "not_found"])
    const saved = await save({ display_name: "  Mari   Maasikas " })
    expect(saved.status).toBe(200)
    const row = {
      ...DEFAULTS,
      user_id: mari.id,
      display_name: "Mari Maasikas",
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
      is_hidden: false,
    }
    expect(saved.json).toEqual(row)
    expect((await read()).json).toEqual(saved.json)
  })

  test("everything given is kept, and what is absent stays as it was", async () => {
    expect((await save(FULL)).json).toMatchObject(FULL)
    const again = await save({ display_name: "Mari M" })
    expect(again.json).toMatchObject({ ...FULL, display_name: "Mari M" })
    const one = await save({ display_name: "Mari M", gender: "other" })
    expect(one.json).toMatchObject({ ...FULL, display_name: "Mari M", gender: "other" })
  })

  test("null clears, and so does an empty bio", async () => {
    await save(FULL)
    const cleared = { bio: null, gender: null, date_of_birth: null, avatar_url: null }
    expect((await save({ display_name: "Mari", ...cleared })).json).toMatchObject(cleared)
    await save(FULL)
    expect((await save({ display_name: "Mari", bio: "  \n " })).json["bio"]).toBeNull()
  })

  test("the favourite song and what is not the form's to set stay", async () => {
    const song = { favorite_song_id: "s1", favorite_song_name: "Antifragile" }
    await makeProfile(db, mari.id, song)
    const foreign = {
      favorite_song_name: "Another",
      created_at: "2000-01-01T00:00:00Z",
      role: "super_admin",
      is_admin: true,
    }
    const { json } = await save({ display_name: "Mari", ...foreign })
    expect(json).toMatchObject({ ...song, user_id: mari.id })
    expect(json["created_at"]).not.toBe(foreign.created_at)
    expect(Object.keys(json)).not.toContain("role")
  })

  test("a form that another member filled in before is told so, and saves nothing", async () => {
    const stale = await save({ ...FULL, user_id: other.id })
    expect([stale.status, stale.json["code"]]).toEqual([409, "stale"])
    expect([(await read()).status, (await read(other)).status]).toEqual([404, 404])
    expect((await save({ ...FULL, user_id: mari.id })).json).toMatchObject({ user_id: mari.id })
    const malformed = await save({ ...FULL, user_id: "mari" })
    expect([malformed.status, malformed.json["errors"]]).toEqual([422, { user_id: "invalid" }])
  })

  test("a switch that is given changes, the others stay as they were", async () => {
    const set = async (privacy_settings: object) =>
      (await save({ display_name: "Mari", privacy_settings })).json["privacy_settings"]
    const first = { ...DEFAULTS.privacy_settings, show_bio: true }
    expect(await set({ show_bio: true }), "those of a new profile").toEqual(first)
    const second = { ...first, show_avatar: false, show_gender: true }
    expect(await set({ show_avatar: false, show_gender: true })).toEqual(second)
    expect(await set({})).toEqual(second)
  })

  test("of two switches changed at once both are", async () => {
    await save({ display_name: "Mari" })
    const changes = [{ show_avatar: false }, { show_bio: true }, { show_gender: true }]
    await Promise.all(
      changes.map((privacy_settings) => save({ display_name: "Mari", privacy_settings })),
    )
    expect((await read()).json["privacy_settings"]).toEqual({
      ...DEFAULTS.privacy_settings,
      ...Object.assign({}, ...changes),
    })
  })

  test("of two first saves at once both succeed, on one profile", async () => {
    const answers = await Promise.all([
      save({ display_name: "One", bio: "Both" }),
      save({ display_name: "Two", gender: "other" }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await read()).json).toMatchObject({ bio: "Both", gender: "other" })
  })

  test("each member has one of their own, and no address leads to another's", async () => {
    await save(FULL)
    await save({ display_name: "Other" }, other)
    expect((await read(other)).json).toMatchObject({ user_id: other.id, display_name: "Other" })
    for (const path of [
      `/api/profile?user_id=${mari.id}`,
      `/api/profile?id=${mari.id}`,
      `/api/profile?user_id=eq.${mari.id}`,
    ]) {
      const answer = await other.browser.call(profile, "GET", path)
      expect(answer.json["user_id"], path).toBe(other.id)
    }
    expect((await other.browser.call(profile, "GET", `/api/profile/${mari.id}`)).status).toBe(404)
  })

  test("a stranger has none", async () => {
    const stranger = openBrowser()
    for (const [method, body] of [["GET"], ["PATCH", FULL]] as const) {
      const answer = await stranger.call(profile, method, "/api/profile", body)
      expect([answer.status, answer.json["code"]]).toEqual([401, "sign_in_required"])
    }
  })

  test("an author's new name is built into their articles, anything else is not", async () => {
    await save(FULL)
    await save({ display_name: "Mari M" })
    expect(builds.calls).toEqual([])
    await makeArticle(db, { authorId: mari.id })
    await save({ display_name: "Mari M", bio: "New" })
    expect(builds.calls).toEqual([])
    await save({ display_name: "Mari Maasikas" })
    await save({ display_name: "Mari Maasikas", privacy_settings: DEFAULTS.privacy_settings })
    expect(builds.calls).toEqual(["POST", "POST"])
  })

  test("an author's first name is built into their articles", async () => {
    const author = await makeMember(db)
    await makeArticle(db, { authorId: author.id })
    await save({ display_name: "Author" }, author)
    expect(builds.calls).toEqual(["POST"])
  })
})

describe("what is accepted", () => {
  test.each([
    ["Мария", "Мария"],
    ["Žanete Ķēniņa-Šķēle", "Žanete Ķēniņa-Šķēle"],
    ["방탄소년단", "방탄소년단"],
    ["👩‍👩‍👧 ❤️ 🏳️‍🌈 👍🏽", "👩‍👩‍👧 ❤️ 🏳️‍🌈 👍🏽"],
    ["O'Neil <b>&amp;", "O'Neil <b>&amp;"],
    ["e\u0301", "\u00e9"],
    ["a\tb\nc", "a b c"],
    ["x".repeat(80), "x".repeat(80)],
  ])("the name %j", async (display_name, kept) => {
    expect((await save({ display_name })).json["display_name"]).toBe(kept)
  })

  test.each([
    ["x".repeat(500), "x".repeat(500)],
    ["One\r\n\r\n\r\n\r\nTwo ", "One\n\nTwo"],
    ["<script>alert(1)</script>", "<script>alert(1)</script>"],
  ])("the bio %j", async (bio, kept) => {
    expect((await save({ display_name: "Mari", bio })).json["bio"]).toBe(kept)
  })

  test.each(["1900-01-01", "2000-02-29", new Date().toISOString().slice(0, 10)])(
    "the birth date %s",
    async (date_of_birth) => {
      const { json } = await save({ display_name: "Mari", date_of_birth })
      expect(json["date_of_birth"]).toBe(date_of_birth)
    },
  )
})
