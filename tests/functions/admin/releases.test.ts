import { beforeEach, expect, test } from "vitest"
import { expectErrors, getRows } from "../../support/browser-like.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { releaseFields } from "../../support/people/admin.ts"
import { makeArtist } from "../../support/people/artists.ts"
import { makeMember } from "../../support/people/members.ts"
import { getDayFromNow, makeRelease } from "../../support/people/releases.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, app, clear } = await openTestDatabase()
const builds = startBuildHook()
const UNKNOWN_ID = "00000000-0000-4000-8000-000000000000"

const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
let artist: { id: string; slug: string }
beforeEach(async () => {
  await clear("artists", "audit_log")
  artist = await makeArtist(db, "Fromis Test")
})

const makeFields = (changes: object = {}) => ({
  ...releaseFields,
  artist_id: artist.id,
  ...changes,
})
const send = (method: string, path = "", body?: object) =>
  superAdmin.browser.send(method, `/api/admin/releases${path}`, body)
const listTitles = async (query: string) =>
  getRows(await send("GET", query), "releases").map(({ title }) => title)

test("each addition, change and deletion of a release is logged and requests a build", async () => {
  const link = { link_url: "music.example.org/song", note: "At 18:00  in Seoul" }
  const created = await send("POST", "", makeFields(link))
  expect(created.status).toBe(201)
  const { id, updated_at } = created.json
  expect(created.json).toMatchObject({
    artist_name: "Fromis Test",
    artist_slug: artist.slug,
    release_date: "2027-06-18",
    last_day: "2027-06-18",
    link_url: "https://music.example.org/song",
    note: "At 18:00 in Seoul",
  })
  const changed = await send("PATCH", `/${id}`, makeFields({ title: "Another song", updated_at }))
  expect([changed.status, changed.json["title"]]).toEqual([200, "Another song"])
  expect((await send("DELETE", `/${id}`)).status).toBe(204)
  expect((await send("DELETE", `/${id}`)).status).toBe(404)
  const log = await db.many`
    select action, actor_id, target_name from audit_log where target_id = ${String(id)} order by id`
  expect(log).toEqual(
    ["insert", "update", "delete"].map((verb) => ({
      action: `releases.${verb}`,
      actor_id: superAdmin.id,
      target_name: verb === "delete" ? "Another song" : "A song",
    })),
  )
  expect(builds.calls).toHaveLength(3)
})

test("a release of a month without a known day is stored with the month's first and last day", async () => {
  const body = makeFields({ date_precision: "month", release_date: "2028-02-17" })
  const { json } = await send("POST", "", body)
  expect(json).toMatchObject({ release_date: "2028-02-01", last_day: "2028-02-29" })
})

test("the database refuses a release without a known day whose date is not the first of a month", async () => {
  const id = await makeRelease(db, artist.id, {
    date_precision: "month",
    release_date: "2028-02-01",
  })
  await expect(
    db.one`update releases set release_date = '2028-02-02' where id = ${id}`,
  ).rejects.toThrow(/releases_check/)
})

test.each([
  [{ title: " " }, { title: "required" }],
  [{ title: "x".repeat(121) }, { title: "too_long" }],
  [{ release_type: "tour" }, { release_type: "required" }],
  [{ release_date: "" }, { release_date: "required" }],
  [{ release_date: "2027-02-30" }, { release_date: "invalid_date" }],
  [{ release_date: "1999-12-31" }, { release_date: "invalid_date" }],
  [{ release_date: "2027-06-18T10:00:00Z" }, { release_date: "invalid_date" }],
  [{ date_precision: "year" }, { date_precision: "invalid" }],
  [{ link_url: "javascript:alert(1)" }, { link_url: "invalid_url" }],
  [{ note: "x".repeat(201) }, { note: "too_long" }],
  [{ artist_id: "" }, { artist_id: "required" }],
  [{ artist_id: UNKNOWN_ID }, { artist_id: "invalid" }],
])("a release with %j is refused with the errors %j", async (wrong, errors) => {
  expectErrors(await send("POST", "", makeFields(wrong)), errors)
  const id = await makeRelease(db, artist.id)
  const updated_at = await db.value`select updated_at from releases where id = ${id}`
  expectErrors(await send("PATCH", `/${id}`, makeFields({ updated_at, ...wrong })), errors)
  expect(await db.value`select count(*)::integer from releases`).toBe(1)
})

test("two releases of an artist cannot have the same title, even in concurrent requests", async () => {
  const responses = await repeatConcurrently(5, () => send("POST", "", makeFields()))
  expect(countByStatus(responses)).toEqual({ 201: 1, 422: 4 })
  const id = await makeRelease(db, artist.id, { title: "Another" })
  const updated_at = await db.value`select updated_at from releases where id = ${id}`
  expectErrors(await send("PATCH", `/${id}`, makeFields({ updated_at, title: "A SONG" })), {
    title: "release_exists",
  })
})

test("the second of two edits is refused with the release after the first edit", async () => {
  const id = await makeRelease(db, artist.id)
  const updated_at = await db.value`select updated_at from releases where id = ${id}`
  const edits = await repeatConcurrently(2, (n) =>
    send("PATCH", `/${id}`, makeFields({ updated_at, title: `Title ${n}` })),
  )
  expect(countByStatus(edits)).toEqual({ 200: 1, 409: 1 })
  const refused = edits.find(({ status }) => status === 409)
  expect(refused?.json["current"]).toMatchObject({ id, title: expect.stringMatching(/^Title \d$/) })
})

test("an edit of an unknown release gets 404", async () => {
  const updated_at = new Date().toISOString()
  expect((await send("PATCH", `/${UNKNOWN_ID}`, makeFields({ updated_at }))).status).toBe(404)
})

test("releases are searched by title and by the artist's name or hangul, filtered and sorted", async () => {
  await db.one`update artists set hangul = '테스트' where id = ${artist.id}`
  const other = await makeArtist(db, "Someone else")
  const thisMonth = `${getDayFromNow(0).slice(0, 7)}-01`
  await makeRelease(db, artist.id, { title: "Soon" })
  await makeRelease(db, other.id, { title: "Today", release_date: getDayFromNow(0) })
  await makeRelease(db, other.id, {
    title: "This month",
    date_precision: "month",
    release_date: thisMonth,
  })
  await makeRelease(db, artist.id, { title: "Long ago", release_date: "2020-01-01" })
  expect(await listTitles("?search=fromis")).toEqual(["Long ago", "Soon"])
  expect(await listTitles("?search=테스트&sort=start_desc")).toEqual(["Soon", "Long ago"])
  expect(await listTitles("?search=TODAY")).toEqual(["Today"])
  expect(await listTitles("?filter=past")).toEqual(["Long ago"])
  expect((await listTitles("?filter=upcoming")).sort()).toEqual(["Soon", "This month", "Today"])
  expect(await listTitles("?sort=name&limit=2")).toEqual(["Long ago", "Soon"])
})

test("merging artists moves the releases; of two releases with the same title, one is kept", async () => {
  const duplicate = await makeArtist(db, "Fromis-Test 2")
  for (const { id } of [artist, duplicate]) await makeRelease(db, id, { title: "In both lists" })
  await makeRelease(db, duplicate.id, { title: "Only in one" })
  await app.as({ userId: superAdmin.id }).one`select merge_artists(${duplicate.id}, ${artist.id})`
  expect(await db.many`select title, artist_id from releases order by title`).toEqual([
    { title: "In both lists", artist_id: artist.id },
    { title: "Only in one", artist_id: artist.id },
  ])
})
