/** The next and the latest releases on the music page. On narrow screens they scroll in one row. */
import type { Locale } from "../../i18n/locales.ts"
import { tFor } from "../../i18n/t-for.ts"
import { ReleaseTile } from "./ReleaseTile.tsx"
import type { Release } from "./schema.ts"

interface Props {
  locale: Locale
  releases: Release[]
}

export function ReleaseStrip({ locale, releases }: Props) {
  if (releases.length === 0) return null
  return (
    <section className="wrap section" aria-labelledby="releases">
      <div className="section-head">
        <h2 id="releases">{tFor(locale)("artists:releases.title")}</h2>
      </div>
      <ul className="strip grid gap-x-4 gap-y-8 max-md:auto-cols-[144px] md:grid-cols-3 md:gap-x-6 min-[1180px]:grid-cols-6">
        {releases.map((release) => (
          <ReleaseTile key={release.id} locale={locale} release={release} />
        ))}
      </ul>
    </section>
  )
}
