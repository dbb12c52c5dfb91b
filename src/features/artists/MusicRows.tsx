import { Fragment, type ReactNode } from "react"
import type { CatalogueAlbum, CatalogueSong, TopSong } from "../../../db/queries/catalogue.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getItemAttributes, LikeButton } from "../music/ItemButtons.tsx"
import {
  createAlbumItem,
  createSongItem,
  type ItemLikesMap,
  type MusicItem,
} from "../music/items.ts"
import { MusicRow } from "../music/MusicRow.tsx"
import { ArtistNames } from "./ArtistNames.tsx"

export interface ArtistSong extends CatalogueSong {
  top: TopSong["rank"] | null
  likes: number
}

export interface ArtistAlbum extends CatalogueAlbum {
  likes: number
}

interface RowProps {
  locale: Locale
  slugs: ReadonlyMap<string, string>
}

const NO_LIKES: ItemLikesMap = new Map()

export function SongRow({ song, ...row }: RowProps & { song: ArtistSong }) {
  const rank = song.top !== null && (
    <b className="font-semibold text-text">
      {tFor(row.locale)("music:top.title")} · {song.top}
    </b>
  )
  return <Row {...row} row={song} item={createSongItem(song, NO_LIKES)} first={rank} />
}

export const AlbumRow = ({ album, ...row }: RowProps & { album: ArtistAlbum }) => (
  <Row {...row} row={album} item={createAlbumItem(album, row.locale, NO_LIKES)} />
)

interface Props extends RowProps {
  row: ArtistSong | ArtistAlbum
  item: MusicItem
  first?: ReactNode
}

function Row({ locale, slugs, row, item, first }: Props) {
  const t = tFor(locale)
  const names = item.artists.length > 1 && (
    <ArtistNames locale={locale} names={item.artists} slugs={slugs} />
  )
  const fact = item.fact === item.name ? "" : item.fact
  // Narrow screens have no room for the album next to the rank.
  const parts = (first ? [first, names] : [names, fact]).filter(Boolean)
  return (
    <MusicRow
      locale={locale}
      item={row}
      attributes={getItemAttributes(item)}
      hasPlayer
      about={parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not move
        <Fragment key={i}>
          {i > 0 && " · "}
          {part}
        </Fragment>
      ))}
    >
      <LikeButton t={t} item={item} likes={row.likes} />
    </MusicRow>
  )
}
