/**
 * Chooses the picture of an event: an uploaded one, a poster that the site has drawn (with texts, `/drawn/`), or a
 * drawn cover (without texts, `/art/`).
 */
import { coverFiles, type Picture, squareUrl } from "../../art/pictures.ts"
import { chooseCover } from "../../art/topics.ts"
import { getCountryColor } from "../../countries.ts"
import type { PublicEvent } from "./schema.ts"

/** Matches URLs of uploaded pictures and drawn posters, which exist in three sizes. Other URLs have one size. */
const RESIZED_PICTURE = /^\/(uploads|drawn)\/[\w/-]+\.webp$/

interface PicturedEvent extends Pick<PublicEvent, "id" | "country" | "image_url"> {
  /** Null for team-only events, whose cover is chosen by their id. */
  slug: string | null
}

/** Returns the uploaded picture or drawn poster of an event, or a drawn cover if it has neither. */
export function getEventPicture({ id, slug, country, image_url: url }: PicturedEvent): Picture {
  if (!url) return coverFiles(chooseCover(slug ?? id, getCountryColor(country)).url)
  return RESIZED_PICTURE.test(url) ? coverFiles(url) : { src: url, srcset: url, share: url }
}

/**
 * Returns the uploaded picture or a drawn cover. Drawn posters are not used, because their date would repeat the date
 * in the text.
 */
export const getTextlessPicture = (event: PicturedEvent): Picture =>
  getEventPicture(event.image_url?.startsWith("/drawn/") ? { ...event, image_url: null } : event)

/**
 * Returns the URL of a small picture for lists: the uploaded picture, or a square picture of the same subject (`motif`)
 * as the drawn cover. Drawn posters are not used, because their texts would be too small.
 */
export function getEventThumbnail(event: PicturedEvent): string {
  if (event.image_url && !event.image_url.startsWith("/drawn/")) return getEventPicture(event).src
  const { motif, country } = chooseCover(event.slug ?? event.id, getCountryColor(event.country))
  return squareUrl(motif, country)
}
