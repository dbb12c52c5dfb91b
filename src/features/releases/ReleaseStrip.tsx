import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { artistPath } from "../artists/paths.ts"
import { getDateAttribute, isUpcoming } from "./release.ts"
import type { Release } from "./schema.ts"

interface Props {
  locale: Locale
  releases: Release[]
}

export function ReleaseStrip({ locale, releases }: Props) {
  if (releases.length === 0) return null
  const t = tFor(locale)
  return (
    <section className="wrap section" aria-labelledby="releases">
      <div className="section-head">
        <h2 id="releases">{t("artists:releases.title")}</h2>
      </div>
      <ul className="strip grid gap-x-4 gap-y-8 max-md:auto-cols-[152px] md:grid-cols-3 md:gap-x-6 min-[1180px]:grid-cols-6">
        {releases.map((release) => (
          <li key={release.id} className="relative pl-4" data-artist="">
            <Day locale={locale} release={release} />
            <h3 className="mt-1 text-base wrap-anywhere">{release.title}</h3>
            <p className="text-sm text-soft">
              <CoverLink href={localePath(artistPath(release.artist_slug), locale)}>
                {release.artist_name}
              </CoverLink>
              <br />
              {t(`artists:releases.types.${release.release_type}`)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Day({ locale, release }: { locale: Locale; release: Release }) {
  const part = (format: "day" | "month") => formatDate(release.release_date, format, locale, "UTC")
  return (
    <time
      className={`text-sm text-soft before:absolute before:inset-y-0.5 before:left-0 before:w-1.5 before:rounded-full ${
        isUpcoming(release) ? "before:bg-glow" : "before:bg-line"
      }`}
      dateTime={getDateAttribute(release)}
    >
      <b className="font-display text-xl leading-[1.1] font-bold text-text">
        {part(release.date_precision === "month" ? "month" : "day")}
      </b>{" "}
      {release.date_precision === "day" && part("month")}
    </time>
  )
}
