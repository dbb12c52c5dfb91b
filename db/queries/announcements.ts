import type { AnnouncedEvent } from "../../src/features/events/as-text.ts"
import type { Db } from "../client.ts"

export interface DueAnnouncement extends AnnouncedEvent {
  id: string
  slug: string
}

export const leaseAnnouncement = (db: Db, channel: string) => db.one<DueAnnouncement>`
  select id, slug, title, description, start_date, end_date, time_zone, is_all_day, location,
    language, translations
  from lease_announcement(${channel})`

export const recordAnnouncementSent = (db: Db, id: string) =>
  db.one`select record_announcement_sent(${id})`

interface Failure {
  channel: string
  reason: string
  /** False if the message may have been posted. */
  isCertainlyUnsent: boolean
  /** Seconds during which nothing is posted to the channel; null for no pause. */
  pause: number | null
}

export const recordAnnouncementFailure = (db: Db, id: string, failure: Failure) => db.one`
  select record_announcement_failure(${id}, ${failure.reason}, ${failure.isCertainlyUnsent}, ${failure.channel},
    ${failure.pause}::float8 * interval '1 second')`
