import { type Call, type Reply, startMusicService } from "./music-service.ts"

/** Deezer's response after more than 50 requests in five seconds. Deezer sends this error with status 200. */
export const QUOTA_EXCEEDED: Reply = {
  body: { error: { type: "Exception", message: "Quota limit exceeded", code: 4 } },
}
const NO_DATA: Reply = {
  body: { error: { type: "DataException", message: "no data", code: 800 } },
}

const makeCoverUrl = (id: number) => `https://cdn-images.dzcdn.net/images/cover/${id}/500x500.jpg`

export const makeDeezerTrack = (
  id: number,
  title: string,
  artist: string,
  rank: number,
  extraFields: object = {},
) => ({
  id,
  title,
  link: `https://www.deezer.com/track/${id}`,
  rank,
  artist: { id: 1, name: artist },
  contributors: [{ id: 1, name: artist }],
  album: { id, title: `${title} (album)`, cover_big: makeCoverUrl(id) },
  type: "track",
  ...extraFields,
})

export const makeDeezerAlbum = (
  id: number,
  title: string,
  release_date: string,
  record_type = "album",
  extraFields: object = {},
) => ({
  id,
  title,
  link: `https://www.deezer.com/album/${id}`,
  cover_big: makeCoverUrl(id),
  record_type,
  release_date,
  type: "album",
  ...extraFields,
})

export interface DeezerArtist {
  id: number
  name: string
  nb_fan: number
  top: object[]
  albums: object[]
}

/** Starts a fake Deezer API with the artists in `deezer.artists`. */
export function startDeezer() {
  const deezer = { artists: [] as DeezerArtist[] }
  const replyWithList = (url: URL, all: object[]): Reply => {
    const data = all.slice(0, Number(url.searchParams.get("limit") ?? 25))
    return { body: { data, total: all.length } }
  }
  const searchArtists = (url: URL): Reply => {
    const searchText = url.searchParams.get("q")?.toLowerCase() ?? ""
    const results = deezer.artists
      .filter(({ name }) => name.toLowerCase().includes(searchText))
      .map(({ id, name, nb_fan }) => ({ id, name, nb_fan, type: "artist" }))
    return replyWithList(url, results)
  }
  const service = startMusicService(["DEEZER_API_URL"], ({ url }: Call) => {
    if (url.pathname === "/search/artist") return searchArtists(url)
    const [, id, list] = /^\/artist\/(\d+)\/(top|albums)$/.exec(url.pathname) ?? []
    const artist = deezer.artists.find((artist) => String(artist.id) === id)
    if (!artist) return NO_DATA
    return replyWithList(url, list === "top" ? artist.top : artist.albums)
  })
  return Object.assign(service, { deezer })
}
