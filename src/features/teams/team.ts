import type { Translate } from "../../i18n/keys.ts"
import { splitLocale } from "../../i18n/paths.ts"
import { listLanguages } from "../../i18n/translation.ts"
import type { Team } from "./schema.ts"

export { postPath, teamPath } from "./paths.ts"
export type { Team, TeamCard } from "./schema.ts"

/** Returns the property `languages` of a team's page: the languages of the description, if the team has one. */
export const getTeamPageLanguages = (
  team: Pick<Team, "description" | "language" | "translations">,
) => (team.description ? { languages: listLanguages(team) } : {})

const hasCyrillic = (text: string) => /\p{Script=Cyrillic}/u.test(text)

/**
 * Returns the location and country, such as "Rīga, Latvia". A middle dot separates two scripts, as in "Rīga · Латвия".
 */
export function formatPlace(
  { location, country }: Pick<Team, "location" | "country">,
  t: Translate,
): string | null {
  const countryName = country && t(`common:countries.${country}`)
  if (!location || !countryName) return location || countryName || null
  const isOfOneScript = hasCyrillic(location) === hasCyrillic(countryName)
  return `${location}${isOfOneScript ? ", " : " · "}${countryName}`
}

export const MAX_POSTS_IN_BUILT_PAGE = 20

const TEAM_PATH = /^\/teams\/([a-z\d]+(?:-[a-z\d]+)*)(?:\/manage)?$/

/** Returns the slug in the path of a team's page or its manage page, in any locale. Null for all other paths. */
export const getTeamSlug = (pathname: string): string | null =>
  TEAM_PATH.exec(splitLocale(pathname).path)?.[1] ?? null

const POST_PATH = /^\/teams\/[^/]+\/posts\/([\da-f-]{36})$/

export const getPostId = (pathname: string): string | null =>
  POST_PATH.exec(splitLocale(pathname).path)?.[1] ?? null

export const SOCIAL_LINKS = [
  { field: "website_url", label: "teams:page.website", icon: "globe" },
  { field: "instagram_url", label: "teams:manage.form.instagram", icon: "camera" },
  { field: "youtube_url", label: "teams:manage.form.youtube", icon: "video" },
] as const

type SocialUrls = Record<(typeof SOCIAL_LINKS)[number]["field"], string | null>

export const getSocialLinks = (urls: SocialUrls) =>
  SOCIAL_LINKS.flatMap(({ field, ...link }) => {
    const href = urls[field]
    return href ? [{ ...link, href }] : []
  })

/** Value of `rel` for links that members have entered. It tells search engines not to follow the links. */
export const MEMBER_LINK_REL = "noopener nofollow ugc"
