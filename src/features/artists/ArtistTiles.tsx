/** Sections with round pictures of artists, on the music page and on the pages of artists. */
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { artistPath } from "./paths.ts"
import type { PicturedArtist } from "./pictures.ts"

/** Number of tiles in the prebuilt page: one row on wide screens, two on phones. "Show all" loads the other tiles. */
const FIRST_TILES = 8

interface Props {
  locale: Locale
  /** The most popular artists first. */
  artists: PicturedArtist[]
}

const GRID_CLASSES = "grid grid-cols-4 gap-x-2 gap-y-4 md:grid-cols-8 md:gap-x-6 md:gap-y-7"

const renderTiles = ({ locale, artists }: Props) =>
  artists.map(({ id, slug, name, picture }) => (
    <li key={id} className="group relative min-w-0 text-center" data-artist={slug}>
      <span className="relative mx-auto block max-w-28">
        <MusicPicture className="lit aspect-square w-full rounded-full" src={picture} size={84} />
      </span>
      <CoverLink
        className="mt-2 line-clamp-2 text-xs leading-tight font-semibold md:text-sm"
        href={localePath(artistPath(slug), locale)}
      >
        {name}
      </CoverLink>
    </li>
  ))

/** Renders the tiles of `music/more.json`, which are not part of the prebuilt page. */
export const OtherArtists = ({ locale, artists }: Props) =>
  renderTiles({ locale, artists: artists.slice(FIRST_TILES) })

export function ArtistTiles({ locale, artists }: Props) {
  if (artists.length === 0) return null
  const t = tFor(locale)
  return (
    <section className="wrap section" aria-labelledby="artists" data-chart="artist">
      <div className="section-head">
        <h2 id="artists">{t("artists:title")}</h2>
        {artists.length > FIRST_TILES && (
          <p className="needs-script">
            <button className="more" type="button" data-more={artists.length}>
              {t("artists:showAll")}
            </button>
          </p>
        )}
      </div>
      <ol className={GRID_CLASSES}>
        {renderTiles({ locale, artists: artists.slice(0, FIRST_TILES) })}
      </ol>
    </section>
  )
}

/** Renders the most popular artists below the page of another artist. */
export function MoreArtists({ locale, artists }: Props) {
  if (artists.length === 0) return null
  return (
    <section className="wrap section" aria-labelledby="more-artists">
      <h2 id="more-artists" className="mb-6">
        {tFor(locale)("artists:more")}
      </h2>
      <ul className={GRID_CLASSES}>
        {renderTiles({ locale, artists: artists.slice(0, FIRST_TILES) })}
      </ul>
    </section>
  )
}
