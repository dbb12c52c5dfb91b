import { pageTranslate } from "../../../i18n/page-translate.ts"
import type { CalendarRelease } from "./schema.ts"

interface Props {
  release: CalendarRelease
  level: "h3" | "h4"
}

export const ReleaseItem = ({ release, level: Heading }: Props) => (
  <li className="grid grid-cols-[6px_minmax(0,1fr)] items-start gap-x-4.5 gap-y-1 border-t border-line py-3.5 last:border-b sm:grid-cols-[6px_148px_minmax(0,1fr)]">
    <span className="self-stretch rounded-full bg-glow max-sm:row-span-2" />
    <p className="text-md text-soft">{release.type}</p>
    <div className="max-sm:col-start-2">
      <Heading className="font-sans text-base leading-[1.4] font-semibold tracking-normal wrap-anywhere">
        <a className="underline-offset-4 hover:underline" href={release.path}>
          {release.artist}: {release.title}
        </a>
      </Heading>
      {release.note && <p className="meta">{release.note}</p>}
    </div>
  </li>
)

/** Releases of a month whose day is unknown. */
export function UndatedReleases({ releases }: { releases: CalendarRelease[] }) {
  if (releases.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="undated">
      <h3 id="undated" className="mb-4">
        {pageTranslate()("calendar:releases.dayUnknown")}
      </h3>
      <ul>
        {releases.map((release) => (
          <ReleaseItem key={release.id} release={release} level="h4" />
        ))}
      </ul>
    </section>
  )
}
