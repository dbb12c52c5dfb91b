import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { PlayButton } from "./ItemButtons.tsx"
import { createAlbumItem, createSongItem, describeChartAge } from "./items.ts"

const song = {
  name: "Supernova",
  artists: ["aespa"],
  album_name: null,
  image_url: null,
  popularity: null,
  external_url: "https://example.com/1",
}

const playButton = (id: string) =>
  renderToStaticMarkup(
    createElement(PlayButton, {
      t: ((key: string) => key) as never,
      item: createSongItem({ id, ...song }, new Map()),
    }),
  )

test("only songs of a music service have a play button", () => {
  expect(playButton("spotify-4uLU6hMCjMI75M1A2tKUQC")).toContain(
    'data-play="https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC"',
  )
  expect(playButton("deezer-12")).toContain(
    'data-play="https://widget.deezer.com/widget/auto/track/12"',
  )
  expect(playButton("snapshot-song-1")).toBe("")
})

test("albums play as a whole", () => {
  const album = { ...song, id: "deezer-9", total_tracks: null, release_date: null }
  expect(createAlbumItem(album, "en", new Map()).player).toContain("/album/9")
})

const ALBUMS = [{ release_date: "2025-01-01" }, { release_date: "2025-03-07" }]

test("the age of the charts is the date of their refresh, or of their newest album", () => {
  const at = (provider: string) =>
    describeChartAge({ provider, fetched_at: "2026-11-27T12:00:00Z" }, ALBUMS, "en")
  expect(at("spotify")).toBe("Source: Spotify. Refreshed November 27, 2026.")
  expect(at("snapshot")).toBe("Our own picks as of March 2025. This list isn't refreshed.")
  expect(describeChartAge(null, ALBUMS, "en")).toBe("")
})
