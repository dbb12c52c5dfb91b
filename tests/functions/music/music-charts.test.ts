import { describe, expect, test } from "vitest"
import { storeInitialCharts } from "../../../netlify/lib/catalogue/snapshot.ts"
import { album, song } from "../../../src/features/music/schema.ts"
import { expectErrors, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"

const { auth } = await openTestDatabase()
await storeInitialCharts(auth.as(null))

const visitor = openBrowser()
/** Routes of the two charts. A response has the rows in `field`; the snapshot has `total` rows. */
const ROUTES = [
  { path: "/api/spotify-trending-kpop", field: "tracks", total: 48 },
  { path: "/api/spotify-new-albums", field: "albums", total: 36 },
] as const

describe.each(ROUTES)("$path", ({ path, field, total }) => {
  const post = (body: unknown) => visitor.send("POST", path, body)
  const getIds = (json: Record<string, unknown>) =>
    [json[field]].flat().map((item) => String(Object(item).id))

  test("the route returns each item once over all pages, 12 per page by default", async () => {
    const ids: string[] = []
    let page: unknown = 1
    while (page !== null && ids.length < 100) {
      const { json } = await post({ page, limit: 10 })
      ids.push(...getIds(json))
      page = json["next"]
    }
    expect(ids).toHaveLength(total)
    const { json, headers } = await post({})
    expect([getIds(json).length, json["next"]]).toEqual([12, 2])
    expect(headers.get("cache-control")).toBe("private, no-store")
    expect(new Set(ids).size).toBe(total)
    expect(ids[0]).toMatch(/^snapshot-(song|album)-1$/)
  })

  test.each([
    [{ page: 0 }, { page: "invalid_number" }],
    [{ page: "1" }, { page: "invalid_number" }],
    [{ page: 1e9 }, { page: "invalid_number" }],
    [{ limit: 51 }, { limit: "invalid_number" }],
    [{ limit: null }, { limit: "invalid_number" }],
    [[], { form: "invalid" }],
  ])("the route refuses %j", async (body, errors) => {
    expectErrors(await post(body), errors)
  })
})

test("songs and albums have the format of the schemas `song` and `album`", async () => {
  const getFirst = async (name: string, field: string) => {
    const { json } = await visitor.send("POST", `/api/spotify-${name}`, { limit: 1 })
    return [json[field]].flat()[0]
  }
  expect(song.parse(await getFirst("trending-kpop", "tracks"))).toEqual({
    id: "snapshot-song-1",
    name: "APT.",
    artists: [{ name: "ROSÉ" }, { name: "Bruno Mars" }],
    album: { name: "rosie", images: [] },
    popularity: null,
    external_url: "https://www.youtube.com/watch?v=ekr2nIex040",
  })
  expect(album.parse(await getFirst("new-albums", "albums"))).toMatchObject({
    id: "snapshot-album-1",
    artists: [{ name: "JENNIE" }],
    total_tracks: 15,
    release_date: "2025-03-07",
  })
})
