import { Fragment } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { toArtistKey } from "./names.ts"
import { artistPath } from "./paths.ts"

interface Props {
  locale: Locale
  names: string[]
  /** Slugs of artist pages by the key that `toArtistKey()` returns. Names without a slug are not links. */
  artistSlugs: ReadonlyMap<string, string>
}

export const ArtistNames = ({ locale, names, artistSlugs }: Props) =>
  names.map((name, i) => {
    const slug = artistSlugs.get(toArtistKey(name))
    return (
      <Fragment key={name}>
        {i > 0 && ", "}
        {slug ? (
          <a
            className="relative z-1 pb-1.5 -outline-offset-2 underline-offset-4 hover:text-text hover:underline"
            href={localePath(artistPath(slug), locale)}
          >
            {name}
          </a>
        ) : (
          name
        )}
      </Fragment>
    )
  })
