import { afterAll, beforeAll } from "vitest"
import { type Call, type Reply, startMusicService } from "./music-service.ts"

const CREDENTIALS = { SPOTIFY_CLIENT_ID: "daina-test", SPOTIFY_CLIENT_SECRET: "daina-secret" }
/** Spotify's limit of results per search for apps in development mode (since 2026). */
const MAX_RESULTS = 10

export interface SpotifyTrack {
  id: string
  name: string
  artists: { name: string }[]
  album: object
  /** Only sent to apps outside development mode. */
  popularity?: number
  external_urls: { spotify: string }
}

const makeArtists = (names: string[]) =>
  names.map((name) => ({ id: `id-of-${name}`, name, type: "artist" }))

const makePictures = (id: string) => [
  { url: `https://i.scdn.co/image/${id}-640`, width: 640, height: 640 },
  { url: `https://i.scdn.co/image/${id}-300`, width: 300, height: 300 },
  { url: `https://i.scdn.co/image/${id}-64`, width: 64, height: 64 },
]

export const makeSpotifyTrack = (
  id: string,
  name: string,
  artists: string[],
  extraFields: object = {},
): SpotifyTrack => ({
  id,
  name,
  artists: makeArtists(artists),
  album: { id: `album-of-${id}`, name: `${name} (album)`, images: makePictures(id) },
  external_urls: { spotify: `https://open.spotify.com/track/${id}` },
  ...extraFields,
})

export const makeSpotifyAlbum = (
  id: string,
  name: string,
  artists: string[],
  release_date: string,
  extraFields: object = {},
) => ({
  id,
  name,
  artists: makeArtists(artists),
  album_type: "album",
  total_tracks: 10,
  release_date,
  release_date_precision: "day",
  images: makePictures(id),
  external_urls: { spotify: `https://open.spotify.com/album/${id}` },
  ...extraFields,
})

const makeRefusal = (status: number, message: string): Reply => ({
  status,
  body: { error: { status, message } },
})

export function startSpotify() {
  const spotify = {
    tracks: [] as { artists: { name: string }[] }[],
    albums: [] as { artists: { name: string }[] }[],
    token: "",
    tokenCount: 0,
    expireToken: () => {
      spotify.token = "another"
    },
    givesBadTokens: false,
  }
  const giveToken = ({ headers, body }: Call): Reply => {
    const { SPOTIFY_CLIENT_ID: id, SPOTIFY_CLIENT_SECRET: secret } = CREDENTIALS
    const expected = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`
    if (headers.authorization !== expected)
      return { status: 400, body: { error: "invalid_client" } }
    if (new URLSearchParams(body).get("grant_type") !== "client_credentials") {
      return { status: 400, body: { error: "unsupported_grant_type" } }
    }
    spotify.tokenCount += 1
    const access_token = `token-${spotify.tokenCount}`
    spotify.token = spotify.givesBadTokens ? "another" : access_token
    return { body: { access_token, token_type: "Bearer", expires_in: 3600 } }
  }
  const searchByArtist = ({ url, headers }: Call): Reply => {
    if (headers.authorization !== `Bearer ${spotify.token}`) {
      return makeRefusal(401, "The access token expired")
    }
    const limit = Number(url.searchParams.get("limit") ?? 5)
    if (limit > MAX_RESULTS) return makeRefusal(400, "Invalid limit")
    const [, searchedName = ""] = /artist:"([^"]+)"/.exec(url.searchParams.get("q") ?? "") ?? []
    // Matches parts of names and ignores case, as Spotify does.
    const isBySearchedArtist = ({ artists }: { artists: { name: string }[] }) =>
      artists.some(({ name }) => name.toLowerCase().includes(searchedName.toLowerCase()))
    const makePage = (all: { artists: { name: string }[] }[]) => {
      const items = all.filter(isBySearchedArtist).slice(0, limit)
      return { href: url.href, limit, offset: 0, next: null, total: items.length, items }
    }
    return { body: { tracks: makePage(spotify.tracks), albums: makePage(spotify.albums) } }
  }
  const service = startMusicService(["SPOTIFY_API_URL", "SPOTIFY_ACCOUNTS_URL"], (call) => {
    if (call.method === "POST" && call.url.pathname === "/api/token") return giveToken(call)
    if (call.method === "GET" && call.url.pathname === "/v1/search") return searchByArtist(call)
    return makeRefusal(403, "Forbidden")
  })
  beforeAll(() => void Object.assign(process.env, CREDENTIALS))
  afterAll(() => {
    for (const name of Object.keys(CREDENTIALS)) delete process.env[name]
  })
  return Object.assign(service, { spotify })
}
