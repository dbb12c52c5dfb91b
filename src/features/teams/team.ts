/** What a team's parts are made from, for pages and browser alike. */
import type { TeamRole, Team as TeamRow } from "../../../db/queries/teams.ts"
import { artCover, artThumb, type Picture } from "../../art/pictures.ts"
import type { Place } from "../../art/places.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath, splitLocale } from "../../i18n/paths.ts"
import { SLUG_PATTERN } from "../../slug.ts"

export type { OwnRequest, Team, TeamCard, TeamRole } from "../../../db/queries/teams.ts"

/** What somebody is to a team, who may be nobody. */
export interface Standing {
  role: TeamRole | null
  request: { id: string; status: "pending" | "rejected" } | null
}

export type SeenTeam = TeamRow &
  Standing & {
    /** By the site's admins, from everybody who is not in it. */
    is_hidden: boolean
  }

export const placeOf = (country: TeamRow["country"]): Place => country ?? "all"

export const teamPath = (slug: string) => `/teams/${slug}`

/** The team's page, open at its blog. */
export const blogAddress = (slug: string, locale: Locale) =>
  `${localePath(teamPath(slug), locale)}#blog`

type Covered = Pick<TeamRow, "slug" | "country" | "cover_image_url">

/** The cover: the uploaded one, else one that is drawn. */
export function coverOf({ slug, country, cover_image_url: url }: Covered): Picture {
  if (!url) return artCover(slug, placeOf(country))
  const small = url.replace(/\.webp$/, "-640.webp")
  return {
    src: small,
    srcset: `${small} 640w, ${url} 1280w`,
    share: url.replace(/\.webp$/, "-og.jpg"),
  }
}

/** How many posts of a blog are built into its page. */
export const POSTS_BUILT = 20

/** A small picture for lists. */
export const thumbOf = ({ slug, country, cover_image_url: url }: Covered): string =>
  url ? url.replace(/\.webp$/, "-640.webp") : artThumb(slug, placeOf(country))

/** The team that `/teams/{slug}` or `/teams/{slug}/manage` of any locale is about; null for none. */
export function slugOf(pathname: string): string | null {
  const [, section, slug = "", page = "manage", ...rest] = splitLocale(pathname).path.split("/")
  const isTeams = section === "teams" && page === "manage" && rest.length === 0
  return isTeams && SLUG_PATTERN.test(slug) ? slug : null
}

export const SOCIAL_LINKS = [
  { field: "website_url", label: "teams:page.website", icon: "globe" },
  { field: "instagram_url", label: "teams:manage.form.instagram", icon: "camera" },
  { field: "youtube_url", label: "teams:manage.form.youtube", icon: "video" },
] as const

/** On links that members give: no vote of ours for search engines. */
export const OUTSIDE_REL = "noopener nofollow ugc"
