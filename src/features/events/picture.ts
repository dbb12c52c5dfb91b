/** Chooses the picture of an event. */
import { artCover, artThumb, coverFiles, type Picture } from "../../art/pictures.ts"
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
  if (!url) return artCover(slug ?? "", getCountryColor(country))
  return RESIZED_PICTURE.test(url) ? coverFiles(url) : { src: url, srcset: url, share: url }
}

/** Returns a picture without text. Drawn posters contain the date, which lists show as text. */
export const getTextlessPicture = (event: PicturedEvent): Picture =>
  getEventPicture(event.image_url?.startsWith("/drawn/") ? { ...event, image_url: null } : event)

/** Drawn covers contain texts, which would be too small in lists. */
export const getEventThumbnail = (
  event: Pick<PublicEvent, "slug" | "country" | "image_url">,
): string =>
  event.image_url && !event.image_url.startsWith("/drawn/")
    ? getEventPicture(event).src
    : artThumb(event.slug, getCountryColor(event.country))
