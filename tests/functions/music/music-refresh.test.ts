import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { query } from "../../../db/client.ts"
import { listNewAlbums, listTrendingSongs } from "../../../db/queries/catalogue.ts"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import musicRefresh from "../../../netlify/functions/music-refresh.ts"
import { refreshMusic } from "../../../netlify/lib/catalogue/refresh.ts"
import { storeInitialCharts } from "../../../netlify/lib/catalogue/snapshot.ts"
import { openTestDatabase } from "../../support/database.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"
import { makeDeezerAlbum, makeDeezerTrack, startDeezer } from "../../support/servers/deezer.ts"
import { makeSpotifyAlbum, makeSpotifyTrack, startSpotify } from "../../support/servers/spotify.ts"

const { db, app, auth } = await openTestDatabase()
const reader = app.as(null)
const writer = auth.as(null)
const builds = startBuildHook()
const spotify = startSpotify()
const deezer = startDeezer()

const refresh = () => {
  const timeoutMs = spotify.lastingFailure === "hang" ? 100 : 10_000
  const artists = [{ name: "aespa" }]
  return refreshMusic({ artists, spacingMs: 0, timeoutMs, pause: async () => {} })
}

const listSongIds = async () => (await listTrendingSongs(reader, 100)).map(({ id }) => id)
const listAlbumIds = async () => (await listNewAlbums(reader, 100)).map(({ id }) => id)
interface Schedule {
  seconds_until_next: number
  failures: number
  last_error: string | null
}
const readSchedule = () => db.one<Schedule>`
  select extract(epoch from next_at - now())::integer as seconds_until_next, failures, last_error
  from catalogue_refreshes`
const readSecondsUntilNext = async () => (await readSchedule())?.seconds_until_next ?? 0
/** Moves all stored times into the past by a Postgres interval, as if this time had passed. */
const advanceTime = (span: string) =>
  db.batch([
    query`
      update catalogue_refreshes set next_at = next_at - ${span}::interval,
        build_requested_at = build_requested_at - ${span}::interval`,
    query`update catalogue_items set fetched_at = fetched_at - ${span}::interval`,
  ])

const removeSpotify = () => vi.stubEnv("SPOTIFY_CLIENT_ID", undefined)
const configureDeezer = () => vi.stubEnv("MUSIC_PROVIDER", "deezer")

beforeEach(async () => {
  await db.one`truncate catalogue_items, catalogue_artists, catalogue_refreshes cascade`
  await db.one`insert into catalogue_refreshes default values`
  builds.calls.splice(0)
  spotify.spotify.tracks = [makeSpotifyTrack("t1", "Whiplash", ["aespa"])]
  spotify.spotify.albums = [makeSpotifyAlbum("a1", "Armageddon", ["aespa"], "2024-05-27")]
  deezer.deezer.artists = [
    {
      id: 7,
      name: "aespa",
      nb_fan: 1,
      top: [makeDeezerTrack(1, "Whiplash", "aespa", 1)],
      albums: [makeDeezerAlbum(2, "Armageddon", "2024-05-27")],
    },
  ]
})
afterEach(() => void vi.unstubAllEnvs())

test("charts come from the configured service, and the next refresh is due after six hours", async () => {
  expect(await refresh()).toBe(true)
  expect([await listSongIds(), await listAlbumIds()]).toEqual([["spotify-t1"], ["spotify-a1"]])
  expect(await readSecondsUntilNext()).toBeGreaterThan(6 * 3600 - 30)
  expect(await refresh()).toBe(false)
  await advanceTime("6 hours")
  expect(await refresh()).toBe(true)
})

test("only one of many instances refreshes at a time", async () => {
  const results = await Promise.all(Array.from({ length: 12 }, refresh))
  expect(results.filter(Boolean)).toHaveLength(1)
  expect(spotify.listCallsTo(/token/)).toHaveLength(1)
})

