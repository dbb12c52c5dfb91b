/** Liking songs and albums: whose, of what, how many, and exactly that many. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import likes from "../../netlify/functions/likes.ts"
import profile from "../../netlify/functions/profile.ts"
import { fillCharts } from "../../netlify/lib/catalogue/snapshot.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeProfile } from "../factories.ts"
import { type Member, makeMember } from "../members.ts"

const { app, owner } = testDatabase()
const db = owner.as(null)
beforeAll(() => fillCharts(app.as(null)))

const SONG = "song/snapshot-song-4"
const like = (browser: TestBrowser, item = SONG) => browser.call(likes, "PUT", `/api/likes/${item}`)
const unlike = (browser: TestBrowser, item = SONG) =>
  browser.call(likes, "DELETE", `/api/likes/${item}`)
const liked = async (browser: TestBrowser) => (await browser.call(likes, "GET", "/api/likes")).json

let mari: Member
beforeEach(async () => {
  mari = await makeMember(db)
})

test("a like is there until it is taken back", async () => {
  const { status, json } = await like(mari.browser)
  expect([status, json]).toEqual([200, { liked: true }])
  expect(await liked(mari.browser)).toEqual({
    likes: [{ item_id: "snapshot-song-4", item_type: "song" }],
    favorite_song_id: null,
  })
  expect((await unlike(mari.browser)).status).toBe(204)
  expect(await liked(mari.browser)).toEqual({ likes: [], favorite_song_id: null })
})

test("a second time changes nothing, either way", async () => {
  await like(mari.browser)
  const before = await db.many`select * from music_likes where user_id = ${mari.id}`
  expect((await like(mari.browser)).status).toBe(200)
  expect(await db.many`select * from music_likes where user_id = ${mari.id}`).toEqual(before)
  await unlike(mari.browser)
  expect((await unlike(mari.browser)).status).toBe(204)
})

test("songs and albums are apart, and the latest like comes first", async () => {
  for (const item of [SONG, "album/snapshot-album-4", "song/snapshot-song-5"]) {
    expect((await like(mari.browser, item)).status).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const { likes: all } = await liked(mari.browser)
  expect(all).toEqual([
    { item_id: "snapshot-song-5", item_type: "song" },
    { item_id: "snapshot-album-4", item_type: "album" },
    { item_id: "snapshot-song-4", item_type: "song" },
  ])
})

test("it is kept under the name that the catalogue knows, whatever is sent along", async () => {
  const body = { item_name: "Mine", item_artist: "Me", user_id: mari.id }
  await mari.browser.call(likes, "PUT", `/api/likes/${SONG}`, body)
  const rows = await db.many`
    select item_type, item_name, item_artist from music_likes where user_id = ${mari.id}`
  expect(rows).toEqual([{ item_type: "song", item_name: "Supernova", item_artist: "aespa" }])
})

test("what has left the chart can still be liked", async () => {
  await db.one`
    insert into catalogue_songs (provider, id, name, artists, external_url)
    values ('deezer', '99', 'Gone', '{A,B}', 'https://x.test') on conflict do nothing`
  expect((await like(mari.browser, "song/deezer-99")).status).toBe(200)
})

test.each([
  "song/snapshot-song-9999",
  "song/snapshot-album-4",
  "album/snapshot-song-4",
  "artist/snapshot-song-4",
  "song/song-4'--",
  "song/%00",
  `song/deezer-${"9".repeat(61)}`,
])("%s is not there to be liked", async (item) => {
  const { status, json } = await like(mari.browser, item)
  expect([status, json["code"]]).toEqual([404, "not_found"])
})

test("a stranger likes nothing, and sees no likes", async () => {
  for (const answer of [
    await like(openBrowser()),
    await unlike(openBrowser()),
    await openBrowser().call(likes, "GET", "/api/likes"),
  ]) {
    expect([answer.status, answer.json["code"]]).toEqual([401, "sign_in_required"])
  }
})

test("nobody touches another's likes", async () => {
  const juri = await makeMember(db)
  await like(mari.browser)
  await unlike(juri.browser)
  expect((await liked(mari.browser))["likes"]).toHaveLength(1)
  expect((await liked(juri.browser))["likes"]).toEqual([])
})

describe("in the database", () => {
  const as = (id: string | null) => app.as(id === null ? null : { userId: id })

  test("a like is made by its function alone, and for the viewer alone", async () => {
    await expect(
      as(mari.id).one`
        insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
        values (${mari.id}, 'song', 'snapshot-song-4', 'Mine', 'Me')`,
    ).rejects.toThrow(/permission denied/)
    await expect(as(mari.id).one`update music_likes set item_name = 'Mine'`).rejects.toThrow(
      /permission denied/,
    )
    expect(await as(null).one`select like_item('song', 'snapshot-song-4') as it`).toEqual({
      it: "unknown",
    })
  })

  test("the charts and their schedule are written by their functions alone", async () => {
    for (const statement of [
      "update catalogue_songs set name = 'Mine'",
      "insert into catalogue_artists values ('deezer', 'a', 'b')",
      "delete from catalogue_albums",
      "update catalogue_refreshes set next_at = now()",
    ]) {
      await expect(as(mari.id).batch([{ text: statement, params: [] }]), statement).rejects.toThrow(
        /permission denied/,
      )
    }
    expect(await as(mari.id).many`select * from catalogue_refreshes`).toEqual([])
  })
})

describe("under load", () => {
  const count = async (item: string) =>
    (await db.many`select user_id from music_likes where item_id = ${item}`).length

  test("200 members who like and take back leave exactly the right rows", async () => {
    const item = "song/snapshot-song-7"
    const members = await Promise.all(Array.from({ length: 200 }, () => makeMember(db)))
    // Each a row of its own: what a member does last is what counts.
    const walks = members.map(async ({ browser }, i) => {
      const steps = [
        like,
        like,
        unlike,
        ...(i % 2 === 0 ? [like] : []),
        ...(i % 5 === 0 ? [unlike] : []),
      ]
      for (const step of steps) expect((await step(browser, item)).status).toBeLessThan(300)
    })
    await Promise.all(walks)
    const expected = members.filter((_, i) => i % 2 === 0 && i % 5 !== 0).map(({ id }) => id)
    const rows = await db.many<{ user_id: string }>`
      select user_id from music_likes where item_id = 'snapshot-song-7'`
    expect(rows.map(({ user_id }) => user_id).sort()).toEqual(expected.sort())
  })

  test("many clicks of one member at once leave one row", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => like(mari.browser)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const rows = await db.many`select item_id from music_likes where user_id = ${mari.id}`
    expect(rows).toHaveLength(1)
    expect(await count("snapshot-song-4")).toBeGreaterThan(0)
  })

  test("who likes two thousand can like no more, however fast", async () => {
    await db.one`
      insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
      select ${mari.id}, 'song', 'test-' || n, 'Liked', 'Somebody' from generate_series(1, 1995) n`
    const items = Array.from({ length: 12 }, (_, i) => `song/snapshot-song-${i + 1}`)
    const answers = await Promise.all(items.map((item) => like(mari.browser, item)))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 5 }, () => 200),
      ...Array.from({ length: 7 }, () => 409),
    ])
    expect(answers.find(({ status }) => status === 409)?.json["code"]).toBe("likes_full")
    expect((await liked(mari.browser))["likes"]).toHaveLength(2000)
    expect((await like(mari.browser, "song/test-1")).status, "liked already").toBe(200)
    await unlike(mari.browser, "song/test-1")
    expect((await like(mari.browser, "song/snapshot-song-40")).status).toBe(200)
  })
})

test("liked songs and albums come with picture and address on the public profile", async () => {
  await makeProfile(db, mari.id, { music_likes_public: true })
  await db.one`
    insert into catalogue_albums (provider, id, name, artists, image_url, external_url)
    values ('deezer', '1', 'Pictured', '{A}', 'https://cdn-images.dzcdn.net/1.jpg', 'https://x.test/1')`
  await like(mari.browser, "album/deezer-1")
  await db.one`
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
    values (${mari.id}, 'song', 'lost-1', 'Lost', 'Somebody')`
  const { json } = await openBrowser().call(profile, "GET", `/api/profiles/${mari.id}`)
  expect(json["music_likes"]).toEqual(
    expect.arrayContaining([
      {
        item_id: "deezer-1",
        item_type: "album",
        item_name: "Pictured",
        item_artist: "A",
        image_url: "https://cdn-images.dzcdn.net/1.jpg",
        external_url: "https://x.test/1",
      },
      expect.objectContaining({ item_id: "lost-1", image_url: null, external_url: null }),
    ]),
  )
})
