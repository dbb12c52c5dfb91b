import type { Country } from "../../src/countries.ts"
import { type NewEvent, newEventRow } from "../../src/features/events/form.ts"
import type { CalendarEvent, PublicEvent } from "../../src/features/events/schema.ts"
import { MAX_TEAM_EVENTS } from "../../src/features/teams/page/schema.ts"
import {
  type Db,
  listColumns,
  type Query,
  query,
  toAssignments,
  toColumnNames,
  toColumnValues,
} from "../client.ts"
import { writeRow } from "./content-version.ts"
import { canAnswerCondition } from "./own-events.ts"
import { type Page, type Position, toPage } from "./paging.ts"

/** Columns of list_visible_events() for the schema `PublicEvent`. */
export const EVENT_COLUMNS = query`id, slug, title, description, start_date, end_date, time_zone, is_all_day, location, country,
  color, team_id, team_name, team_slug, featured, prize, max_participants, registration_url,
  address, price, price_amount, age_min, accessibility, image_url,
  is_cancelled, revision, created_at, updated_at, language, translations, signups,
  series, is_hidden`

/** Events that the viewer may see, with the viewer's sign-up; `answer` is its status. */
const CALENDAR_EVENT_TABLES = query`list_visible_events() left join lateral (
    select s.status as answer, s.guests, s.note from event_signups s
    where s.event_id = list_visible_events.id and s.user_id = (select current_viewer())
  ) signup on true`

const CALENDAR_EVENT_COLUMNS = query`${EVENT_COLUMNS}, event_type, unlisted_reason,
  team_id in (select list_event_team_ids()) is true or (select is_super_admin()) as may_edit,
  answer, coalesce(guests, 0) as guests, note, ${canAnswerCondition(query`answer`)} as can_answer`

/** Returns events without a team, from the start of today in the event's time zone. */
export const listUpcomingPublicEvents = (db: Db, limit: number) => db.many<PublicEvent>`
  select ${EVENT_COLUMNS}
  from list_visible_events()
  where event_type = 'public' and team_id is null
    and start_date >= date_trunc('day', now(), time_zone)
  order by start_date, id
  limit ${limit}`

/** Returns all public events, including past events. Lists, feeds and the search show only events with `is_listed`. */
export const listPublicEvents = (db: Db) => db.many<PublicEvent & { is_listed: boolean }>`
  select ${EVENT_COLUMNS}, is_listed
  from list_visible_events()
  where event_type = 'public'
  order by start_date, id`

/** Selects the next public events of a team. Canceled events come last. */
export const nextTeamEventsQuery = (slug: string): Query<PublicEvent> => query`
  select ${EVENT_COLUMNS}
  from list_visible_events()
  where event_type = 'public' and team_id = (select find_team_id(${slug})) and end_date >= now()
  order by is_cancelled, start_date, id
  limit ${MAX_TEAM_EVENTS}`

export const findPublicEvent = (db: Db, slug: string) => db.one<PublicEvent>`
  select ${EVENT_COLUMNS}
  from list_visible_events()
  where event_type = 'public' and slug = ${slug}`

export interface CalendarQuery {
  limit: number
  cursor: Position | null
  country: Country | null
  /**
   * If true, other countries' events are listed only if they belong
   * to the viewer's teams or the viewer answered them.
   */
  isNearViewer: boolean
  /** A team's slug, or `mine` for all teams of the viewer. */
  team: string | null
  /** ISO times. Selects events that end at or after `from` and start before `to`. */
  from: string | null
  to: string | null
}

/**
 * Returns a page of the calendar. Leaves out unlisted events, which belong to a team that no admin has reviewed,
 * except on the calendar of this team (`team`), for members of the team, and for super admins.
 */
export async function listCalendarEvents(
  db: Db,
  params: CalendarQuery,
): Promise<Page<CalendarEvent>> {
  const { limit, cursor, country, isNearViewer, team, from, to } = params
  const [time = null, id = null] = cursor ?? []
  const rows = await db.many<CalendarEvent>`
    select ${CALENDAR_EVENT_COLUMNS}
    from ${CALENDAR_EVENT_TABLES}
    where (${country}::text is null or country = ${country})
      and (not ${isNearViewer} or country is null or team_id in (select list_own_team_ids('member'))
        or answer is not null
        or exists (
          select from users u
          where u.id = (select current_viewer()) and coalesce(u.country = list_visible_events.country, true)
        ))
      and (is_listed or ${team}::text is not null or team_id in (select list_own_team_ids('member'))
        or (select is_super_admin()))
      and (${team}::text is null or team_id = (select find_team_id(${team}))
        or (${team} = 'mine' and team_id in (select list_own_team_ids('member'))))
      and (${from}::timestamptz is null or end_date >= ${from}::timestamptz)
      and (${to}::timestamptz is null or start_date < ${to}::timestamptz)
      and (${time}::timestamptz is null or (start_date, id) > (${time}::timestamptz, ${id}::uuid))
    order by start_date, id
    limit ${limit + 1}`
  return toPage(rows, limit, (event) => [event.start_date, event.id])
}

export const eventQuery = (id: string) => query<CalendarEvent>`
  select ${CALENDAR_EVENT_COLUMNS}
  from ${CALENDAR_EVENT_TABLES} where id = ${id}`

export const NEW_EVENT_COLUMN_NAMES = listColumns(newEventRow)
/** Columns that a member can change; only existing events can be canceled. */
export const CHANGED_EVENT_COLUMN_NAMES = [...NEW_EVENT_COLUMN_NAMES, "is_cancelled"] as const

/** Returns two inserts. The second uses a longer slug, and has an effect only if `slug` is taken. */
export const insertEventQueries = <Column extends string>(
  id: string,
  slug: string,
  columns: readonly Column[],
  event: Readonly<Record<Column, unknown>>,
): [Query<unknown>, Query<unknown>] => {
  const insertQuery = (slug: string) => query`
    insert into events (id, slug, user_id, ${toColumnNames(columns)})
    values (${id}, ${slug}, current_viewer(), ${toColumnValues(columns, event)})
    on conflict do nothing`
  return [insertQuery(slug), insertQuery(`${slug}-${id.slice(0, 8)}`)]
}

/** Throws insufficient_privilege if the viewer may not write the team's events. */
export async function createEvent(
  db: Db,
  slug: string,
  event: Required<NewEvent>,
): Promise<CalendarEvent> {
  const id = crypto.randomUUID()
  const [, , [created]] = await db.batch([
    ...insertEventQueries(id, slug, NEW_EVENT_COLUMN_NAMES, event),
    eventQuery(id),
  ])
  if (!created) throw new Error(`The slug ${slug} and its longer form are taken`)
  return created
}

/** Detaches the event from its series, so that later changes of the series skip it by default. */
export const updateEvent = (
  db: Db,
  id: string,
  expectedUpdatedAt: string,
  event: Partial<NewEvent> & { is_cancelled?: boolean | undefined },
) =>
  writeRow(
    db,
    query`
      update events set ${toAssignments(CHANGED_EVENT_COLUMN_NAMES, event)},
        is_detached = series_id is not null,
        -- An event that moves to another team leaves its series.
        series_id = case when team_id = coalesce(${event.team_id ?? null}::uuid, team_id) then series_id end
      where id = ${id} and updated_at = ${expectedUpdatedAt}::timestamptz
      returning id`,
    eventQuery(id),
  )
