/** This file is separate from team.ts, so that most islands of a team's page do not load it. */
import { artCover, artThumb, coverFiles, type Picture } from "../../art/pictures.ts"
import { getCountryColor } from "../../countries.ts"
import type { Team, TeamPost } from "./schema.ts"

type TeamWithCover = Pick<Team, "slug" | "country" | "cover_image_url">

export const getTeamCover = ({ slug, country, cover_image_url: url }: TeamWithCover): Picture =>
  url ? coverFiles(url) : artCover(slug, getCountryColor(country))

/** Returns the URL of the wide version, without text, of a generated poster. Null if the cover is no such poster. */
export const getWideCover = ({ cover_image_url: url }: TeamWithCover): string | null =>
  url?.startsWith("/drawn/") ? url.replace(/\.webp$/, "-wide.webp") : null

/** Returns the URL of a small picture for lists: 640 px wide for an uploaded cover, otherwise square. */
export function getThumbnail({ slug, country, cover_image_url: url }: TeamWithCover): string {
  if (url) return url.replace(/\.webp$/, url.startsWith("/drawn/") ? "-square.webp" : "-640.webp")
  return artThumb(slug, getCountryColor(country))
}

/** Matches the URL of an uploaded picture in HTML. A query in `db/queries/team-posts.ts` uses the same pattern. */
const UPLOADED_PICTURE = /\/uploads\/[a-z-]+\/[\w-]+\.webp/

/**
 * Returns the URL of the video's still image, or else of the first uploaded picture in the text. Null if neither
 * exists.
 */
export const getPostPicture = ({
  video_thumb_url,
  content_html,
}: Pick<TeamPost, "video_thumb_url" | "content_html">): string | null =>
  video_thumb_url ?? UPLOADED_PICTURE.exec(content_html)?.[0] ?? null

export const getPostCover = (
  { id, picture_url }: Pick<TeamPost, "id"> & { picture_url: string | null },
  country: Team["country"],
): Picture => (picture_url ? coverFiles(picture_url) : artCover(id, getCountryColor(country)))

export const getPostThumbnail = (
  { id, picture_url }: Pick<TeamPost, "id"> & { picture_url: string | null },
  country: Team["country"],
): string => picture_url?.replace(/\.webp$/, "-640.webp") ?? artThumb(id, getCountryColor(country))
