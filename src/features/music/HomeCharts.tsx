/** The top songs and albums on the home page. Each links to the music service. */
import type { ReactNode } from "react"
import type { CatalogueAlbum, CatalogueSong } from "../../../db/queries/catalogue.ts"
import { artSleeve } from "../../art/pictures.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { EmptyState } from "../../ui/LoadState.tsx"
import { getChartTitle } from "./items.ts"
import { MusicPicture } from "./MusicPicture.tsx"
import type { ItemType } from "./schema.ts"

interface ChartProps {
  locale: Locale
  type: ItemType
  /** Whether the chart was fetched recently. The heading of an older chart does not call it current. */
  isCurrent: boolean
  items: (CatalogueSong | CatalogueAlbum)[]
}

function Chart({ locale, type, isCurrent, items }: ChartProps) {
  const t = tFor(locale)
  const id = `${type}s` as const
  return (
    <section aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{t(getChartTitle(type, isCurrent))}</h2>
        <a className="more" href={localePath(`/music#${id}`, locale)}>
          {t(id === "songs" ? "home:music.allSongs" : "home:music.allAlbums")}
        </a>
      </div>
      {items.length > 0 ? (
        <ol>
          {items.map((item, i) => (
            <MusicRow
              key={item.id}
              locale={locale}
              item={item}
              rank={id === "songs" ? i + 1 : null}
            >
              <Facts locale={locale} item={item} />
            </MusicRow>
          ))}
        </ol>
      ) : (
        <EmptyState title={t("home:music.empty.title")} text={t("home:music.empty.text")} />
      )}
    </section>
  )
}

interface RowProps {
  locale: Locale
  item: Pick<CatalogueSong, "id" | "name" | "artists" | "image_url" | "external_url">
  rank: number | null
  /** Content at the end of the link. */
  children?: ReactNode
  /** Text before the artists. */
  rankChange?: ReactNode
  /** Buttons after the link. */
  buttons?: ReactNode
  attributes?: Record<`data-${string}`, string>
}

export function MusicRow({
  locale,
  item,
  rank,
  children,
  rankChange,
  buttons,
  attributes,
}: RowProps) {
  const t = tFor(locale)
  const artists = item.artists.join(", ")
  return (
    <li
      className={`border-t border-line last:border-b${buttons ? " flex items-center" : ""}`}
      {...attributes}
    >
      <a
        className={`group flex items-center gap-4 py-[11px] text-soft max-md:py-1.5${buttons ? " min-w-0 flex-1" : ""}`}
        href={item.external_url}
        target="_blank"
        rel="noopener"
      >
        {rank && (
          <b className="w-7 flex-none font-display text-md leading-normal font-semibold whitespace-nowrap">
            {rank}
          </b>
        )}
        <MusicPicture
          className="size-14 rounded-small max-md:size-11"
          src={item.image_url ?? artSleeve(item.id)}
          size={56}
        />
        <span className="grid min-w-0 flex-1 leading-[1.35] max-md:*:truncate">
          <strong className="font-semibold text-text underline-offset-4 group-hover:underline">
            {item.name}
          </strong>
          <span className="text-sm">
            {rankChange}
            {artists}
          </span>
        </span>
        {children}
        <span className="sr-only">({t("home:music.newTab")})</span>
      </a>
      {buttons}
    </li>
  )
}

function Facts({ locale, item }: { locale: Locale; item: CatalogueSong | CatalogueAlbum }) {
  const count = "total_tracks" in item ? item.total_tracks : null
  return (
    <>
      {count !== null && (
        <span className="text-sm whitespace-nowrap">
          {tFor(locale)("home:music.tracks", { count })}
        </span>
      )}
      <span className="flex-none group-hover:text-text">
        <IslandIcon name="out" size={18} />
      </span>
    </>
  )
}

interface Props {
  locale: Locale
  songs: CatalogueSong[]
  albums: CatalogueAlbum[]
  isCurrent: boolean
}

export const HomeCharts = ({ locale, songs, albums, isCurrent }: Props) => (
  <div className="wrap section grid gap-x-14 gap-y-12 md:grid-cols-2">
    <Chart locale={locale} type="song" isCurrent={isCurrent} items={songs} />
    <Chart locale={locale} type="album" isCurrent={isCurrent} items={albums} />
  </div>
)
