import { beforeEach, describe, expect, test } from "vitest"
import { storeArtistsQuery } from "../../../db/queries/artists.ts"
import { storeSnapshot } from "../../../netlify/lib/catalogue/snapshot.ts"
import { toArtistKey } from "../../../src/features/artists/names.ts"
import { getRows, getStatusAndCode } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"

const { db, app, clear } = await openTestDatabase()

const makeListing = (name: string, aliases: string[] = [], hangul: string | null = null) => ({
  slug: toArtistKey(name),
  name,
  hangul,
  aliases,
})
const store = (...artists: ReturnType<typeof makeListing>[]) =>
  db.batch([storeArtistsQuery(artists)])
const listNames = async () =>
  (await db.many<{ name: string }>`select name from artists`).map((a) => a.name)

let songs = 0
/** Adds a song to the catalogue, outside the chart. */
async function addSong(artists: string[], title = "A song"): Promise<string> {
  songs += 1
  return `test-${
    (
      await db.one<{ id: string }>`
        insert into catalogue_items (item_type, provider, id, name, artists, external_url)
        values ('song', 'test', ${String(songs)}, ${title}, ${artists}, 'https://music.test/') returning id`
    )?.id
  }`
}
const listCredits = async (song: string) =>
  (
    await db.many<{ name: string }>`
      select a.name from catalogue_credits c join artists a on a.id = c.artist_id
      where c.item_id = ${song} order by a.name`
  ).map(({ name }) => name)

beforeEach(() => clear("artists", "catalogue_items"))

test.each([
  ["Stray Kids", "StrayKids"],
  ["(G)I-DLE", "g idle"],
  ["ROSÉ", "Rose"],
  ["스트레이 키즈", "스트레이키즈"],
  ["Ķīna", "kina"],
])("%s and %s have the same key, also in SQL", async (firstSpelling, secondSpelling) => {
  expect(toArtistKey(firstSpelling)).toBe(toArtistKey(secondSpelling))
  const keys =
    await db.one`select to_artist_key(${firstSpelling}) as first, to_artist_key(${secondSpelling}) as second`
  expect(keys).toEqual({ first: toArtistKey(firstSpelling), second: toArtistKey(secondSpelling) })
})

describe("the refresh of the catalogue", () => {
  test("the refresh adds artists once and credits songs and albums of the snapshot", async () => {
    expect(await storeSnapshot(db)).toBe(true)
    const before = await listNames()
    expect(before).toContain("Stray Kids")
    expect(
      await db.value`select count(*)::integer from catalogue_items i where not exists (
      select from catalogue_credits c where c.item_id = i.item_id and c.item_type = i.item_type)`,
    ).toBe(0)
    const listRows = () => db.many`select * from catalogue_credits order by 1, 2, 3`
    const creditsBefore = await listRows()
    expect(await storeSnapshot(db)).toBe(false)
    expect(await listNames()).toEqual(before)
    expect(await listRows()).toEqual(creditsBefore)
  })

  test("the refresh adds no artist under another spelling, and keeps changes of super admins", async () => {
    await store(makeListing("i-dle", ["(G)I-DLE"]))
    await db.one`update artists set name = 'I-DLE'`
    await store(makeListing("G IDLE"), makeListing("i-dle", ["(G)I-DLE"]))
    expect(await listNames()).toEqual(["I-DLE"])
  })

  test("two concurrent refreshes add each artist once", async () => {
    const list = Array.from({ length: 30 }, (_, i) => makeListing(`Artist ${i}`))
    await Promise.all([store(...list), store(...list), store(...list)])
    expect((await listNames()).length).toBe(30)
  })

  test.each([
    [["StrayKids"], "A song", ["Stray Kids"]],
    [["스트레이 키즈"], "A song", ["Stray Kids"]],
    [["Stray Kids & Charlie Puth"], "A song", ["Stray Kids"]],
    [["IVE feat. stray kids"], "A song", ["IVE", "Stray Kids"]],
    [["Charlie Puth"], "Lose (feat. Stray Kids)", ["Stray Kids"]],
    [["Charlie Puth"], "Lose [with IVE, Stray Kids]", ["IVE", "Stray Kids"]],
    [["Tom & Jerry"], "A song", ["Tom & Jerry"]],
    [["Five"], "Stray Kids", []],
  ])("the refresh credits %j, %j to %j", async (artists, title, expected) => {
    await store(
      makeListing("Stray Kids", [], "스트레이 키즈"),
      makeListing("IVE"),
      makeListing("Tom & Jerry"),
    )
    const song = await addSong(artists, title)
    await store()
    expect(await listCredits(song)).toEqual(expected)
  })

  test("a changed spelling changes the credits at once", async () => {
    await store(makeListing("ATEEZ"))
    const song = await addSong(["에이티즈"])
    await store()
    expect(await listCredits(song)).toEqual([])
    await db.one`update artists set hangul = '에이티즈'`
    expect(await listCredits(song)).toEqual(["ATEEZ"])
    await db.one`update artists set hangul = null`
    expect(await listCredits(song)).toEqual([])
  })
})

