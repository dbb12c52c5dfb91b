/** HTML of the artists, songs and albums that the music page shows after a press of "more". */
import type { APIRoute } from "astro"
import { content } from "../../../content/content.ts"
import { OtherArtists } from "../../../features/artists/ArtistTiles.tsx"
import { createSlugLookup } from "../../../features/artists/names.ts"
import { hasTop } from "../../../features/music/BalticTop.tsx"
import {
  createAlbumItem,
  createSongItem,
  getChartState,
  orderChartSongs,
} from "../../../features/music/items.ts"
import { OtherItems } from "../../../features/music/MusicCharts.tsx"
import { listLocaleParams } from "../../../i18n/paths.ts"
import { currentTime } from "../../../shared/clock.ts"
import { renderHtml } from "../../../ui/html.ts"

export const getStaticPaths = listLocaleParams

export const GET: APIRoute = async ({ locals: { locale } }) => {
  const [songs, albums, top, itemLikes, artists, source] = await Promise.all([
    content.songs(),
    content.albums(),
    content.balticTop(),
    content.itemLikes(),
    content.popularArtists(),
    content.chartSource(),
  ])
  const artistSlugs = createSlugLookup(artists)
  const state = getChartState(source, currentTime())
  const chart = { locale, artistSlugs, state }
  return Response.json({
    artist: renderHtml(OtherArtists, { locale, artists }),
    song: renderHtml(OtherItems, {
      ...chart,
      items: orderChartSongs(songs, hasTop(top) ? top : [], state).map((song) =>
        createSongItem(song, itemLikes),
      ),
    }),
    album: renderHtml(OtherItems, {
      ...chart,
      items: albums.map((album) => createAlbumItem(album, locale, itemLikes)),
    }),
  })
}