test("the lease of a crashed instance ends after ten minutes", async () => {
  await db.one`select lease_catalogue_refresh('spotify')`
  expect(await refresh()).toBe(false)
  await advanceTime("10 minutes")
  expect(await refresh()).toBe(true)
})

test("without a configured service the charts are the bundled snapshot", async () => {
  removeSpotify()
  expect(await refresh()).toBe(true)
  expect([spotify.calls, deezer.calls]).toEqual([[], []])
  expect((await listSongIds())[0]).toBe("snapshot-song-1")
  expect(await listAlbumIds()).toHaveLength(36)
})

describe("failures", () => {
  test.each([
    ["fails", { status: 500 }],
    ["does not respond", "hang" as const],
    ["returns nothing", { body: { tracks: { items: [] }, albums: { items: [] } } }],
    ["refuses the credentials", { status: 400, body: { error: "invalid_client" } }],
  ])("the charts are kept when the service %s", async (_name, failure) => {
    await refresh()
    await advanceTime("6 hours")
    // Only the request for the token succeeds.
    spotify.nextFailures.push({ body: { access_token: spotify.spotify.token } })
    spotify.lastingFailure = failure
    expect(await refresh()).toBe(true)
    expect([await listSongIds(), await listAlbumIds()]).toEqual([["spotify-t1"], ["spotify-a1"]])
  })

  test("the snapshot is used when there are no charts yet", async () => {
    spotify.lastingFailure = { status: 500 }
    await refresh()
    expect(await listSongIds()).toHaveLength(48)
    expect(await readSchedule()).toMatchObject({
      failures: 1,
      last_error: expect.stringMatching(/500/),
    })
  })

  test("the pause after a failed refresh doubles each time, up to six hours", async () => {
    spotify.lastingFailure = { status: 403 }
    const pauses: number[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      await refresh()
      pauses.push(Math.round((await readSecondsUntilNext()) / 60))
      await advanceTime("6 hours")
    }
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 360, 360])
  })

  test("a success resets the count of failures", async () => {
    spotify.lastingFailure = { status: 403 }
    await refresh()
    await advanceTime("10 minutes")
    spotify.lastingFailure = null
    await refresh()
    expect(await readSchedule()).toMatchObject({ failures: 0, last_error: null })
    expect(await listSongIds()).toEqual(["spotify-t1"])
  })

  test("the next refresh is not before the end of the service's Retry-After", async () => {
    spotify.lastingFailure = { status: 429, headers: { "retry-after": "7200" } }
    await refresh()
    expect(await readSecondsUntilNext()).toBeGreaterThan(7_170)
    expect(spotify.calls).toHaveLength(1)
  })

  test("the second service is used when the first service fails and its charts are a day old", async () => {
    configureDeezer()
    await refresh()
    expect(deezer.calls).toEqual([])
    spotify.lastingFailure = { status: 500 }
    await advanceTime("6 hours")
    await refresh()
    expect(await listSongIds()).toEqual(["spotify-t1"])
    await advanceTime("25 hours")
    await refresh()
    expect(await listSongIds()).toEqual(["deezer-1"])
  })
})

test("a song that leaves the chart is kept in the catalogue and can return", async () => {
  await refresh()
  await advanceTime("6 hours")
  spotify.spotify.tracks = [makeSpotifyTrack("t2", "New", ["aespa"])]
  await refresh()
  expect(await listSongIds()).toEqual(["spotify-t2"])
  const stored = await db.many<{ item_id: string }>`
    select item_id from catalogue_items where item_type = 'song' order by 1`
  expect(stored.map(({ item_id }) => item_id)).toEqual(["spotify-t1", "spotify-t2"])
  await advanceTime("6 hours")
  spotify.spotify.tracks.push(makeSpotifyTrack("t1", "Whiplash", ["aespa"]))
  await refresh()
  expect(await listSongIds()).toEqual(["spotify-t2", "spotify-t1"])
})

