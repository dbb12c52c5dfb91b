/** Fetches charts from Deezer, which allows 50 requests in five seconds per IP address. */
import * as z from "zod/mini"
import type { Db } from "../../../db/client.ts"
import { listArtistIds, storeArtistId } from "../../../db/queries/catalogue.ts"
import { type Artist, matchesArtist } from "./artists.ts"
import { makeAlbumChart, makeSongChart } from "./charts.ts"
import { createPacer, fetchJson, mapConcurrently, ServiceError } from "./fetch-json.ts"
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

/** Time between requests, longer than the limit requires, because other clients may share the IP address. */
const SPACING_MS = 125
const MAX_SONGS_PER_ARTIST = 10
const MAX_ALBUMS_PER_ARTIST = 50
/** Search results per name, because several artists may share a name. */
const MAX_CANDIDATES = 10

const QUOTA_ERROR = 4
const BUSY_ERROR = 700
const NO_DATA_ERROR = 800
/** Deezer counts requests in windows of this length. */
const QUOTA_WAIT_SECONDS = 5
const BUSY_WAIT_SECONDS = 1
/** Deezer's rank is between 0 and a million, the popularity on this site between 0 and 100. */
const RANK_PER_POINT = 10_000

const text = z.string()
const id = z.pipe(z.union([z.number(), text]), z.transform(String))
const failure = z.object({ error: z.object({ code: z.number(), message: z.optional(text) }) })
const listResult = z.object({ data: z.array(z.unknown()) })
const artistResult = z.object({ id, name: text, nb_fan: z._default(z.number(), 0) })
const trackResult = z.object({
  id,
  title: text,
  link: z.optional(text),
  rank: z.optional(z.number()),
  artist: z.object({ name: text }),
  contributors: z._default(z.array(z.object({ name: text })), []),
  album: z.object({ title: text, cover_big: z.nullish(text) }),
})
const albumResult = z.object({
  id,
  title: text,
  link: z.optional(text),
  cover_big: z.nullish(text),
  record_type: z.optional(text),
  release_date: z.optional(text),
})

/** Deezer sends a URL without an id (`/cover//`) for a missing picture. */
const toPictureUrl = (cover: string | null | undefined) =>
  cover && !/\/cover\/\//.test(cover) ? cover : null

const toSong = (track: z.infer<typeof trackResult>): Song => ({
  id: track.id,
  name: track.title,
  artists: [...new Set([track.artist.name, ...track.contributors.map(({ name }) => name)])],
  album_name: track.album.title,
  image_url: toPictureUrl(track.album.cover_big),
  popularity:
    track.rank === undefined
      ? null
      : Math.max(0, Math.min(100, Math.round(track.rank / RANK_PER_POINT))),
  external_url: track.link ?? `https://www.deezer.com/track/${track.id}`,
})

const toAlbum = (artist: string, result: z.infer<typeof albumResult>): Album => ({
  id: result.id,
  name: result.title,
  artists: [artist],
  image_url: toPictureUrl(result.cover_big),
  // Deezer sends the number of tracks only in the response to a request for this album.
  total_tracks: null,
  // Deezer writes `0000-00-00` for an unknown date.
  release_date: /^[1-9]/.test(result.release_date ?? "") ? (result.release_date ?? null) : null,
  external_url: result.link ?? `https://www.deezer.com/album/${result.id}`,
})

function getRetryWait(errorCode: number): number | null {
  if (errorCode === QUOTA_ERROR) return QUOTA_WAIT_SECONDS
  return errorCode === BUSY_ERROR ? BUSY_WAIT_SECONDS : null
}

/** Throws {@link ServiceError} for an error, which Deezer sends with status 200. An unknown artist is no error. */
function requireSuccess(json: unknown): void {
  const parsedFailure = failure.safeParse(json)
  if (!parsedFailure.success || parsedFailure.data.error.code === NO_DATA_ERROR) return
  const { code, message = "" } = parsedFailure.data.error
  throw new ServiceError(`Deezer refused with code ${code}: ${message}`, 200, getRetryWait(code))
}

export function createDeezerProvider(db: Db, options: ProviderOptions): Provider {
  const policy = { ...options, waitForTurn: createPacer(options.spacingMs ?? SPACING_MS) }
  const base = process.env.DEEZER_API_URL ?? "https://api.deezer.com"

  const fetchList = async (
    path: string,
    parameters: Record<string, string>,
  ): Promise<unknown[]> => {
    const url = new URL(path, base)
    url.search = new URLSearchParams(parameters).toString()
    const json = await fetchJson(url, {}, policy, requireSuccess)
    return failure.safeParse(json).success ? [] : listResult.parse(json).data
  }

  const findCandidates = async (artist: Artist, spelling: string) =>
    parseValidItems(
      artistResult,
      await fetchList("/search/artist", { q: spelling, limit: String(MAX_CANDIDATES) }),
    ).filter(({ name }) => matchesArtist(artist, name))

  /** Returns the id of the matching artist with the most fans, and stores it for later refreshes. */
  const findArtistId = async (artist: Artist): Promise<string | null> => {
    for (const spelling of [artist.name, artist.hangul ?? [], artist.aliases ?? []].flat()) {
      const candidates = await findCandidates(artist, spelling)
      const [mostPopular] = candidates.sort((a, b) => b.nb_fan - a.nb_fan)
      if (!mostPopular) continue
      await storeArtistId(db, "deezer", artist.name, mostPopular.id)
      return mostPopular.id
    }
    return null
  }

  const identifyArtists = async () => {
    const storedIds = await listArtistIds(db, "deezer")
    const artists = await mapConcurrently(options.artists, async (artist) => {
      const artistId = storedIds.get(artist.name) ?? (await findArtistId(artist))
      return artistId === null ? [] : [{ name: artist.name, id: artistId }]
    })
    return artists.flat()
  }

  return {
    name: "deezer",
    async fetchCharts(maxSongs, maxAlbums) {
      const artists = await identifyArtists()
      const songs = await mapConcurrently(artists, async ({ id: artistId }) => {
        const tracks = await fetchList(`/artist/${artistId}/top`, {
          limit: String(MAX_SONGS_PER_ARTIST),
        })
        return parseValidItems(song, parseValidItems(trackResult, tracks).map(toSong))
      })
      const albums = await mapConcurrently(artists, async ({ id: artistId, name }) => {
        const rows = await fetchList(`/artist/${artistId}/albums`, {
          limit: String(MAX_ALBUMS_PER_ARTIST),
        })
        const albumsAndEps = parseValidItems(albumResult, rows).filter(
          ({ record_type }) => record_type === "album" || record_type === "ep",
        )
        return parseValidItems(
          album,
          albumsAndEps.map((result) => toAlbum(name, result)),
        )
      })
      return {
        songs: makeSongChart(songs, maxSongs),
        albums: makeAlbumChart(albums, maxAlbums, getToday()),
      }
    },
  }
}
