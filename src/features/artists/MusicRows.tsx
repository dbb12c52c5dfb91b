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
  /** Rank in the Baltic Top, the chart of the members' likes. Null for other songs. */
  topRank: TopSong["rank"] | null
  likes: number
}

export interface ArtistAlbum extends CatalogueAlbum {
  likes: number
}

interface RowProps {
  locale: Locale
  artistSlugs: ReadonlyMap<string, string>
}

/** A `MusicItem` needs a map of likes, but the rows show the likes of `ArtistSong` or `ArtistAlbum`. */
const NO_LIKES: ItemLikesMap = new Map()

export function SongRow({ song, ...row }: RowProps & { song: ArtistSong }) {
  const rank = song.topRank !== null && (
    <b className="font-semibold text-text">
      {tFor(row.locale)("music:top.title")} · {song.topRank}
    </b>
  )
  return <Row {...row} row={song} item={createSongItem(song, NO_LIKES)} topRank={rank} />
}

export const AlbumRow = ({ album, ...row }: RowProps & { album: ArtistAlbum }) => (
  <Row {...row} row={album} item={createAlbumItem(album, row.locale, NO_LIKES)} />
)

interface Props extends RowProps {
  row: ArtistSong | ArtistAlbum
  /** The same song or album, prepared for display. */
  item: MusicItem
  topRank?: ReactNode
}

function Row({ locale, artistSlugs, row, item, topRank }: Props) {
  const t = tFor(locale)
  const coArtists = item.artists.length > 1 && (
    <ArtistNames locale={locale} names={item.artists} artistSlugs={artistSlugs} />
  )
  // The album of a single often has the name of the song, which is not repeated.
  const fact = item.fact === item.name ? "" : item.fact
  // Narrow screens have no room for the album next to the rank.
  const details = (topRank ? [topRank, coArtists] : [coArtists, fact]).filter(Boolean)
  return (
    <MusicRow
      locale={locale}
      item={row}
      attributes={getItemAttributes(item)}
      hasPlayer
      about={details.map((detail, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the details do not move
        <Fragment key={i}>
          {i > 0 && " · "}
          {detail}
        </Fragment>
      ))}
    >
      <LikeButton t={t} item={item} likes={row.likes} />
    </MusicRow>
  )
}
