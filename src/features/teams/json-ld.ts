import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { getT } from "../../i18n/t.ts"
import { absolute, breadcrumbJsonLd } from "../../seo.ts"
import { fullPlace } from "./place-text.ts"
import { coverOf, SOCIAL_LINKS, type Team, teamPath } from "./team.ts"

/** The longest description for search engines, in characters: they show no more. */
const DESCRIPTION_MAX = 155

const cut = (text: string) =>
  text.length <= DESCRIPTION_MAX
    ? text
    : `${text.slice(0, DESCRIPTION_MAX - 1).replace(/\s+\S*$/, "")}…`

/** What search engines and link previews tell of a team. */
export function teamDescription(team: Team, locale: Locale): string {
  const t = getT(locale)
  const place = fullPlace(team, t)
  if (team.description) return cut(team.description.replace(/\s+/g, " "))
  return place
    ? t("teams:meta.teamIn", { name: team.name, location: place })
    : t("teams:meta.team", { name: team.name })
}

/** A team and the way to it, for search engines. */
export function teamJsonLd(team: Team, locale: Locale): object[] {
  const t = getT(locale)
  const path = localePath(teamPath(team.slug), locale)
  const place = fullPlace(team, t)
  const sameAs = SOCIAL_LINKS.flatMap(({ field }) => team[field] ?? [])
  return [
    {
      "@context": "https://schema.org",
      // A kind of PerformingGroup.
      "@type": "DanceGroup",
      name: team.name,
      description: teamDescription(team, locale),
      url: absolute(path),
      image: absolute(coverOf(team).share),
      location: place ? { "@type": "Place", name: place } : undefined,
      sameAs: sameAs.length > 0 ? sameAs : undefined,
    },
    breadcrumbJsonLd([
      { name: t("common:nav.home"), path: localePath("/", locale) },
      { name: t("teams:title"), path: localePath("/teams", locale) },
      { name: team.name, path },
    ]),
  ]
}
