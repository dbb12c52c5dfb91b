import { artSleeve } from "../../art/pictures.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { artistPath } from "../artists/paths.ts"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { ReleaseCountdown, ReleaseDate } from "./ReleaseDate.tsx"
import type { Release } from "./schema.ts"

interface Props {
  locale: Locale
  release: Release
}

/** Renders a release as a list item: a generated cover above the title. The tile links to the artist's page. */
export const ReleaseTile = ({ locale, release }: Props) => (
  <li className="group relative min-w-0" data-artist={release.artist_slug}>
    <MusicPicture
      className="lit aspect-square w-full rounded-card"
      src={artSleeve(release.id)}
      size={176}
    />
    <p className="absolute top-2.5 left-2.5 leading-none">
      <ReleaseCountdown locale={locale} release={release} />
    </p>
    <h3 className="mt-3 font-sans text-base leading-tight tracking-normal wrap-anywhere">
      {release.title}
    </h3>
    <p className="mt-1 text-sm text-soft">
      <CoverLink className="text-text" href={localePath(artistPath(release.artist_slug), locale)}>
        {release.artist_name}
      </CoverLink>
      <br />
      <ReleaseDate locale={locale} release={release} />
      {" · "}
      {tFor(locale)(`artists:releases.types.${release.release_type}`)}
    </p>
  </li>
)
