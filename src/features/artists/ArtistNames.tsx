import { Fragment } from "react"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { artistKey } from "./names.ts"
import { artistPath } from "./paths.ts"

interface Props {
  locale: Locale
  names: string[]
  slugs: ReadonlyMap<string, string>
}

export const ArtistNames = ({ locale, names, slugs }: Props) =>
  names.map((name, i) => {
    const slug = slugs.get(artistKey(name))
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
