/** The artists on the music page. `music/more.json` contains the tiles that the page does not show at first. */
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { ArtistTile } from "./ArtistTile.tsx"
import type { PicturedArtist } from "./pictures.ts"

/** Number of tiles in the built page: one row on wide screens, and two rows on phones. */
const FIRST_TILES = 8

interface Props {
  locale: Locale
  /** The most popular artists first. */
  artists: PicturedArtist[]
}

const renderTiles = ({ locale, artists }: Props) =>
  artists.map((artist) => <ArtistTile key={artist.id} locale={locale} artist={artist} />)

/** Renders the tiles that are not part of the page, for `music/more.json`. */
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
      <ol className="grid grid-cols-4 gap-x-2 gap-y-4 md:grid-cols-8 md:gap-x-6 md:gap-y-7">
        {renderTiles({ locale, artists: artists.slice(0, FIRST_TILES) })}
      </ol>
    </section>
  )
}
