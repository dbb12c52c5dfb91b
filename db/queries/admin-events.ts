/** Public events, as who runs the site sees and changes them. */
import { type Db, type Query, query } from "../client.ts"
import { type ListAsk, listPage } from "./admin-list.ts"
import type { CountryCode } from "./codes.ts"
import { siteVersion } from "./content-version.ts"

/** What the form sets. */
export interface AdminEventInput {
  title: string
  description: string | null
  start_date: string
  end_date: string
  /** IANA name. */
  time_zone: string
  location: string | null
  country: CountryCode | null
  featured: boolean
  prize: string | null
  /** Null: unlimited. */
  max_participants: number | null
  registration_url: string | null
  image_url: string | null
  is_cancelled: boolean
}

export interface AdminEvent extends AdminEventInput {
  id: string
  slug: string
  /** Null for an event of no team. */
  team_name: string | null
  created_at: string
  updated_at: string
}

/** One page of all public events. */
export async function adminEvents(db: Db, ask: ListAsk) {
  const [value = null, id = null] = ask.cursor ?? []
  const rows = await db.many<AdminEvent & { sort_value: string }>`
    select e.id, e.slug, e.title, e.description, e.start_date, e.end_date, e.time_zone, e.location,
      e.country::text as country, e.featured, e.prize, e.max_participants, e.registration_url,
      e.image_url, e.is_cancelled, e.created_at, e.updated_at, t.name as team_name, a.sort_value
    from admin_rows('events', ${ask.search}, ${ask.filter}, ${ask.sort}, ${value}, ${id},
      ${ask.limit + 1}) with ordinality as a (id, sort_value, place)
    join events e on e.id = a.id
    left join teams t on t.id = e.team_id
    order by a.place`
  return listPage(rows, ask)
}

/** A saved event, with the content version that a build must reach to show it. */
export type SavedAdminEvent = AdminEvent & { content_version: number }

const eventById = (id: string): Query<SavedAdminEvent> => query`
  select e.id, e.slug, e.title, e.description, e.start_date, e.end_date, e.time_zone, e.location,
    e.country::text as country, e.featured, e.prize, e.max_participants, e.registration_url,
    e.image_url, e.is_cancelled, e.created_at, e.updated_at, t.name as team_name,
    (select version from content_state) as content_version
  from events e left join teams t on t.id = e.team_id
  where e.id = ${id} and e.event_type = 'public'`

/** A public event with the present content version, or null. */
export const adminEvent = async (db: Db, id: string) =>
  (await db.batch([eventById(id)]))[0][0] ?? null

// What is there already, by its id or its slug, stands in the way of itself alone.
const insertEvent = (id: string, slug: string, event: AdminEventInput) => query`
  insert into events (id, slug, title, description, start_date, end_date, time_zone, location, country,
    user_id, event_type, featured, prize, max_participants, registration_url, image_url)
  values (${id}, ${slug}, ${event.title}, ${event.description}, ${event.start_date}, ${event.end_date},
    ${event.time_zone}, ${event.location}, ${event.country}, current_viewer(), 'public',
    ${event.featured}, ${event.prize}, ${event.max_participants}, ${event.registration_url},
    ${event.image_url})
  on conflict do nothing`

// A cancelled event that somebody deleted while it was edited is made anew. It is cancelled once it is
// there: whoever adds an event has no right to that column yet.
const cancelIf = (id: string, isCancelled: boolean) => query`
  update events set is_cancelled = true where id = ${id} and ${isCancelled}::boolean`

/** Stores a public event of no team under the first of the two slugs that is free. */
export async function createAdminEvent(
  db: Db,
  id: string,
  [slug, otherSlug]: [string, string],
  event: AdminEventInput,
) {
  const [, , , [created]] = await db.batch([
    insertEvent(id, slug, event),
    insertEvent(id, otherSlug, event),
    cancelIf(id, event.is_cancelled),
    eventById(id),
  ])
  if (!created) throw new Error(`Both ${slug} and ${otherSlug} are taken`)
  return created
}

/** Saves an event that is as it was at `basedOn`; `event` is how it stands now, null when there is none. */
export async function editEvent(db: Db, id: string, basedOn: string, edit: AdminEventInput) {
  const [updated, [event = null]] = await db.batch([
    query<{ id: string }>`
      update events set title = ${edit.title}, description = ${edit.description},
        start_date = ${edit.start_date}, end_date = ${edit.end_date}, time_zone = ${edit.time_zone},
        location = ${edit.location}, country = ${edit.country}, featured = ${edit.featured},
        prize = ${edit.prize}, max_participants = ${edit.max_participants},
        registration_url = ${edit.registration_url}, image_url = ${edit.image_url},
        is_cancelled = ${edit.is_cancelled}
      where id = ${id} and event_type = 'public' and updated_at = ${basedOn}::timestamptz
      returning id`,
    eventById(id),
  ])
  return { saved: updated.length > 0, event }
}

/** Deletes a public event; the content version without it, or null when there is none. */
export async function deleteAdminEvent(db: Db, id: string): Promise<number | null> {
  const [[deleted], [state]] = await db.batch([
    query<{
      id: string
    }>`delete from events where id = ${id} and event_type = 'public' returning id`,
    siteVersion(),
  ])
  return deleted ? (state?.version ?? 0) : null
}
