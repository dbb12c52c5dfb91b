/** Events, as everybody sees them. */
import type { Db } from "../client.ts"
import type { CountryCode } from "./codes.ts"

export interface PublicEvent {
  id: string
  title: string
  description: string | null
  start_date: string
  end_date: string
  /** IANA name; times are shown in it. */
  time_zone: string
  location: string | null
  country: CountryCode | null
  color: string
  featured: boolean
  prize: string | null
  /** Null: unlimited. */
  max_participants: number | null
  registration_url: string | null
  image_url: string | null
}

/** Public events of no team that start today (in their own zone) or later, soonest first. */
export const upcomingPublicEvents = (db: Db, limit: number) => db.many<PublicEvent>`
  select id, title, description, start_date, end_date, time_zone, location, country, color,
    featured, prize, max_participants, registration_url, image_url
  from get_safe_events()
  where event_type = 'public' and team_id is null
    and start_date >= date_trunc('day', now(), time_zone)
  order by start_date, id
  limit ${limit}`
