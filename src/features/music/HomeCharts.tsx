import type { CatalogueAlbum, CatalogueSong } from "../../../db/queries/catalogue.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { EmptyState } from "../../ui/LoadState.tsx"
import { ArtistNames } from "../artists/ArtistNames.tsx"
import { getItemAttributes } from "./ItemButtons.tsx"
import { type ChartState, getChartTitle } from "./items.ts"
import { MusicRow } from "./MusicRow.tsx"
import { getCardId } from "./paths.ts"
import type { ItemType } from "./schema.ts"

interface ChartProps {
  locale: Locale
  type: ItemType
  state: ChartState
  items: (CatalogueSong | CatalogueAlbum)[]
  artistSlugs: ReadonlyMap<string, string>
}

function Chart({ locale, type, state, items, artistSlugs }: ChartProps) {
  const t = tFor(locale)
  const id = `${type}s` as const
  return (
    // The heading and the list are rows of the grid, so that both lists start at the same height.
    <section className="row-span-2 grid grid-rows-subgrid content-start" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{t(getChartTitle(type, state))}</h2>
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
              rank={type === "song" && state === "current" ? i + 1 : null}
              about={<ArtistNames locale={locale} names={item.artists} artistSlugs={artistSlugs} />}
              attributes={getItemAttributes({ type, id: item.id })}
              page={localePath(`/music#${getCardId(type, item.id)}`, locale)}
            />
          ))}
        </ol>
      ) : (
        <EmptyState title={t("home:music.empty.title")} text={t("home:music.empty.text")} />
      )}
    </section>
  )
}

interface Props extends Omit<ChartProps, "type" | "items"> {
  songs: CatalogueSong[]
  albums: CatalogueAlbum[]
}

export const HomeCharts = ({ songs, albums, ...chart }: Props) => (
  <div className="wrap section">
    <div className="strip grid gap-x-14 max-md:auto-cols-[88%] max-md:gap-x-6 md:grid-cols-2">
      <Chart {...chart} type="song" items={songs} />
      <Chart {...chart} type="album" items={albums} />
    </div>
  </div>
)
