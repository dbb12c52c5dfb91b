/** Chooses the picture of an event. */
import { coverFiles, type Picture, squareUrl } from "../../art/pictures.ts"
import { chooseCover } from "../../art/topics.ts"
import { getCountryColor } from "../../countries.ts"
import type { PublicEvent } from "./schema.ts"

/** Matches URLs of pictures that exist in three sizes: uploaded and drawn pictures. */
const RESIZED_PICTURE = /^\/(uploads|drawn)\/[\w/-]+\.webp$/

interface PicturedEvent extends Pick<PublicEvent, "country" | "image_url"> {
  /** Null for team-only events. */
  slug: string | null
}

/** Returns the picture with which an event is shared, or a drawn cover. */
export function getEventPicture({ slug, country, image_url: url }: PicturedEvent): Picture {
  if (!url) return coverFiles(chooseCover(slug ?? "", getCountryColor(country)).url)
  return RESIZED_PICTURE.test(url) ? coverFiles(url) : { src: url, srcset: url, share: url }
}

/** Returns a picture without text. Drawn posters contain the date, which lists show as text. */
export const getTextlessPicture = (event: PicturedEvent): Picture =>
  getEventPicture(event.image_url?.startsWith("/drawn/") ? { ...event, image_url: null } : event)

/** Drawn posters contain texts, which would be too small in lists. The small picture has the motif of the poster. */
export function getEventThumbnail(
  event: Pick<PublicEvent, "slug" | "country" | "image_url">,
): string {
  if (event.image_url && !event.image_url.startsWith("/drawn/")) return getEventPicture(event).src
  const { motif, country } = chooseCover(event.slug, getCountryColor(event.country))
  return squareUrl(motif, country)
}
