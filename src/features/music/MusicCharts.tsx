/** The page contains only the first cards. MusicScript.astro loads the others from `music/rest.json`. */
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { Button } from "../../ui/Button.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { EmptyState } from "../../ui/LoadState.tsx"
import { ArtistNames } from "../artists/ArtistNames.tsx"
import { getItemAttributes, LikeButton, PlayButton } from "./ItemButtons.tsx"
import { getChartTitle, type MusicItem } from "./items.ts"
import { MusicPicture } from "./MusicPicture.tsx"
import { getCardId } from "./paths.ts"
import { ServiceLink } from "./ServiceLink.tsx"
import { FIRST_CARDS, type ItemType, PAGE_SIZE } from "./schema.ts"

const factLine = "line-clamp-2 min-h-[1.5em] text-sm leading-normal wrap-anywhere"

interface CardsProps {
  locale: Locale
  items: MusicItem[]
  isCurrent: boolean
  slugs: ReadonlyMap<string, string>
}

interface CardProps extends Pick<CardsProps, "locale" | "slugs"> {
  item: MusicItem
  /** The rank is null for an album, and for an old chart. */
  rank: number | null
}

function MusicCard({ locale, item, rank, slugs }: CardProps) {
  const t = tFor(locale)
  // A card takes three rows of the grid, so that buttons are aligned.
  return (
    <li
      id={getCardId(item.type, item.id)}
      className="group relative row-span-3 grid scroll-mt-24 grid-rows-subgrid content-start rounded-card pb-6.5 target:bg-raise target:outline-8 target:outline-raise"
      {...getItemAttributes(item)}
    >
      {rank !== null && (
        <span className="pointer-events-none absolute top-2.5 left-2.5 z-1 min-w-[34px] rounded-full bg-night px-2 py-1 text-center font-display text-sm font-bold text-on-night">
          {rank}
        </span>
      )}
      <MusicPicture
        className="lit aspect-square h-auto w-full rounded-card"
        src={item.image}
        size={320}
      />
      <div>
        <h3 className="mt-3.5 text-base leading-tight text-wrap">
          <ServiceLink
            className="-mt-1 line-clamp-2 pt-1 wrap-anywhere"
            locale={locale}
            name={item.name}
            url={item.url}
          />
        </h3>
        <p className={`${factLine} mt-1`}>
          <ArtistNames locale={locale} names={item.artists} slugs={slugs} />
        </p>
        <p className={`${factLine} text-soft`}>{item.fact}</p>
      </div>
      <div className="mt-1 -ml-[11px] flex min-h-11 items-center">
        <LikeButton t={t} item={item} likes={item.likes} />
        {item.type === "song" && (
          <button
            className="icon-btn needs-script relative z-1 aria-pressed:bg-glow aria-pressed:text-on-glow aria-pressed:*:fill-current"
            type="button"
            aria-pressed="false"
            aria-label={t("music:favorite", { name: item.name })}
            data-needs-login=""
            data-login-text={t("music:toasts.signIn.favorite")}
            data-favorite=""
          >
            <IslandIcon name="star" size={22} />
          </button>
        )}
        <PlayButton t={t} item={item} />
        <span className={item.player ? "px-3" : "ml-auto"}>
          <IslandIcon name="out" size={20} />
        </span>
      </div>
    </li>
  )
}

export const OtherCards = ({ items, isCurrent, ...card }: CardsProps) =>
  items
    .map((item, i) => (
      <MusicCard key={item.id} item={item} rank={getShownRank(item, i, isCurrent)} {...card} />
    ))
    .slice(FIRST_CARDS)

const getShownRank = ({ type }: MusicItem, index: number, isCurrent: boolean) =>
  type === "song" && isCurrent ? index + 1 : null

interface ChartProps extends CardsProps {
  type: ItemType
  note?: string
}

function Chart({ type, items, isCurrent, note, ...card }: ChartProps) {
  const t = tFor(card.locale)
  const id = `${type}s` as const
  return (
    <section className="wrap section" aria-labelledby={id} data-chart={type}>
      <div className="section-head flex-wrap">
        <h2 id={id}>{t(getChartTitle(type, isCurrent))}</h2>
        {note && <p className="text-sm text-soft">{note}</p>}
      </div>
      {items.length > 0 ? (
        <ol className="grid grid-cols-2 gap-x-4 min-[600px]:grid-cols-3 md:gap-x-6 min-[1180px]:grid-cols-6">
          {items.slice(0, FIRST_CARDS).map((item, i) => (
            <MusicCard
              key={item.id}
              item={item}
              rank={getShownRank(item, i, isCurrent)}
              {...card}
            />
          ))}
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
  age: string
}

export const MusicCharts = ({ songs, albums, age, ...chart }: Props) => (
  <>
    <Chart type="song" items={songs} note={age} {...chart} />
    <Chart type="album" items={albums} {...chart} />
  </>
)
