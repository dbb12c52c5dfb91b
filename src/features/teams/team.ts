/** What a team's parts are made from. */
import type { Place } from "../../art/pictures.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath, splitLocale } from "../../i18n/paths.ts"
import { languagesOf } from "../../i18n/translation.ts"
import type { Team } from "./schema.ts"

export type { Team, TeamCard } from "./schema.ts"

export const placeOf = (country: Team["country"]): Place => country ?? "all"

/** The languages of its page; of one that says nothing, all. */
export const inLanguages = (team: Pick<Team, "description" | "language" | "translations">) =>
  team.description ? { languages: languagesOf(team) } : {}

/** The place with its country; null when it has told neither. */
export const fullPlace = (
  { location, country }: Pick<Team, "location" | "country">,
  t: Translate,
): string | null =>
  [location, country && t(`common:countries.${country}`)].filter(Boolean).join(", ") || null

export const teamPath = (slug: string) => `/teams/${slug}`

export const postPath = (team: string, id: string) => `${teamPath(team)}/posts/${id}`

/** The sign-in page, which leads to this address of ours afterwards. */
export const loginLink = (next: string, locale: Locale) =>
  `${localePath("/login", locale)}?${new URLSearchParams({ next })}`

/** How many posts of a blog are built into its page. */
export const POSTS_BUILT = 20

const TEAM_PATH = /^\/teams\/([a-z\d]+(?:-[a-z\d]+)*)(?:\/manage)?$/

/** The team that `/teams/{slug}` or `/teams/{slug}/manage` of any locale is about; null for none. */
export const slugOf = (pathname: string): string | null =>
  TEAM_PATH.exec(splitLocale(pathname).path)?.[1] ?? null

const POST_PATH = /^\/teams\/[^/]+\/posts\/([\da-f-]{36})$/

/** The post that `/teams/{slug}/posts/{id}` of any locale is about; null for none. */
export const postIdOf = (pathname: string): string | null =>
  POST_PATH.exec(splitLocale(pathname).path)?.[1] ?? null

export const SOCIAL_LINKS = [
  { field: "website_url", label: "teams:page.website", icon: "globe" },
  { field: "instagram_url", label: "teams:manage.form.instagram", icon: "camera" },
  { field: "youtube_url", label: "teams:manage.form.youtube", icon: "video" },
] as const

/** On links that members give: no vote of ours for search engines. */
export const OUTSIDE_REL = "noopener nofollow ugc"
