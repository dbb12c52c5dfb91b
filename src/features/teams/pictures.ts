/** The pictures of a team: apart, since most of a page's islands need none. */
import { artCover, artThumbs, coverFiles, type Picture } from "../../art/pictures.ts"
import type { Team } from "./schema.ts"
import { placeOf } from "./team.ts"

type Covered = Pick<Team, "slug" | "country" | "cover_image_url">

/** The cover: the uploaded one, else one that is drawn. */
export const coverOf = ({ slug, country, cover_image_url: url }: Covered): Picture =>
  url ? coverFiles(url) : artCover(slug, placeOf(country))

/** A poster on a wide screen, where its letters would be cut; null for a team with a picture of its own. */
export const wideCoverOf = ({ cover_image_url: url }: Covered): string | null =>
  url?.startsWith("/drawn/") ? url.replace(/\.webp$/, "-wide.webp") : null

/** A small picture for lists. */
export function thumbOf({ slug, country, cover_image_url: url }: Covered): string {
  if (url) return url.replace(/\.webp$/, url.startsWith("/drawn/") ? "-square.webp" : "-640.webp")
  return artThumbs([{ seed: slug, place: placeOf(country) }])[0] ?? ""
}
