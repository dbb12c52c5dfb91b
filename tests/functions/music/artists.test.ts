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
/** Stores artists as the refresh of the charts does, which also credits the songs of the catalogue to their artists. */
const storeArtists = (...artists: ReturnType<typeof makeListing>[]) =>
  db.batch([storeArtistsQuery(artists)])
const listNames = async () =>
  (await db.many<{ name: string }>`select name from artists`).map((a) => a.name)

let songCount = 0
/** Adds a song to the catalogue, outside the chart. Returns its id. */
async function addSong(artists: string[], title = "A song"): Promise<string> {
  songCount += 1
  await db.one`
    insert into catalogue_items (item_type, provider, id, name, artists, external_url)
    values ('song', 'test', ${String(songCount)}, ${title}, ${artists}, 'https://music.test/')`
  return `test-${songCount}`
}
async function listCredits(song: string) {
  const artists = await db.many<{ name: string }>`
    select a.name from catalogue_credits c join artists a on a.id = c.artist_id
    where c.item_id = ${song} order by a.name`
  return artists.map(({ name }) => name)
}

beforeEach(() => clear("artists", "catalogue_items"))

test.each([
  ["Stray Kids", "StrayKids"],
  ["(G)I-DLE", "g idle"],
  ["ROSÉ", "Rose"],
  ["스트레이 키즈", "스트레이키즈"],
  ["Ķīna", "kina"],
])(
  "the spellings %s and %s have the same artist key, in TypeScript and in SQL",
  async (firstSpelling, secondSpelling) => {
    expect(toArtistKey(firstSpelling)).toBe(toArtistKey(secondSpelling))
    const keys =
      await db.one`select to_artist_key(${firstSpelling}) as first, to_artist_key(${secondSpelling}) as second`
    expect(keys).toEqual({ first: toArtistKey(firstSpelling), second: toArtistKey(secondSpelling) })
  },
)

describe("the refresh of the catalogue", () => {
  test("the refresh adds each artist once, and credits all songs and albums of the snapshot", async () => {
    expect(await storeSnapshot(db)).toBe(true)
    const before = await listNames()
    expect(before).toContain("Stray Kids")
    const uncreditedCount = await db.value`
      select count(*)::integer from catalogue_items i where not exists (
        select from catalogue_credits c where c.item_id = i.item_id and c.item_type = i.item_type)`
    expect(uncreditedCount).toBe(0)
    const listRows = () => db.many`select * from catalogue_credits order by 1, 2, 3`
    const creditsBefore = await listRows()
    expect(await storeSnapshot(db)).toBe(false)
    expect(await listNames()).toEqual(before)
    expect(await listRows()).toEqual(creditsBefore)
  })

  test("the refresh adds no artist under another spelling, and keeps changes of super admins", async () => {
    await storeArtists(makeListing("i-dle", ["(G)I-DLE"]))
    await db.one`update artists set name = 'I-DLE'`
    await storeArtists(makeListing("G IDLE"), makeListing("i-dle", ["(G)I-DLE"]))
    expect(await listNames()).toEqual(["I-DLE"])
  })

  test("three concurrent refreshes add each artist once", async () => {
    const list = Array.from({ length: 30 }, (_, i) => makeListing(`Artist ${i}`))
    await Promise.all([storeArtists(...list), storeArtists(...list), storeArtists(...list)])
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
  ])(
    "the refresh credits a song by %j with the title %j to %j",
    async (artists, title, expected) => {
      await storeArtists(
        makeListing("Stray Kids", [], "스트레이 키즈"),
        makeListing("IVE"),
        makeListing("Tom & Jerry"),
      )
      const song = await addSong(artists, title)
      await storeArtists()
      expect(await listCredits(song)).toEqual(expected)
    },
  )

  test("a changed spelling changes the credits at once", async () => {
    await storeArtists(makeListing("ATEEZ"))
    const song = await addSong(["에이티즈"])
    await storeArtists()
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
    await storeArtists(makeListing("Stray Kids", [], "스트레이 키즈"))
  })
  const send = (method: "PUT" | "DELETE", { browser }: Member, slug = "straykids") =>
    browser.send(method, `/api/artists/${slug}/follow`)
  const listFollows = async ({ browser }: Member) =>
    getRows(await browser.get("/api/follows"), "follows")
  const chooseFavorites = ({ browser }: Member, favorite_groups: string[]) =>
    browser.send("PATCH", "/api/account", { favorite_groups })

  test("a member follows and unfollows an artist, and repetitions change nothing", async () => {
    const makeFollowState = (is_following: boolean, follower_count: number) => ({
      is_following,
      follower_count,
    })
    const other = await makeMember(db)
    await Promise.all([send("PUT", fan), send("PUT", fan), send("PUT", other)])
    expect((await send("PUT", fan)).json).toEqual(makeFollowState(true, 2))
    expect(await listFollows(fan)).toMatchObject([
      { kind: "artist", name: "Stray Kids", slug: "straykids", ...makeFollowState(true, 2) },
    ])
    await db.one`update users set blocked_at = now() where id = ${other.id}`
    for (const _time of [1, 2])
      expect((await send("DELETE", fan)).json).toEqual(makeFollowState(false, 0))
    expect(await listFollows(fan)).toEqual([])
  })

  test("a member cannot follow a missing artist, follow for another member, or change artists", async () => {
    for (const slug of ["missing", "Stray_Kids"])
      expect(getStatusAndCode(await send("PUT", fan, slug))).toEqual([404, "not_found"])
    const otherDb = app.as({ userId: (await makeMember(db)).id })
    const insertForFan = otherDb.one`
      insert into follows (user_id, artist_id) select ${fan.id}::uuid, id from artists`
    await expect(insertForFan).rejects.toThrow(/row-level security/)
    await expect(otherDb.one`update artists set name = 'X' returning id`).resolves.toBeNull()
    await expect(otherDb.one`select merge_artists(id, id) from artists`).rejects.toThrow()
  })

  test("a member follows the artists among new favorite groups, in any spelling", async () => {
    await chooseFavorites(fan, ["straykids", "An unknown group"])
    expect(await listFollows(fan)).toMatchObject([{ name: "Stray Kids" }])
    await send("DELETE", fan)
    await chooseFavorites(fan, ["straykids"])
    expect(await listFollows(fan), "the favorite is not new").toEqual([])
  })

  test("a member follows a favorite group when an artist gets that name or spelling", async () => {
    await chooseFavorites(fan, ["SKZ", "xikers"])
    await storeArtists(makeListing("XIKERS"))
    expect(await listFollows(fan)).toMatchObject([{ name: "XIKERS" }])
    await db.one`update artists set aliases = array['SKZ'] where name = 'Stray Kids'`
    expect((await listFollows(fan)).length).toBe(2)
  })
})

test("merging artists moves followers, credits and spellings", async () => {
  const [fan, superAdmin] = [await makeMember(db), await makeMember(db, { role: "super_admin" })]
  await storeArtists(makeListing("Nova"), makeListing("Nova X"))
  const song = await addSong(["Nova X"])
  await storeArtists()
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
