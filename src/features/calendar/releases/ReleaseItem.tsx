import { pageTranslate } from "../../../i18n/page-translate.ts"
import { RELEASE_MARK_IN_ROW_CLASS, ROW_CLASSES } from "../row-classes.ts"
import type { CalendarRelease } from "./schema.ts"

interface Props {
  release: CalendarRelease
  level: "h3" | "h4"
}

export const ReleaseItem = ({ release, level: Heading }: Props) => (
  <li className={ROW_CLASSES.row}>
    <span className={RELEASE_MARK_IN_ROW_CLASS} aria-hidden="true">
      ♪
    </span>
    <Heading className={ROW_CLASSES.title}>
      <a className={ROW_CLASSES.link} href={release.path}>
        {release.artist}: {release.title}
      </a>
    </Heading>
    <p className={ROW_CLASSES.facts}>
      <span>{release.type}</span>
      {release.note && <span>{release.note}</span>}
    </p>
  </li>
)

export function UndatedReleases({ releases }: { releases: CalendarRelease[] }) {
  if (releases.length === 0) return null
  return (
    <section className="mt-6" aria-labelledby="undated">
      <h3 id="undated" className="mb-1.5">
        {pageTranslate()("calendar:releases.dayUnknown")}
      </h3>
      <ul className={`${ROW_CLASSES.rows} border-y border-line py-1.5`}>
        {releases.map((release) => (
          <ReleaseItem key={release.id} release={release} level="h4" />
        ))}
      </ul>
    </section>
  )
}
