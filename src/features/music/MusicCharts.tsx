/**
 * The charts of the music page. The prebuilt page contains only the first songs and albums; charts.ts loads the others
 * from `music/more.json`.
 */
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { Button } from "../../ui/Button.tsx"
import { EmptyState } from "../../ui/LoadState.tsx"
import { ArtistNames } from "../artists/ArtistNames.tsx"
import { getItemAttributes, LikeButton } from "./ItemButtons.tsx"
import { ItemLink } from "./ItemLink.tsx"
import { type ChartState, getChartTitle, type MusicItem } from "./items.ts"
import { MusicCover } from "./MusicCover.tsx"
import { MusicRow } from "./MusicRow.tsx"
import { getCardId } from "./paths.ts"
import { findPlayer } from "./players.ts"
import { FIRST_CARDS, type ItemType, PAGE_SIZE } from "./schema.ts"

const FACT_LINE_CLASSES = "line-clamp-2 min-h-[1.5em] text-sm leading-normal wrap-anywhere"

interface CardsProps {
  locale: Locale
  items: MusicItem[]
  /** Only current charts show ranks. */
  state: ChartState
  artistSlugs: ReadonlyMap<string, string>
}

interface ItemProps extends Pick<CardsProps, "locale" | "artistSlugs"> {
  item: MusicItem
  rank: number | null
}

function ChartSong({ locale, item, rank, artistSlugs }: ItemProps) {
  const t = tFor(locale)
  return (
    <MusicRow
      id={getCardId(item.type, item.id)}
      locale={locale}
      item={{ ...item, image_url: item.image, external_url: item.url }}
      rank={rank}
      about={<ArtistNames locale={locale} names={item.artists} artistSlugs={artistSlugs} />}
      attributes={getItemAttributes(item)}
      hasPlayer
    >
      <LikeButton t={t} item={item} likes={item.likes} />
    </MusicRow>
  )
}

function AlbumCard({ locale, item, artistSlugs }: ItemProps) {
  const isPlayable = findPlayer(item.url) !== null
  // A card takes two rows of the grid, so that buttons are aligned even if names have different lengths.
  return (
    <li
      id={getCardId(item.type, item.id)}
      className="group relative row-span-2 grid scroll-mt-24 grid-rows-subgrid content-start rounded-card pb-4 target:bg-raise target:outline-8 target:outline-raise"
      {...getItemAttributes(item)}
    >
      <MusicCover
        className="aspect-square h-auto w-full rounded-card"
        src={item.image}
        size={320}
        isPlayable={isPlayable}
      />
      <div className="flex items-start">
        <div className="min-w-0 flex-1">
          <h3 className="mt-3 font-sans text-base leading-tight tracking-normal text-wrap">
            <ItemLink
              className="-mt-1 line-clamp-2 pt-1 wrap-anywhere"
              locale={locale}
              name={item.name}
              url={item.url}
              isPlayable={isPlayable}
            />
          </h3>
          <p className={`${FACT_LINE_CLASSES} mt-1`}>
            <ArtistNames locale={locale} names={item.artists} artistSlugs={artistSlugs} />
          </p>
          <p className={`${FACT_LINE_CLASSES} text-soft`}>{item.fact}</p>
        </div>
        <div className="mt-1">
          <LikeButton t={tFor(locale)} item={item} likes={item.likes} isStacked />
        </div>
      </div>
    </li>
  )
}

const renderItems = ({ items, state, ...props }: CardsProps) =>
  items.map((item, i) => {
    const Item = item.type === "song" ? ChartSong : AlbumCard
    return <Item key={item.id} item={item} rank={state === "current" ? i + 1 : null} {...props} />
  })

/** Renders the songs or albums of `music/more.json`, which are not part of the prebuilt page. */
export const OtherItems = (props: CardsProps) => renderItems(props).slice(FIRST_CARDS)

interface ChartProps extends CardsProps {
  type: ItemType
  note?: string
}

function Chart({ type, items, state, note, ...card }: ChartProps) {
  const t = tFor(card.locale)
  const id = `${type}s` as const
  return (
    <section className="wrap section" aria-labelledby={id} data-chart={type}>
      <div className="section-head">
        <h2 id={id}>{t(getChartTitle(type, state))}</h2>
        {note && <p className="text-sm text-soft">{note}</p>}
      </div>
      {items.length > 0 ? (
        <ol
          className={
            type === "song"
              ? "md:grid md:grid-cols-2 md:gap-x-14"
              : "grid grid-cols-2 gap-x-4 min-[600px]:grid-cols-3 md:gap-x-6 min-[1180px]:grid-cols-6"
          }
        >
          {renderItems({ items, state, ...card }).slice(0, FIRST_CARDS)}
        </ol>
      ) : (
        <EmptyState title={t("music:empty.title")} text={t("music:empty.text")} />
      )}
      {items.length > FIRST_CARDS && (
        <>
          <p className="sr-only" role="status" />
          <p className="needs-script mt-4.5 text-center">
            <Button className="btn-ghost" data-more={PAGE_SIZE}>
              {t(`music:more.${id}`)}
            </Button>
          </p>
        </>
      )}
    </section>
  )
}

interface Props extends Omit<ChartProps, "type" | "items" | "note"> {
  songs: MusicItem[]
  albums: MusicItem[]
  /** A text about the source and age of the charts, below the heading of the song chart. */
  sourceNote: string
}

export const MusicCharts = ({ songs, albums, sourceNote, ...chart }: Props) => (
  <>
    <Chart type="song" items={songs} note={sourceNote} {...chart} />
    <Chart type="album" items={albums} {...chart} />
  </>
)
