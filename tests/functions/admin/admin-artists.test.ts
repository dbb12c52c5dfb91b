import { beforeEach, describe, expect, test } from "vitest"
import { ARTIST_LIMITS } from "../../../src/features/artists/admin/schema.ts"
import { expectErrors, getRows } from "../../support/browser-like.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { artistFields, readUpdatedAt } from "../../support/people/admin.ts"
import { makeArtist } from "../../support/people/artists.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, clear } = await openTestDatabase()
const builds = startBuildHook()
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"

const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
beforeEach(() => clear("artists", "audit_log"))

const send = (method: string, path = "", body?: object) =>
  superAdmin.browser.send(method, `/api/admin/artists${path}`, body)
const listNames = async (query = "") =>
  getRows(await send("GET", query), "artists").map(({ name }) => name)
const setFavorites = ({ browser }: Member, ...favorite_groups: string[]) =>
  browser.send("PATCH", "/api/account", { favorite_groups })
const listFollows = async ({ browser }: Member) =>
  getRows(await browser.get("/api/follows"), "follows").map(({ name }) => name)
/** Returns the favorite groups (of members) that match no artist. */
const listUnmatched = async () => (await send("GET", "/unmatched")).json["favorites"]

test("each addition and each change of an artist is logged and requests a build", async () => {
  const created = await send("POST", "", artistFields)
  expect(created.status).toBe(201)
  expect(created.json).toMatchObject({ slug: "nova", follower_count: 0, ...artistFields })
  const { id, updated_at } = created.json
  const changed = await send("PATCH", `/${id}`, { ...artistFields, name: "NOVA", updated_at })
  expect([changed.status, changed.json["name"], changed.json["slug"]]).toEqual([
    200,
    "NOVA",
    "nova",
  ])
  expect(await db.many`select action, actor_id, target_name from audit_log order by id`).toEqual([
    { action: "artists.insert", actor_id: superAdmin.id, target_name: "Nova" },
    { action: "artists.update", actor_id: superAdmin.id, target_name: "Nova" },
  ])
  expect(builds.calls).toHaveLength(2)
})

test.each([
  [{ name: " " }, { name: "required" }],
  [{ name: "!!!" }, { name: "invalid" }],
  [{ name: "x".repeat(ARTIST_LIMITS.name + 1) }, { name: "too_long" }],
  [{ hangul: "노".repeat(ARTIST_LIMITS.hangul + 1) }, { hangul: "too_long" }],
  [{ aliases: Array.from({ length: 21 }, (_, n) => `N${n}`) }, { aliases: "too_many_spellings" }],
  [{ name: "tw ice" }, { name: "artist_exists" }],
  [{ hangul: "트와이스" }, { hangul: "artist_exists" }],
  [{ aliases: ["Unknown", "T.W.I.C.E"] }, { aliases: "artist_exists" }],
])("an artist with %j is refused with the error %j", async (wrong, errors) => {
  await makeArtist(db, "TWICE", ["트와이스"])
  expectErrors(await send("POST", "", { ...artistFields, ...wrong }), errors)
  const other = await makeArtist(db, "Other")
  const updated_at = await readUpdatedAt(db, other.id)
  const edit = { ...artistFields, ...wrong, updated_at }
  expectErrors(await send("PATCH", `/${other.id}`, edit), errors)
  expect((await listNames()).toSorted()).toEqual(["Other", "TWICE"])
})

test("two concurrent requests with the same name add one artist", async () => {
  const responses = await repeatConcurrently(2, (n) =>
    send("POST", "", { ...artistFields, hangul: null, name: n === 0 ? "Nova" : "NOVA" }),
  )
  expect(countByStatus(responses)).toEqual({ 201: 1, 422: 1 })
  const refused = responses.find(({ status }) => status === 422)
  expect(refused?.json["errors"]).toEqual({ name: "artist_exists" })
})

test("the second of two edits is refused with the artist after the first edit", async () => {
  const { id } = await makeArtist(db, "Nova")
  const updated_at = await readUpdatedAt(db, id)
  const edits = await repeatConcurrently(2, (n) =>
    send("PATCH", `/${id}`, { ...artistFields, name: `Nova ${n}`, updated_at }),
  )
  expect(countByStatus(edits)).toEqual({ 200: 1, 409: 1 })
  const refused = edits.find(({ status }) => status === 409)
  expect(refused?.json["current"]).toMatchObject({ id, name: expect.stringMatching(/^Nova \d$/) })
  const missing = await send("PATCH", `/${UNKNOWN_ID}`, { ...artistFields, updated_at })
  expect(missing.status).toBe(404)
})

