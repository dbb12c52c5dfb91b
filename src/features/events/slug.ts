import { dayOf } from "../../i18n/dates.ts"
import { SLUG_MAX, slugify } from "../../slug.ts"

/** Room for the day, and for a part that makes it unique. */
const TITLE_MAX = SLUG_MAX - 24

/** An event's address: its title and its day there, since titles come back every year. */
export function eventSlug(title: string, start: string, timeZone: string): string {
  const name = slugify(title).slice(0, TITLE_MAX).replace(/-+$/, "")
  return [name, dayOf(start, timeZone)].filter(Boolean).join("-")
}
