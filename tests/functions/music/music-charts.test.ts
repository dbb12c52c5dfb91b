/** The two routes of the charts. */
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { refreshMusic } from "../../../netlify/lib/catalogue/refresh.ts"
import { album, song } from "../../../src/features/music/schema.ts"
import { openBrowser } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"

testDatabase()
const SETTINGS = {
  SPOTIFY_CLIENT_ID: "daina-test",
  SPOTIFY_CLIENT_SECRET: "daina-secret",
  MUSIC_PROVIDER: "deezer",
  // No service listens on this port.
  SPOTIFY_API_URL: "http://127.0.0.1:9",
  SPOTIFY_ACCOUNTS_URL: "http://127.0.0.1:9",
  DEEZER_API_URL: "http://127.0.0.1:9",
}
// All tests run with unreachable music services and an initially empty database.
beforeAll(async () => {
  Object.assign(process.env, SETTINGS)
  const options = { artists: [{ name: "aespa" }], spacingMs: 0, timeoutMs: 500 }
  expect(await refreshMusic(options)).toBe(true)
})
afterAll(() => {
  for (const name of Object.keys(SETTINGS)) delete process.env[name]
})

const visitor = openBrowser()
const ROUTES = [
  { path: "/api/spotify-trending-kpop", plural: "tracks", all: 48 },
  { path: "/api/spotify-new-albums", plural: "albums", all: 36 },
] as const

describe.each(ROUTES)("$path", ({ path, plural, all }) => {
  const post = (body: unknown) => visitor.send("POST", path, body)
  const get = (query: string) => visitor.get(`${path}?${query}`)
  const idsOf = (json: Record<string, unknown>) =>
    [json[plural]].flat().map((item) => String(Object(item).id))

  test("returns each item once over all pages, 12 per page by default", async () => {
    const ids: string[] = []
    let page: unknown = 1
    while (page !== null && ids.length < 100) {
      const { json } = await post({ page, limit: 10 })
      ids.push(...idsOf(json))
      page = json["next"]
    }
    expect(ids).toHaveLength(all)
    const { json, headers } = await post({})
    expect([idsOf(json).length, json["next"]]).toEqual([12, 2])
    expect(headers.get("cache-control")).toBe("private, no-store")
    expect(new Set(ids).size).toBe(all)
    expect(ids[0]).toMatch(/^snapshot-(song|album)-1$/)
  })

  test.each([
    [{ page: 0 }, { page: "invalid_number" }],
    [{ page: "1" }, { page: "invalid_number" }],
    [{ page: 1e9 }, { page: "invalid_number" }],
    [{ limit: 51 }, { limit: "invalid_number" }],
    [{ limit: null }, { limit: "invalid_number" }],
    [[], { form: "invalid" }],
  ])("refuses %j", async (body, errors) => {
    const { status, json } = await post(body)
    expect([status, json["code"], json["errors"]]).toEqual([422, "invalid", errors])
  })

  test("answers GET requests like POST requests, with headers for CDN caches", async () => {
    const { status, json, headers } = await get("page=2&limit=5")
    expect(status).toBe(200)
    expect(json).toEqual((await post({ page: 2, limit: 5 })).json)
    expect(headers.get("netlify-cache-tag")).toBe("music")
    expect(headers.get("netlify-cdn-cache-control")).toContain("s-maxage")
    expect((await get("")).json).toEqual((await post({})).json)
    for (const query of ["page=x", "limit=51"]) {
      const refused = await get(query)
      expect([refused.status, refused.headers.get("cache-control")]).toEqual([
        422,
        "private, no-store",
      ])
    }
  })
})

test("songs and albums have the format of the specification", async () => {
  const first = async (name: string, plural: string) => {
    const { json } = await visitor.send("POST", `/api/spotify-${name}`, { limit: 1 })
    return [json[plural]].flat()[0]
  }
  expect(song.parse(await first("trending-kpop", "tracks"))).toEqual({
    id: "snapshot-song-1",
    name: "APT.",
    artists: [{ name: "ROSÉ" }, { name: "Bruno Mars" }],
    album: { name: "rosie", images: [] },
    popularity: null,
    external_url: "https://open.spotify.com/search/ROS%C3%89%20Bruno%20Mars%20APT.",
  })
  expect(album.parse(await first("new-albums", "albums"))).toMatchObject({
    id: "snapshot-album-1",
    artists: [{ name: "JENNIE" }],
    total_tracks: 15,
    release_date: "2025-03-07",
  })
})
