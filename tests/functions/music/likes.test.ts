import { beforeEach, expect, test } from "vitest"
import { storeInitialCharts } from "../../../netlify/lib/catalogue/snapshot.ts"
import { getStatusAndCode, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { countByStatus, repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { storeLike, storeProfile } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"

const { db, app, auth } = await openTestDatabase()
await storeInitialCharts(auth.as(null))

const SONG = "song/snapshot-song-4"
const like = (browser: TestBrowser, item = SONG) => browser.send("PUT", `/api/likes/${item}`)
const unlike = (browser: TestBrowser, item = SONG) => browser.send("DELETE", `/api/likes/${item}`)
const getLikes = async (browser: TestBrowser) => (await browser.get("/api/likes")).json

let member: Member
beforeEach(async () => {
  member = await makeMember(db)
})

test("a like is kept until its removal, and repeated likes and removals change nothing", async () => {
  const { status, json } = await like(member.browser)
  expect([status, json]).toEqual([200, { liked: true }])
  const listRows = () =>
    db.many<{ created_at: string }>`select * from music_likes where user_id = ${member.id}`
  const before = await listRows()
  expect((await like(member.browser)).status).toBe(200)
  await unlike((await makeMember(db)).browser)
  expect(await listRows()).toEqual(before)
  const [{ created_at } = {}] = before
  const likes = [{ item_id: "snapshot-song-4", item_type: "song", created_at }]
  expect(await getLikes(member.browser)).toEqual({ likes, favorite_song_id: null })
  for (const _attempt of [1, 2]) expect((await unlike(member.browser)).status).toBe(204)
  expect(await getLikes(member.browser)).toEqual({ likes: [], favorite_song_id: null })
})

test("a like stores the catalogue's name and ignores the request body", async () => {
  const body = { item_name: "Mine", item_artist: "Me", user_id: member.id }
  await member.browser.send("PUT", `/api/likes/${SONG}`, body)
  const rows = await db.many`
    select item_type, item_name, item_artist from music_likes where user_id = ${member.id}`
  expect(rows).toEqual([{ item_type: "song", item_name: "Supernova", item_artist: "aespa" }])
})

test("a song of the catalogue that is not in the chart can be liked", async () => {
  await db.one`
    insert into catalogue_items (item_type, provider, id, name, artists, external_url)
    values ('song', 'deezer', '99', 'Gone', '{A,B}', 'https://x.test') on conflict do nothing`
  expect((await like(member.browser, "song/deezer-99")).status).toBe(200)
})

test.each([
  "song/snapshot-song-9999",
  "album/snapshot-song-4",
  "artist/snapshot-song-4",
  "song/song-4'--",
  "song/%00",
  `song/deezer-${"9".repeat(61)}`,
])("an unknown item cannot be liked: %s", async (item) => {
  expect(getStatusAndCode(await like(member.browser, item))).toEqual([404, "not_found"])
})

test("members cannot write likes, charts or the refresh schedule directly in SQL", async () => {
  const run = (text: string) => app.as({ userId: member.id }).batch([{ text, params: [] }])
  for (const statement of [
    `insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
      values ('${member.id}', 'song', 'snapshot-song-4', 'Mine', 'Me')`,
    "update music_likes set item_name = 'Mine'",
    "update catalogue_items set name = 'Mine'",
    "insert into catalogue_artists values ('deezer', 'a', 'b')",
    "delete from catalogue_items",
    "update catalogue_refreshes set next_at = now()",
  ]) {
    await expect(run(statement), statement).rejects.toThrow(/permission denied/)
  }
  expect(await run("select * from catalogue_refreshes")).toEqual([[]])
  const result = await app.as(null).value`select like_item('song', 'snapshot-song-4')`
  expect(result, "an anonymous visitor cannot like").toBe("unknown")
})

test("when members like and unlike a song concurrently, the last action of each is stored", async () => {
  const item = "song/snapshot-song-7"
  // Every second member likes the song a second time. After that, every fifth member removes the like.
  const likers = await repeatConcurrently(20, async (i) => {
    const { id, browser } = await makeMember(db)
    const steps = [like, like, unlike]
    if (i % 2 === 0) steps.push(like)
    if (i % 5 === 0) steps.push(unlike)
    for (const step of steps) expect((await step(browser, item)).status).toBeLessThan(300)
    return steps.at(-1) === like ? [id] : []
  })
  const rows = await db.many<{ user_id: string }>`
    select user_id from music_likes where item_id = 'snapshot-song-7'`
  expect(rows.map(({ user_id }) => user_id).sort()).toEqual(likers.flat().sort())
})

test("a member can have at most 2000 likes, also with concurrent requests", async () => {
  await db.one`
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
    select ${member.id}, 'song', 'test-' || n, 'Liked', 'Somebody' from generate_series(1, 1995) n`
  const responses = await repeatConcurrently(12, (i) =>
    like(member.browser, `song/snapshot-song-${i + 1}`),
  )
  expect(countByStatus(responses)).toEqual({ 200: 5, 409: 7 })
  expect(responses.find(({ status }) => status === 409)?.json["code"]).toBe("likes_full")
  expect((await getLikes(member.browser))["likes"]).toHaveLength(2000)
  expect((await like(member.browser, "song/test-1")).status, "a repeated like").toBe(200)
  await unlike(member.browser, "song/test-1")
  expect((await like(member.browser, "song/snapshot-song-40")).status).toBe(200)
})

test("the public profile shows likes with their pictures and addresses", async () => {
  await storeProfile(db, member.id, { music_likes_public: true })
  const image_url = "https://cdn-images.dzcdn.net/1.jpg"
  await db.one`
    insert into catalogue_items (item_type, provider, id, name, artists, image_url, external_url)
    values ('album', 'deezer', '1', 'Pictured', '{A}', ${image_url}, 'https://x.test/1')`
  await like(member.browser, "album/deezer-1")
  await storeLike(db, member.id, { id: "lost-1" })
  const { json } = await openBrowser().get(`/api/profiles/${member.id}`)
  const album = { item_id: "deezer-1", item_type: "album", item_name: "Pictured", item_artist: "A" }
  expect(json["music_likes"]).toEqual(
    expect.arrayContaining([
      { ...album, image_url, external_url: "https://x.test/1" },
      expect.objectContaining({ item_id: "lost-1", image_url: null, external_url: null }),
    ]),
  )
})
