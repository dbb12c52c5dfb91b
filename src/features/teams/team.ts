import type { Translate } from "../../i18n/keys.ts"
import { splitLocale } from "../../i18n/paths.ts"
import { listLanguages } from "../../i18n/translation.ts"
import type { Team } from "./schema.ts"

export { postPath, teamPath } from "./paths.ts"
export type { Team, TeamCard } from "./schema.ts"

export const getTeamPageLanguages = (
  team: Pick<Team, "description" | "language" | "translations">,
) => (team.description ? { languages: listLanguages(team) } : {})

export const formatPlace = (
  { location, country }: Pick<Team, "location" | "country">,
  t: Translate,
): string | null =>
  [location, country && t(`common:countries.${country}`)].filter(Boolean).join(", ") || null

export const POSTS_BUILT = 20

const TEAM_PATH = /^\/teams\/([a-z\d]+(?:-[a-z\d]+)*)(?:\/manage)?$/

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

/** Search engines do not follow links that members entered. */
export const OUTSIDE_REL = "noopener nofollow ugc"
