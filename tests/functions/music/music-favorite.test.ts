import { beforeEach, expect, test } from "vitest"
import { storeInitialCharts } from "../../../netlify/lib/catalogue/snapshot.ts"
import { getStatusAndCode, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { storeProfile } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"

const { db, auth } = await openTestDatabase()
await storeInitialCharts(auth.as(null))

const PATH = "/api/profile/favorite-song"
const chooseFavorite = (browser: TestBrowser, id: unknown = "snapshot-song-4") =>
  browser.send("PUT", PATH, { id })
const removeFavorite = (browser: TestBrowser) => browser.send("DELETE", PATH)
const readProfile = async (browser: TestBrowser) => (await browser.get("/api/profile")).json

const NO_FAVORITE = {
  favorite_song_id: null,
  favorite_song_name: null,
  favorite_song_artist: null,
  favorite_song_image: null,
}
const SUPERNOVA = {
  favorite_song_id: "snapshot-song-4",
  favorite_song_name: "Supernova",
  favorite_song_artist: "aespa",
  favorite_song_image: null,
}

let member: Member
beforeEach(async () => {
  member = await makeMember(db)
  await storeProfile(db, member.id)
})

test("a favorite song can be set, replaced and removed, and names in the body are ignored", async () => {
  const body = { id: "snapshot-song-4", favorite_song_name: "Mine", name: "Mine" }
  const { status, json } = await member.browser.send("PUT", PATH, body)
  expect([status, json]).toEqual([200, SUPERNOVA])
  expect(await readProfile(member.browser)).toMatchObject(SUPERNOVA)
  expect((await member.browser.get("/api/likes")).json).toEqual({
    likes: [],
    favorite_song_id: "snapshot-song-4",
  })
  expect((await chooseFavorite(member.browser, "snapshot-song-1")).json).toMatchObject({
    favorite_song_name: "APT.",
    favorite_song_artist: "ROSÉ, Bruno Mars",
  })
  for (const _attempt of [1, 2]) expect((await removeFavorite(member.browser)).status).toBe(204)
  expect(await readProfile(member.browser)).toMatchObject(NO_FAVORITE)
})

test.each([
  ["snapshot-song-9999", 404, "not_found"],
  ["snapshot-album-4", 404, "not_found"],
  ["Supernova", 422, "invalid"],
  [null, 422, "invalid"],
  [{ $ne: "" }, 422, "invalid"],
])("the favorite %j is refused, and the current favorite is kept", async (id, status, code) => {
  await chooseFavorite(member.browser)
  const response = await chooseFavorite(member.browser, id)
  expect(getStatusAndCode(response)).toEqual([status, code])
  expect(await readProfile(member.browser)).toMatchObject(SUPERNOVA)
})

test("choosing a favorite song requires a profile", async () => {
  const { browser } = await makeMember(db)
  const response = await chooseFavorite(browser)
  expect(getStatusAndCode(response)).toEqual([409, "profile_incomplete"])
  expect((await removeFavorite(browser)).status, "removing requires no profile").toBe(204)
  const unknownSong = await chooseFavorite(browser, "snapshot-song-9999")
  expect(unknownSong.status, "an unknown song is refused first").toBe(404)
})

test("changing a favorite does not change the favorites of other members", async () => {
  await chooseFavorite(member.browser)
  const otherMember = await makeMember(db)
  await storeProfile(db, otherMember.id)
  await chooseFavorite(otherMember.browser, "snapshot-song-1")
  await removeFavorite(otherMember.browser)
  expect(await readProfile(member.browser)).toMatchObject(SUPERNOVA)
})

test("other members see the favorite song with its link on the profile", async () => {
  await chooseFavorite(member.browser)
  const otherMember = await makeMember(db)
  const { json } = await otherMember.browser.get(`/api/profiles/${member.id}`)
  expect(json["favorite_song"]).toEqual({
    id: "snapshot-song-4",
    name: "Supernova",
    artist: "aespa",
    image: null,
    external_url: "https://www.youtube.com/watch?v=phuiiNCxRMg",
  })
})

test("after concurrent choices, one of the songs is stored with its own name", async () => {
  const ids = Array.from({ length: 20 }, (_, i) => `snapshot-song-${i + 1}`)
  await Promise.all(ids.map((id) => chooseFavorite(member.browser, id)))
  const { favorite_song_id, favorite_song_name } = await readProfile(member.browser)
  const song = await db.one`
    select item_id, name from catalogue_items where item_id = ${favorite_song_id}`
  expect(song).toEqual({ item_id: favorite_song_id, name: favorite_song_name })
})
