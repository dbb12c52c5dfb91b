/** Pictures of teams and posts. A separate module, since most islands of a team's page do not need it. */

import { artCover, artThumbs, coverFiles, type Picture } from "../../art/pictures.ts"
import { countryColorOf } from "../../countries.ts"
import type { Team, TeamPost } from "./schema.ts"

type Covered = Pick<Team, "slug" | "country" | "cover_image_url">

/** Returns the uploaded cover, or a drawn cover. */
export const coverOf = ({ slug, country, cover_image_url: url }: Covered): Picture =>
  url ? coverFiles(url) : artCover(slug, countryColorOf(country))

/** Returns the poster without lettering, for wide screens that crop the poster. Null for uploaded covers. */
export const wideCoverOf = ({ cover_image_url: url }: Covered): string | null =>
  url?.startsWith("/drawn/") ? url.replace(/\.webp$/, "-wide.webp") : null

/** Returns a small picture of the team for lists. */
export function thumbOf({ slug, country, cover_image_url: url }: Covered): string {
  if (url) return url.replace(/\.webp$/, url.startsWith("/drawn/") ? "-square.webp" : "-640.webp")
  return artThumbs([{ seed: slug, country: countryColorOf(country) }])[0] ?? ""
}

/** Matches an uploaded picture in HTML. The queries in `db/queries/team-posts.ts` use the same pattern. */
const UPLOADED = /\/uploads\/[a-z-]+\/[\w-]+\.webp/

/** Returns the still image of a post's video, otherwise the first picture in its text, otherwise null. */
export const pictureOfPost = ({
  video_thumb_url,
  content_html,
}: Pick<TeamPost, "video_thumb_url" | "content_html">): string | null =>
  video_thumb_url ?? UPLOADED.exec(content_html)?.[0] ?? null

/** Returns a small picture of a post for lists: the post's own picture, or a drawn picture. */
export const thumbOfPost = (
  { id, picture_url }: Pick<TeamPost, "id"> & { picture_url: string | null },
  country: Team["country"],
): string =>
  picture_url?.replace(/\.webp$/, "-640.webp") ??
  artThumbs([{ seed: id, country: countryColorOf(country) }])[0] ??
  ""