/** Replaces both charts with items that all have this name. */
const replaceCharts = (name: string, count: number) => {
  const items = Array.from({ length: count }, (_, index) => ({
    id: `${name}${index}`,
    name,
    artists: [`A${index}`],
    external_url: "https://x.test",
  }))
  const chart = JSON.stringify(items)
  return writer.one`select replace_catalogue('test', ${chart}::jsonb, ${chart}::jsonb)`
}
/** Expects a chart of this length. Returns the number of different names in it: 1 for a chart of one replacement. */
const countNames = async (count: number) => {
  const rows = await listTrendingSongs(reader, 100)
  expect(rows).toHaveLength(count)
  return new Set(rows.map(({ name }) => name)).size
}

test("concurrent reads return either the old chart or the new one", async () => {
  await replaceCharts("a", 50)
  let readCount = 0
  const replaceUntilAllRead = async () => {
    while (readCount < 20) for (const name of ["b", "c", "a"]) await replaceCharts(name, 50)
  }
  const replacements = replaceUntilAllRead()
  for (; readCount < 20; readCount += 1) expect(await countNames(50)).toBe(1)
  await replacements
})

test("concurrent replacements leave one complete chart", async () => {
  await Promise.all(["a", "b", "c", "d"].map((name) => replaceCharts(name, 3)))
  expect(await countNames(3)).toBe(1)
})

test("an empty or invalid list does not replace a chart", async () => {
  await storeInitialCharts(writer)
  const item = { id: "a", name: "A", artists: ["A"], external_url: "https://x.test" }
  const validList = JSON.stringify([item])
  const invalidFields = [
    { artists: [] },
    { external_url: "javascript:alert(1)" },
    { id: "a/b" },
    { name: "" },
  ]
  const invalidLists = invalidFields.map((fields) => JSON.stringify([{ ...item, ...fields }]))
  for (const invalidList of ["[]", ...invalidLists]) {
    for (const [songs, albums] of [
      [invalidList, validList],
      [validList, invalidList],
    ]) {
      const replacement = writer.one`
        select replace_catalogue('test', ${songs}::jsonb, ${albums}::jsonb)`
      await expect(replacement).rejects.toThrow()
    }
  }
  expect(await listSongIds()).toHaveLength(48)
})

describe("the built site", () => {
  let version: number
  beforeEach(async () => {
    await refresh()
    version = await getContentVersion(reader)
    builds.calls.splice(0)
  })
  const addSong = () =>
    spotify.spotify.tracks.unshift(
      makeSpotifyTrack(`t${Math.random().toString().slice(2)}`, `${Math.random()}`, ["aespa"]),
    )
  const measureVersionRise = async () => (await getContentVersion(reader)) - version

  test("the site is not rebuilt for unchanged charts", async () => {
    await advanceTime("25 hours")
    await refresh()
    expect([await measureVersionRise(), builds.calls]).toEqual([0, []])
  })

  test("the site is rebuilt for changed charts once a day", async () => {
    await advanceTime("6 hours")
    addSong()
    await refresh()
    expect([await measureVersionRise(), builds.calls]).toEqual([0, []])
    expect((await listSongIds()).length).toBe(2)
    await advanceTime("19 hours")
    await refresh()
    expect([await measureVersionRise(), builds.calls]).toEqual([1, ["POST"]])
  })

  test("the site is rebuilt at once when the charts come from another service", async () => {
    removeSpotify()
    configureDeezer()
    await refresh()
    expect([await measureVersionRise(), builds.calls]).toEqual([1, ["POST"]])
  })
})

test("an empty database gets the snapshot once, before the first build", async () => {
  await storeInitialCharts(writer)
  expect(await listSongIds()).toHaveLength(48)
  const version = await getContentVersion(reader)
  await storeInitialCharts(writer)
  expect(await getContentVersion(reader)).toBe(version)
  await refresh()
  await storeInitialCharts(writer)
  expect(await listSongIds(), "charts of a music service stay").toEqual(["spotify-t1"])
})

test("the scheduled function refreshes the charts", async () => {
  removeSpotify()
  expect((await musicRefresh()).status).toBe(204)
  expect(await listSongIds()).toHaveLength(48)
})