describe("a member", () => {
  let fan: Member
  beforeEach(async () => {
    fan = await makeMember(db)
    await store(makeListing("Stray Kids", [], "스트레이 키즈"))
  })
  const send = (method: "PUT" | "DELETE", { browser }: Member, slug = "straykids") =>
    browser.send(method, `/api/artists/${slug}/follow`)
  const list = async ({ browser }: Member) => getRows(await browser.get("/api/follows"), "follows")
  const choose = ({ browser }: Member, favorite_groups: string[]) =>
    browser.send("PATCH", "/api/account", { favorite_groups })

  test("a member follows and unfollows an artist, and repetitions change nothing", async () => {
    const makeFollowState = (is_following: boolean, follower_count: number) => ({
      is_following,
      follower_count,
    })
    const other = await makeMember(db)
    await Promise.all([send("PUT", fan), send("PUT", fan), send("PUT", other)])
    expect((await send("PUT", fan)).json).toEqual(makeFollowState(true, 2))
    expect(await list(fan)).toMatchObject([
      { kind: "artist", name: "Stray Kids", slug: "straykids", ...makeFollowState(true, 2) },
    ])
    await db.one`update users set blocked_at = now() where id = ${other.id}`
    for (const _time of [1, 2])
      expect((await send("DELETE", fan)).json).toEqual(makeFollowState(false, 0))
    expect(await list(fan)).toEqual([])
  })

  test("a member cannot follow a missing artist or follow for another member", async () => {
    for (const slug of ["missing", "Stray_Kids"])
      expect(getStatusAndCode(await send("PUT", fan, slug))).toEqual([404, "not_found"])
    const rows = app.as({ userId: (await makeMember(db)).id })
    const foreign = rows.one`
      insert into follows (user_id, artist_id) select ${fan.id}::uuid, id from artists`
    await expect(foreign).rejects.toThrow(/row-level security/)
    await expect(rows.one`update artists set name = 'X' returning id`).resolves.toBeNull()
    await expect(rows.one`select merge_artists(id, id) from artists`).rejects.toThrow()
  })

  test("a member follows the artists among new favorite groups, in any spelling", async () => {
    await choose(fan, ["straykids", "An unknown group"])
    expect(await list(fan)).toMatchObject([{ name: "Stray Kids" }])
    await send("DELETE", fan)
    await choose(fan, ["straykids"])
    expect(await list(fan), "the favorite is not new").toEqual([])
  })

  test("a member follows a favorite group when an artist gets that name or spelling", async () => {
    await choose(fan, ["SKZ", "xikers"])
    await store(makeListing("XIKERS"))
    expect(await list(fan)).toMatchObject([{ name: "XIKERS" }])
    await db.one`update artists set aliases = array['SKZ'] where name = 'Stray Kids'`
    expect((await list(fan)).length).toBe(2)
  })
})

test("merging artists moves followers, credits and spellings", async () => {
  const [fan, superAdmin] = [await makeMember(db), await makeMember(db, { role: "super_admin" })]
  await store(makeListing("Nova"), makeListing("Nova X"))
  const song = await addSong(["Nova X"])
  await store()
  await fan.browser.send("PUT", "/api/artists/novax/follow")
  const merge = app.as({ userId: superAdmin.id }).value`
    select merge_artists(
      (select id from artists where name = 'Nova X'), (select id from artists where name = 'Nova'))`
  expect(await merge).toBe(true)
  expect(await listNames()).toEqual(["Nova"])
  expect(await listCredits(song)).toEqual(["Nova"])
  expect((await fan.browser.get("/api/follows")).json["follows"]).toMatchObject([{ slug: "nova" }])
  const formerResponse = await fan.browser.send("DELETE", "/api/artists/novax/follow")
  expect(formerResponse.json).toEqual({ is_following: false, follower_count: 0 })
})
