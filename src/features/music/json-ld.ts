import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { getT } from "../../i18n/t.ts"
import { breadcrumbJsonLd } from "../../seo.ts"
import type { Album, Song } from "./item.ts"

const byArtist = (artists: string) => ({ "@type": "MusicGroup", name: artists })

const listOf = (name: string, items: object[]): object => ({
  "@context": "https://schema.org",
  "@type": "ItemList",
  name,
  itemListElement: items.map((item, i) => ({ "@type": "ListItem", position: i + 1, item })),
})

/** Both charts and the way to them, for search engines. */
export function musicJsonLd(songs: Song[], albums: Album[], locale: Locale): object[] {
  const t = getT(locale)
  const recordings = songs.map(({ name, artists, url, album }) => ({
    "@type": "MusicRecording",
    name,
    url,
    byArtist: byArtist(artists),
    inAlbum: album ? { "@type": "MusicAlbum", name: album } : undefined,
  }))
  const records = albums.map(({ name, artists, url, tracks, released }) => ({
    "@type": "MusicAlbum",
    name,
    url,
    byArtist: byArtist(artists),
    numTracks: tracks ?? undefined,
    datePublished: released ?? undefined,
  }))
  const lists = [
    ...(songs.length > 0 ? [listOf(t("music:songs"), recordings)] : []),
    ...(albums.length > 0 ? [listOf(t("music:albums"), records)] : []),
  ]
  return [
    ...lists,
    breadcrumbJsonLd([
      { name: t("common:nav.home"), path: localePath("/", locale) },
      { name: t("music:title"), path: localePath("/music", locale) },
    ]),
  ]
}
