import type { Db } from "../../../db/client.ts"
import type { Release } from "../../../src/features/releases/schema.ts"
import { getLocalDay } from "../../../src/i18n/dates.ts"
import { assertStored } from "../factories.ts"

/** Returns a date (YYYY-MM-DD) in the time zone of the Baltics, a number of days from today. */
export const getDayFromNow = (days: number) =>
  getLocalDay(new Date(Date.now() + days * 86_400_000).toISOString())

export async function makeRelease(db: Db, artistId: string, columns: Partial<Release> = {}) {
  const { title = "A song", release_type = "single", release_date = getDayFromNow(7) } = columns
  const { date_precision = "day", link_url = null, note = null } = columns
  const { id } = assertStored(
    await db.one<{ id: string }>`
      insert into releases (artist_id, title, release_type, release_date, date_precision, link_url, note)
      values (${artistId}, ${title}, ${release_type}, ${release_date}, ${date_precision}, ${link_url}, ${note})
      returning id`,
  )
  return id
}
