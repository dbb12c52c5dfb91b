import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { artistPath } from "./paths.ts"
import type { PicturedArtist } from "./pictures.ts"

interface Props {
  locale: Locale
  artist: Pick<PicturedArtist, "slug" | "name" | "picture">
}

/** Renders an artist as a list item: a round picture above the name. The tile links to the artist's page. */
export const ArtistTile = ({ locale, artist: { slug, name, picture } }: Props) => (
  <li className="group relative min-w-0 text-center" data-artist={slug}>
    <MusicPicture
      className="lit mx-auto aspect-square w-full max-w-28 rounded-full"
      src={picture}
      size={84}
    />
    <CoverLink
      className="mt-2 line-clamp-2 text-xs leading-tight font-semibold md:text-sm"
      href={localePath(artistPath(slug), locale)}
    >
      {name}
    </CoverLink>
  </li>
)
