/** Most islands of a team's page do not load this file. */

import { artCover, artThumb, coverFiles, type Picture } from "../../art/pictures.ts"
import { getCountryColor } from "../../countries.ts"
import type { Team, TeamPost } from "./schema.ts"

type Covered = Pick<Team, "slug" | "country" | "cover_image_url">

export const getTeamCover = ({ slug, country, cover_image_url: url }: Covered): Picture =>
  url ? coverFiles(url) : artCover(slug, getCountryColor(country))

/** Returns the poster without text, or null for an uploaded cover. */
export const getWideCover = ({ cover_image_url: url }: Covered): string | null =>
  url?.startsWith("/drawn/") ? url.replace(/\.webp$/, "-wide.webp") : null

export function getThumbnail({ slug, country, cover_image_url: url }: Covered): string {
  if (url) return url.replace(/\.webp$/, url.startsWith("/drawn/") ? "-square.webp" : "-640.webp")
  return artThumb(slug, getCountryColor(country))
}

/** Queries in `db/queries/team-posts.ts` use the same pattern. */
const UPLOADED = /\/uploads\/[a-z-]+\/[\w-]+\.webp/

export const getPostPicture = ({
  video_thumb_url,
  content_html,
}: Pick<TeamPost, "video_thumb_url" | "content_html">): string | null =>
  video_thumb_url ?? UPLOADED.exec(content_html)?.[0] ?? null

export const getPostThumbnail = (
  { id, picture_url }: Pick<TeamPost, "id"> & { picture_url: string | null },
  country: Team["country"],
): string => picture_url?.replace(/\.webp$/, "-640.webp") ?? artThumb(id, getCountryColor(country))
