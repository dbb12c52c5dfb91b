import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { formatReleaseDate, getDateAttribute, isUpcoming } from "./release.ts"
import type { Release } from "./schema.ts"

interface Props {
  locale: Locale
  release: Release
}

export function ReleaseRow({ locale, release }: Props) {
  const t = tFor(locale)
  const { title, release_type, link_url, note } = release
  const date = formatReleaseDate(release, locale)
  return (
    <li className="flex items-start gap-4 border-t border-line py-3">
      <div className="min-w-0 flex-1">
        <h3 className="text-base wrap-anywhere">
          {link_url ? (
            <a
              className="underline decoration-edge underline-offset-4"
              href={link_url}
              target="_blank"
              rel="noopener nofollow"
            >
              {title} <span className="sr-only">({t("music:newTab")})</span>
            </a>
          ) : (
            title
          )}
        </h3>
        <p className="text-sm text-soft wrap-anywhere">
          <time dateTime={getDateAttribute(release)}>
            {isUpcoming(release) ? t("calendar:releases.expected", { date }) : date}
          </time>
          {note && ` · ${note}`}
        </p>
      </div>
      <span className="badge flex-none">{t(`artists:releases.types.${release_type}`)}</span>
    </li>
  )
}
