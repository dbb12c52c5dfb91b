/**
 * Fetches charts from Spotify's search. Since 2026, it returns at most ten results to apps in development mode,
 * sometimes without their popularity.
 */
import * as z from "zod/mini"
import { type Artist, matchesArtist } from "./artists.ts"
import { makeAlbumChart, makeSongChart } from "./charts.ts"
import {
  createPacer,
  type FetchPolicy,
  fetchJson,
  mapConcurrently,
  ServiceError,
} from "./fetch-json.ts"
import {
  type Album,
  album,
  getToday,
  type Provider,
  type ProviderOptions,
  parseValidItems,
  type Song,
  song,
} from "./item.ts"

/** Maximum number of search results for an app in development mode. */
const MAX_RESULTS = 10
/** Time between requests. Spotify counts requests in windows of 30 seconds and does not publish the limit. */
const SPACING_MS = 250
/** The search covers releases of this year and of this number of years before it. */
const EARLIER_YEARS = 2
/** Minimum width of a picture in pixels. Spotify offers pictures of 640, 300 and 64 pixels. */
const MIN_PICTURE_WIDTH = 300
/** A release of the type `single` with at least this number of tracks is a mini album. */
const MIN_ALBUM_TRACKS = 4

export interface Credentials {
  id: string
  secret: string
}

const artistResult = z.object({ name: z.string() })
const picture = z.object({ url: z.string(), width: z.nullish(z.number()) })
const externalUrls = z.object({ spotify: z.optional(z.string()) })
const tokenResponse = z.object({ access_token: z.string().check(z.minLength(1)) })
const searchResponse = z.object({
  tracks: z.object({ items: z.array(z.unknown()) }),
  albums: z.object({ items: z.array(z.unknown()) }),
})
const trackResult = z.object({
  id: z.string(),
  name: z.string(),
  artists: z.array(artistResult),
  album: z.object({ name: z.string(), images: z._default(z.array(picture), []) }),
  popularity: z.nullish(z.number()),
  external_urls: z.optional(externalUrls),
})
const albumResult = z.object({
  id: z.string(),
  name: z.string(),
  artists: z.array(artistResult),
  album_type: z.string(),
  images: z._default(z.array(picture), []),
  total_tracks: z.number(),
  release_date: z.string(),
  release_date_precision: z.string(),
  external_urls: z.optional(externalUrls),
})

/** Chooses the smallest picture that is wide enough, otherwise the widest. Spotify lists the widest picture first. */
const choosePictureUrl = (pictures: z.infer<typeof picture>[]) =>
  (pictures.findLast(({ width }) => (width ?? 0) >= MIN_PICTURE_WIDTH) ?? pictures[0])?.url ?? null

const toNames = (artists: z.infer<typeof artistResult>[]) => artists.map(({ name }) => name)

const toSong = (track: z.infer<typeof trackResult>): Song => ({
  id: track.id,
  name: track.name,
  artists: toNames(track.artists),
  album_name: track.album.name,
  image_url: choosePictureUrl(track.album.images),
  popularity: track.popularity ?? null,
  external_url: track.external_urls?.spotify ?? `https://open.spotify.com/track/${track.id}`,
})

const toAlbum = (result: z.infer<typeof albumResult>): Album => ({
  id: result.id,
  name: result.name,
  artists: toNames(result.artists),
  image_url: choosePictureUrl(result.images),
  total_tracks: result.total_tracks,
  // Leaves out a date without a day: for some old records, Spotify has only the year or the month.
  release_date: result.release_date_precision === "day" ? result.release_date : null,
  external_url: result.external_urls?.spotify ?? `https://open.spotify.com/album/${result.id}`,
})

const isAlbum = ({ album_type, total_tracks }: z.infer<typeof albumResult>) =>
  album_type === "album" || (album_type === "single" && total_tracks >= MIN_ALBUM_TRACKS)

/** Returns a fetch function that adds the access token, and renews the token once after status 401. */
function createAuthorizedFetch(credentials: Credentials, policy: FetchPolicy) {
  const accounts = process.env.SPOTIFY_ACCOUNTS_URL ?? "https://accounts.spotify.com"
  const fetchToken = async () => {
    const { id, secret } = credentials
    const json = await fetchJson(
      new URL("/api/token", accounts),
      {
        method: "POST",
        headers: {
          authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "grant_type=client_credentials",
      },
      policy,
    )
    return tokenResponse.parse(json).access_token
  }
  let latestToken: Promise<string> | undefined
  const fetchWithToken = (url: URL, token: string) =>
    fetchJson(url, { headers: { authorization: `Bearer ${token}` } }, policy)

  return async (url: URL): Promise<unknown> => {
    latestToken ??= fetchToken()
    const usedToken = latestToken
    try {
      return await fetchWithToken(url, await usedToken)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status !== 401) throw error
      // A concurrent request may have renewed the token already.
      if (latestToken === usedToken) latestToken = fetchToken()
      return fetchWithToken(url, await latestToken)
    }
  }
}

export function createSpotifyProvider(
  credentials: Credentials,
  options: ProviderOptions,
): Provider {
  const policy = { ...options, waitForTurn: createPacer(options.spacingMs ?? SPACING_MS) }
  const fetchAuthorized = createAuthorizedFetch(credentials, policy)
  const year = Number(getToday().slice(0, 4))

  const search = async (artist: Artist) => {
    const url = new URL("/v1/search", process.env.SPOTIFY_API_URL ?? "https://api.spotify.com")
    url.search = new URLSearchParams({
      q: `artist:"${artist.name}" year:${year - EARLIER_YEARS}-${year}`,
      type: "track,album",
      limit: String(MAX_RESULTS),
    }).toString()
    const { tracks, albums } = searchResponse.parse(await fetchAuthorized(url))
    const isByArtist = ({ artists }: { artists: { name: string }[] }) =>
      artists.some(({ name }) => matchesArtist(artist, name))
    return {
      songs: parseValidItems(
        song,
        parseValidItems(trackResult, tracks.items).filter(isByArtist).map(toSong),
      ),
      albums: parseValidItems(
        album,
        parseValidItems(albumResult, albums.items).filter(isByArtist).filter(isAlbum).map(toAlbum),
      ),
    }
  }

  return {
    name: "spotify",
    async fetchCharts(maxSongs, maxAlbums) {
      const artistResults = await mapConcurrently(options.artists, search)
      const songs = artistResults.map((artist) => artist.songs)
      const albums = artistResults.map((artist) => artist.albums)
      return {
        songs: makeSongChart(songs, maxSongs),
        albums: makeAlbumChart(albums, maxAlbums, getToday()),
      }
    },
  }
}
