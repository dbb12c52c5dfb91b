import type { Release } from "../../src/features/releases/schema.ts"
import { type Db, query } from "../client.ts"

export const RELEASE_COLUMNS = query`r.id, r.artist_id, artist.name as artist_name, artist.slug as artist_slug, r.title,
  r.release_type, r.release_date, r.date_precision, r.last_day, r.link_url, r.note, r.created_at, r.updated_at`

export const RELEASE_TABLES = query`releases r join artists artist on artist.id = r.artist_id`

export const listReleases = (db: Db) => db.many<Release>`
  select ${RELEASE_COLUMNS} from ${RELEASE_TABLES} order by r.release_date, lower(artist.name), r.id`

/** Notifies the followers of artists whose releases came out today or yesterday. Returns the number of releases. */
export const announceReleases = async (db: Db): Promise<number> =>
  (await db.value<number>`select announce_releases()`) ?? 0
