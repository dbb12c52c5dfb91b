import type { APIRoute } from "astro"
import { content } from "../../../content/content.ts"
import { createAlbumItem, createSongItem } from "../../../features/music/items.ts"
import { OtherCards } from "../../../features/music/MusicCharts.tsx"
import { listLocaleParams } from "../../../i18n/paths.ts"
import { renderHtml } from "../../../ui/html.ts"

export const getStaticPaths = listLocaleParams

export const GET: APIRoute = async ({ locals: { locale } }) => {
  const [songs, albums, counts] = await Promise.all([
    content.songs(),
    content.albums(),
    content.likeCounts(),
  ])
  return Response.json({
    song: renderHtml(OtherCards, {
      locale,
      items: songs.map((song) => createSongItem(song, counts)),
    }),
    album: renderHtml(OtherCards, {
      locale,
      items: albums.map((album) => createAlbumItem(album, locale, counts)),
    }),
  })
}
