import type { APIRoute } from "astro"
import { content } from "../../../content/content.ts"
import { createSlugLookup } from "../../../features/artists/names.ts"
import { createAlbumItem, createSongItem } from "../../../features/music/items.ts"
import { OtherCards } from "../../../features/music/MusicCharts.tsx"
import { listLocaleParams } from "../../../i18n/paths.ts"
import { renderHtml } from "../../../ui/html.ts"

export const getStaticPaths = listLocaleParams

export const GET: APIRoute = async ({ locals: { locale } }) => {
  const [songs, albums, itemLikes, artists] = await Promise.all([
    content.songs(),
    content.albums(),
    content.itemLikes(),
    content.artists(),
  ])
  const slugs = createSlugLookup(artists)
  return Response.json({
    song: renderHtml(OtherCards, {
      locale,
      slugs,
      items: songs.map((song) => createSongItem(song, itemLikes)),
    }),
    album: renderHtml(OtherCards, {
      locale,
      slugs,
      items: albums.map((album) => createAlbumItem(album, locale, itemLikes)),
    }),
  })
}