test("a new artist gets a slug that no other artist has or had and no page has", async () => {
  const createAndGetSlug = async (name: string) =>
    (await send("POST", "", { name, hangul: null, aliases: [] })).json["slug"]
  expect(await createAndGetSlug("Ira")).toBe("ira")
  expect(await createAndGetSlug("Ира")).toBe("ira-2")
  expect(await createAndGetSlug("Releases")).toBe("releases-2")
  expect(await createAndGetSlug("아이브")).toBe("aibeu")
  await db.one`update artists set former_slugs = array['nova'] where slug = 'ira'`
  expect(await createAndGetSlug("Nova")).toBe("nova-2")
})

test("artists are listed with their number of followers, and found by name and spellings", async () => {
  const fan = await makeMember(db)
  await makeArtist(db, "Stray Kids", ["스트레이 키즈", "SKZ"])
  await makeArtist(db, "aespa")
  await setFavorites(fan, "skz")
  expect(await listNames()).toEqual(["aespa", "Stray Kids"])
  expect(await listNames("?sort=name_desc&limit=1")).toEqual(["Stray Kids"])
  for (const search of ["stray", "스트레이", "skz"]) {
    expect(await listNames(`?search=${search}`)).toEqual(["Stray Kids"])
  }
  const rows = getRows(await send("GET", "?search=stray"), "artists")
  expect(rows).toMatchObject([{ follower_count: 1 }])
})

describe("favorite groups without an artist", () => {
  let fans: Member[]
  beforeEach(async () => {
    await db.one`update users set favorite_groups = '{}'`
    fans = await repeatConcurrently(3, () => makeMember(db))
    await makeArtist(db, "Stray Kids")
    const [first, second, third] = fans as [Member, Member, Member]
    await setFavorites(first, "Stray Kidz", "Xikers", "Only me")
    await setFavorites(second, "stray kidz", "xikers")
    await setFavorites(third, "Stray Kidz")
  })

  test("favorite groups of at least two unblocked members are listed, with a similar artist's name", async () => {
    expect(await listUnmatched()).toMatchObject([
      { name: "Stray Kidz", members: 3, similar_name: "Stray Kids" },
      { members: 2, similar_name: null },
    ])
    await db.one`update users set blocked_at = now() where id = ${fans[0]?.id}`
    expect(await listUnmatched()).toMatchObject([
      { name: expect.stringMatching(/stray kidz/i), members: 2 },
    ])
  })

  test("if a favorite group becomes a spelling of an artist, its fans follow the artist", async () => {
    const id = await db.value<string>`select id from artists`
    const addSpelling = (spelling: string, artist = id) =>
      send("PUT", `/${artist}/spelling`, { spelling })
    const responses = await repeatConcurrently(3, () => addSpelling("Stray Kidz"))
    expect(countByStatus(responses)).toEqual({ 200: 3 })
    expect((await addSpelling("STRAY KIDZ")).json).toMatchObject({
      aliases: ["Stray Kidz"],
      follower_count: 3,
    })
    for (const fan of fans) expect(await listFollows(fan)).toEqual(["Stray Kids"])
    expect(await listUnmatched()).toMatchObject([{ members: 2 }])
    const other = await makeArtist(db, "Other")
    expectErrors(await addSpelling("Stray Kidz", other.id), { aliases: "artist_exists" })
    expect((await addSpelling("Nova", UNKNOWN_ID)).status).toBe(404)
    expect(await db.many`select action from audit_log`).toEqual([{ action: "artists.update" }])
  })

  test("members follow a new artist whose name is among their favorite groups", async () => {
    await send("POST", "", { name: "XIKERS", hangul: null, aliases: [] })
    expect(await listFollows(fans[1] as Member)).toEqual(["XIKERS"])
  })
})

test("merging an artist into another moves its followers, its spelling and its slug", async () => {
  const fan = await makeMember(db)
  const [target, duplicate] = [await makeArtist(db, "Nova"), await makeArtist(db, "Nova X")]
  await setFavorites(fan, "Nova X")
  const merge = (into: string) => send("POST", `/${duplicate.id}/merge`, { into })
  expect((await merge(duplicate.id)).status, "an artist cannot be merged into itself").toBe(404)
  const responses = await repeatConcurrently(2, () => merge(target.id))
  expect(countByStatus(responses)).toEqual({ 200: 1, 404: 1 })
  expect(await listNames()).toEqual(["Nova"])
  expect((await send("GET", `/${target.id}`)).json).toMatchObject({
    aliases: ["Nova X"],
    follower_count: 1,
  })
  expect((await fan.browser.send("DELETE", "/api/artists/nova-x/follow")).status).toBe(200)
})
