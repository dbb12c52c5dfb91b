import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { getT } from "../../../i18n/t.ts"
import { localize } from "../../../i18n/translation.ts"
import { removeMarkup } from "../../../markdown/remove-markup.ts"
import { getDescription, shortenToLine } from "../../../shared/description.ts"
import { createBreadcrumbJsonLd, createOrganizationJsonLd, toAbsoluteUrl } from "../../../ui/seo.ts"
import { getPostPicture, getTeamCover } from "../pictures.ts"
import type { PostWithTeam } from "../schema.ts"
import { formatPlace, postPath, SOCIAL_LINKS, type Team, teamPath } from "../team.ts"

/** Returns the description for search engines: the team's own words, or a sentence with its name and place. */
export function getTeamDescription(team: Team, locale: Locale): string {
  const t = getT(locale)
  const place = formatPlace(team, t)
  const { description } = localize(team, locale)
  if (description) return shortenToLine(removeMarkup(description))
  return place
    ? t("teams:meta.teamIn", { name: team.name, location: place })
    : t("teams:meta.team", { name: team.name })
}

export function createTeamJsonLd(team: Team, locale: Locale): object[] {
  const t = getT(locale)
  const path = localePath(teamPath(team.slug), locale)
  const place = formatPlace(team, t)
  const sameAs = SOCIAL_LINKS.flatMap(({ field }) => team[field] ?? [])
  return [
    {
      "@context": "https://schema.org",
      "@type": "DanceGroup",
      name: team.name,
      description: getTeamDescription(team, locale),
      url: toAbsoluteUrl(path),
      image: toAbsoluteUrl(getTeamCover(team).share),
      location: place ? { "@type": "Place", name: place } : undefined,
      sameAs: sameAs.length > 0 ? sameAs : undefined,
    },
    createBreadcrumbJsonLd(locale, [
      [t("teams:title"), "/teams"],
      [team.name, teamPath(team.slug)],
    ]),
  ]
}

export const getPostDescription = (post: PostWithTeam): string =>
  getDescription(post.content_html) || post.title

/**
 * Returns the URL of the share picture: of the video's still image, else of the first picture, else of the team's
 * cover.
 */
export function getPostSharePicture(post: PostWithTeam): string {
  const pictureUrl = getPostPicture(post)
  if (pictureUrl) return pictureUrl.replace(/\.webp$/, "-og.jpg")
  const { team_slug: slug, team_country: country, team_cover_url: cover_image_url } = post
  return getTeamCover({ slug, country, cover_image_url }).share
}

export function createPostJsonLd(post: PostWithTeam, locale: Locale): object[] {
  const t = getT(locale)
  const pathOfTeam = localePath(teamPath(post.team_slug), locale)
  return [
    {
      "@context": "https://schema.org",
      "@type": "BlogPosting",
      headline: post.title,
      image: [toAbsoluteUrl(getPostSharePicture(post))],
      datePublished: post.created_at,
      dateModified: post.updated_at,
      inLanguage: post.language,
      mainEntityOfPage: toAbsoluteUrl(localePath(postPath(post.team_slug, post.id), post.language)),
      author: [{ "@type": "DanceGroup", name: post.team_name, url: toAbsoluteUrl(pathOfTeam) }],
      publisher: createOrganizationJsonLd(),
    },
    createBreadcrumbJsonLd(locale, [
      [t("teams:title"), "/teams"],
      [post.team_name, teamPath(post.team_slug)],
      [post.title, postPath(post.team_slug, post.id)],
    ]),
  ]
}
