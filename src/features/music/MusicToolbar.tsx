import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"

export type MusicSection = "top" | "artists" | "releases" | "songs" | "albums"

interface Props {
  locale: Locale
  sections: MusicSection[]
}

/** Renders links to the sections of the music page. artist-filter.ts adds a button whose label is in `data-toolbar`. */
export function MusicToolbar({ locale, sections }: Props) {
  const t = tFor(locale)
  return (
    <nav aria-label={t("music:title")}>
      <ul
        className="strip mt-4 items-center gap-x-2 max-md:mt-3 max-md:auto-cols-max max-md:[mask-image:linear-gradient(to_left,#0000,#000_20px)] md:flex"
        data-toolbar={t("music:ownArtists.title")}
      >
        {sections.map((section) => (
          <li key={section}>
            <a className="btn btn-small btn-ghost" href={`#${section}`}>
              {t(`music:sections.${section}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
