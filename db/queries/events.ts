/** Events: what everybody sees, the member's calendar, and writing into it. */
import { type Db, query } from "../client.ts"
import type { CountryCode } from "./codes.ts"
import { siteVersion } from "./content-version.ts"
import { type Page, pageOf } from "./cursor.ts"

export interface PublicEvent {
  id: string
  slug: string
  title: string
  description: string | null
  start_date: string
  end_date: string
  /** IANA name; times are shown in it. */
  time_zone: string
  location: string | null
  country: CountryCode | null
  color: string
  team_id: string | null
  team_name: string | null
  team_slug: string | null
  featured: boolean
  prize: string | null
  /** Null: unlimited. */
  max_participants: number | null
  registration_url: string | null
  image_url: string | null
  is_cancelled: boolean
  /** How often it was changed. */
  revision: number
  created_at: string
  updated_at: string
}

/** Public events of no team that start today (in their own zone) or later, soonest first. */
export const upcomingPublicEvents = (db: Db, limit: number) => db.many<PublicEvent>`
  select id, slug, title, description, start_date, end_date, time_zone, location, country, color,
    team_id, team_name, team_slug, featured, prize, max_participants, registration_url, image_url,
    is_cancelled, revision, created_at, updated_at
  from get_safe_events()
  where event_type = 'public' and team_id is null
    and start_date >= date_trunc('day', now(), time_zone)
  order by start_date, id
  limit ${limit}`

/** Every public event, teams' included, in order of time: for the build. */
export const allPublicEvents = (db: Db) => db.many<PublicEvent>`
  select id, slug, title, description, start_date, end_date, time_zone, location, country, color,
    team_id, team_name, team_slug, featured, prize, max_participants, registration_url, image_url,
    is_cancelled, revision, created_at, updated_at
  from get_safe_events()
  where event_type = 'public'
  order by start_date, id`

/** A public event, or null. */
export const publicEventBySlug = (db: Db, slug: string) => db.one<PublicEvent>`
  select id, slug, title, description, start_date, end_date, time_zone, location, country, color,
    team_id, team_name, team_slug, featured, prize, max_participants, registration_url, image_url,
    is_cancelled, revision, created_at, updated_at
  from get_safe_events()
  where event_type = 'public' and slug = ${slug}`

export interface CalendarEvent extends PublicEvent {
  event_type: "public" | "team"
  may_edit: boolean
}

export interface CalendarQuery {
  limit: number
  cursor: [string, string] | null
  country: CountryCode | null
  /** A team's slug. */
  team: string | null
  /** ISO moments: events that end at or after `from` and start before `to`. */
  from: string | null
  to: string | null
}

/** The events that the viewer may see, in order of time. */
export async function calendarPage(db: Db, asked: CalendarQuery): Promise<Page<CalendarEvent>> {
  const { limit, cursor, country, team, from, to } = asked
  const [time = null, id = null] = cursor ?? []
  const rows = await db.many<CalendarEvent>`
    select id, slug, title, description, start_date, end_date, time_zone, location, country, color,
      team_id, team_name, team_slug, event_type, featured, prize, max_participants,
      registration_url, image_url, is_cancelled, revision, created_at, updated_at,
      team_id in (select event_team_ids()) is true or (select is_super_admin()) as may_edit
    from get_safe_events()
    where (${country}::text is null or country = ${country})
      and (${team}::text is null or team_id = (select t.id from teams t where t.slug = ${team}))
      and (${from}::timestamptz is null or end_date >= ${from}::timestamptz)
      and (${to}::timestamptz is null or start_date < ${to}::timestamptz)
      and (${time}::timestamptz is null or (start_date, id) > (${time}::timestamptz, ${id}::uuid))
    order by start_date, id
    limit ${limit + 1}`
  return pageOf(rows, limit, (event) => [event.start_date, event.id])
}

export interface EventInput {
  team_id: string
  title: string
  description: string | null
  start_date: string
  end_date: string
  time_zone: string
  location: string | null
  country: CountryCode | null
  color: string
  event_type: "public" | "team"
}

const eventById = (id: string) => query<CalendarEvent>`
  select id, slug, title, description, start_date, end_date, time_zone, location, country, color,
    team_id, team_name, team_slug, event_type, featured, prize, max_participants, registration_url,
    image_url, is_cancelled, revision, created_at, updated_at,
    team_id in (select event_team_ids()) is true or (select is_super_admin()) as may_edit
  from get_safe_events() where id = ${id}`

// Moments leave the database in milliseconds, and come back as a list's cursor: finer ones would be met twice.
// What is there already, by its id or its slug, stands in the way of itself alone.
const insertEvent = (id: string, slug: string, event: EventInput) => query`
  insert into events (id, slug, title, description, start_date, end_date, time_zone, location, country,
    color, user_id, team_id, event_type)
  values (${id}, ${slug}, ${event.title}, ${event.description},
    date_trunc('milliseconds', ${event.start_date}::timestamptz),
    date_trunc('milliseconds', ${event.end_date}::timestamptz), ${event.time_zone}, ${event.location}, ${event.country}, ${event.color}, current_viewer(),
    ${event.team_id}, ${event.event_type})
  on conflict do nothing`

/**
 * Stores an event of the viewer's, under the first of the two slugs that is free. Throws
 * insufficient_privilege for somebody who may not write into that team's calendar.
 */
export async function createEvent(
  db: Db,
  id: string,
  [slug, otherSlug]: [string, string],
  event: EventInput,
): Promise<CalendarEvent> {
  const [, , [created]] = await db.batch([
    insertEvent(id, slug, event),
    insertEvent(id, otherSlug, event),
    eventById(id),
  ])
  if (!created) throw new Error(`Both ${slug} and ${otherSlug} are taken`)
  return created
}

/** Saves an event that is as it was at `basedOn`; `saved` tells whether it did, `event` is how it stands now. */
export async function updateEvent(
  db: Db,
  id: string,
  basedOn: string,
  /** Null leaves it as it is. */
  event: EventInput & { is_cancelled: boolean | null },
) {
  const [[before], updated, [present], [after]] = await db.batch([
    siteVersion(),
    query<{ id: string }>`
      update events set title = ${event.title}, description = ${event.description},
        start_date = date_trunc('milliseconds', ${event.start_date}::timestamptz),
        end_date = date_trunc('milliseconds', ${event.end_date}::timestamptz),
        time_zone = ${event.time_zone}, location = ${event.location}, country = ${event.country},
        color = ${event.color}, team_id = ${event.team_id}, event_type = ${event.event_type},
        is_cancelled = coalesce(${event.is_cancelled}, is_cancelled)
      where id = ${id} and updated_at = ${basedOn}::timestamptz
      returning id`,
    eventById(id),
    siteVersion(),
  ])
  return {
    event: present ?? null,
    saved: updated.length > 0,
    changedSite: before?.version !== after?.version,
  }
}

/** Deletes an event; null when there is none that the viewer may delete. */
export const deleteEvent = (db: Db, id: string) => db.one<{ was_public: boolean }>`
  delete from events where id = ${id} returning event_type = 'public' as was_public`
