/** A release as a row of a list, with a generated cover. The row links to a music service if its link is known. */
import { artSleeve } from "../../art/pictures.ts"
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { MusicPicture } from "../music/MusicPicture.tsx"
import { ReleaseCountdown } from "./ReleaseDate.tsx"
import { formatReleaseDate, getDateAttribute, isUpcoming } from "./release.ts"
import type { Release } from "./schema.ts"

interface Props {
  locale: Locale
  release: Release
}

export function ReleaseRow({ locale, release }: Props) {
  const t = tFor(locale)
  const { id, title, release_type, link_url, note } = release
  const date = formatReleaseDate(release, locale)
  return (
    <li className="group relative flex items-center gap-4 border-t border-line py-[11px] max-md:gap-3 max-md:py-1.5">
      <MusicPicture
        className="lit size-14 flex-none rounded-small max-md:size-12"
        src={artSleeve(id)}
        size={56}
      />
      <div className="min-w-0 flex-1">
        <h3 className="font-sans text-base leading-snug font-semibold tracking-normal wrap-anywhere">
          {link_url ? (
            <CoverLink href={link_url} target="_blank" rel="noopener nofollow">
              {title} <span className="sr-only">({t("music:newTab")})</span>
              <span className="inline-block align-[-2px] text-soft">
                <IslandIcon name="out" size={16} />
              </span>
            </CoverLink>
          ) : (
            title
          )}
        </h3>
        <p className="text-sm text-soft wrap-anywhere">
          {t(`artists:releases.types.${release_type}`)}
          {" · "}
          <time dateTime={getDateAttribute(release)}>
            {isUpcoming(release) && release.date_precision === "month"
              ? t("calendar:releases.expected", { date })
              : date}
          </time>
          {note && ` · ${note}`}
        </p>
      </div>
      <ReleaseCountdown locale={locale} release={release} />
    </li>
  )
}
