import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { artistPath } from "./paths.ts"
import type { Artist } from "./schema.ts"

export function ArtistLinks({ locale, artists }: { locale: Locale; artists: Artist[] }) {
  if (artists.length === 0) return null
  const t = tFor(locale)
  return (
    <section className="wrap section" aria-labelledby="artists">
      <div className="section-head">
        <h2 id="artists">{t("artists:title")}</h2>
      </div>
      <ul
        className="strip gap-2 md:flex md:flex-wrap max-md:auto-cols-max max-md:grid-rows-2 max-md:[&_a]:w-full"
        data-artist-list={t("music:ownArtists.title")}
      >
        {artists.map(({ slug, name }) => (
          <li key={slug} data-artist="">
            <a className="btn btn-ghost btn-small" href={localePath(artistPath(slug), locale)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
