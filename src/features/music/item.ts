/** Songs and albums as the music pages show them, out of the build or out of the API. */
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"

export type { ItemType } from "./schema.ts"

interface Item {
  /** Stable, and its own among items of its type. */
  id: string
  name: string
  artists: string
  image: string | null
  /** At the music service. */
  url: string
}

export interface Song extends Item {
  type: "song"
  album: string | null
}

export interface Album extends Item {
  type: "album"
  tracks: number | null
  /** `YYYY-MM-DD`, or less of it. */
  released: string | null
}

export type MusicItem = Song | Album

/** As many are built into the page, and as many come with each 'load more'. */
export const MUSIC_PER_PAGE = 12

/** The day, or the year where no more is known. */
function releaseText(released: string, locale: Locale): string {
  return /^\d{4}-\d\d-\d\d$/.test(released)
    ? formatDate(released, "shortDate", locale, "UTC")
    : released.slice(0, 4)
}

/** The small line under the artists; empty when nothing is known. */
export function factOf(item: MusicItem, locale: Locale, t: Translate): string {
  if (item.type === "song") return item.album ?? ""
  const { tracks, released } = item
  return [
    tracks === null ? "" : t("music:tracks", { count: tracks }),
    released ? releaseText(released, locale) : "",
  ]
    .filter(Boolean)
    .join(" · ")
}

/** What its sleeve is drawn by, where it has no picture. */
export const sleeveSeed = ({ name, artists }: Pick<Item, "name" | "artists">) =>
  `${name} ${artists}`
