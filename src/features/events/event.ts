/** What an event's parts are made from, for pages and browser alike. */
import type { PublicEvent } from "../../../db/queries/events.ts"
import { artCover, type Picture } from "../../art/pictures.ts"
import type { Place } from "../../art/places.ts"

export type { PublicEvent } from "../../../db/queries/events.ts"

export const placeOf = (event: Pick<PublicEvent, "country">): Place => event.country ?? "all"

export const eventPath = (slug: string) => `/events/${slug}`

/** The event's calendar file. */
export const eventFile = (slug: string) => `/events/${slug}.ics`

export const teamPath = (slug: string) => `/teams/${slug}`

/** What `POST /api/uploads/…` has stored in three sizes. */
const UPLOADED = /^\/uploads\/[\w/-]+(?=\.webp$)/

/** The event's picture: its own, else one that is drawn. */
export function pictureOf(event: Pick<PublicEvent, "slug" | "country" | "image_url">): Picture {
  const url = event.image_url
  if (!url) return artCover(event.slug, placeOf(event))
  const stored = UPLOADED.exec(url)?.[0]
  if (!stored) return { src: url, srcset: url, share: url }
  return {
    src: `${stored}-640.webp`,
    srcset: `${stored}-640.webp 640w, ${url} 1280w`,
    share: `${stored}-og.jpg`,
  }
}

/** Whether it is over at a moment (milliseconds). */
export const isOver = ({ end_date }: Pick<PublicEvent, "end_date">, now: number): boolean =>
  Date.parse(end_date) < now
