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
import { canAnswer } from "./own-events.ts"
import { type Page, type Position, toPage } from "./paging.ts"

export const EVENT = query`id, slug, title, description, start_date, end_date, time_zone, is_all_day, location, country,
  color, team_id, team_name, team_slug, featured, prize, max_participants, registration_url,
  address, price, price_amount, age_min, accessibility, image_url,
  is_cancelled, revision, created_at, updated_at, language, translations, signups,
  series, is_hidden`

/** Events that the viewer may see, with the viewer's own sign-up. */
const CALENDAR_EVENTS = query`list_visible_events() left join lateral (
    select s.status as answer, s.guests, s.note from event_signups s
    where s.event_id = list_visible_events.id and s.user_id = (select current_viewer())
  ) signup on true`

/** Columns of `CALENDAR_EVENTS`. */
const CALENDAR_EVENT = query`${EVENT}, event_type, unlisted_reason,
  team_id in (select list_event_team_ids()) is true or (select is_super_admin()) as may_edit,
  answer, coalesce(guests, 0) as guests, note, ${canAnswer(query`answer`)} as can_answer`

/** Starts with today in the event's time zone. */
export const listUpcomingPublicEvents = (db: Db, limit: number) => db.many<PublicEvent>`
  select ${EVENT}
  from list_visible_events()
  where event_type = 'public' and team_id is null
    and start_date >= date_trunc('day', now(), time_zone)
  order by start_date, id
  limit ${limit}`

/** The home page, feeds and the search show only events with `is_listed`. */
export const listPublicEvents = (db: Db) => db.many<PublicEvent & { is_listed: boolean }>`
  select ${EVENT}, is_listed
  from list_visible_events()
  where event_type = 'public'
  order by start_date, id`

/** Canceled events come last. */
export const nextTeamEventsQuery = (slug: string): Query<PublicEvent> => query`
  select ${EVENT}
  from list_visible_events()
  where event_type = 'public' and team_id = (select find_team_id(${slug})) and end_date >= now()
  order by is_cancelled, start_date, id
  limit ${MAX_TEAM_EVENTS}`

export const findPublicEvent = (db: Db, slug: string) => db.one<PublicEvent>`
  select ${EVENT}
  from list_visible_events()
  where event_type = 'public' and slug = ${slug}`

export interface CalendarQuery {
  limit: number
  cursor: Position | null
  country: Country | null
  /** Leaves out events of other countries, except for the viewer's teams and answers. */
  isNearViewer: boolean
  /** A team's slug, or `mine` for all teams of the viewer. */
  team: string | null
  /** ISO times. Selects events that end at or after `from` and start before `to`. */
  from: string | null
  to: string | null
}

/** Events of an unreviewed team need a membership, a super admin, or its slug in `team`. */
export async function listCalendarEvents(
  db: Db,
  params: CalendarQuery,
): Promise<Page<CalendarEvent>> {
  const { limit, cursor, country, isNearViewer, team, from, to } = params
  const [time = null, id = null] = cursor ?? []
  const rows = await db.many<CalendarEvent>`
    select ${CALENDAR_EVENT}
    from ${CALENDAR_EVENTS}
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
  select ${CALENDAR_EVENT}
  from ${CALENDAR_EVENTS} where id = ${id}`

export const EVENT_COLUMNS = listColumns(newEventRow)
/** Events can be canceled only after they were created. */
export const CHANGED_EVENT_COLUMNS = [...EVENT_COLUMNS, "is_cancelled"] as const

/** The second insert has a longer slug, for the case that `slug` is taken. */
export const insertEvent = <Column extends string>(
  id: string,
  slug: string,
  columns: readonly Column[],
  event: Readonly<Record<Column, unknown>>,
): [Query<unknown>, Query<unknown>] => {
  const insertAs = (slug: string) => query`
    insert into events (id, slug, user_id, ${toColumnNames(columns)})
    values (${id}, ${slug}, current_viewer(), ${toColumnValues(columns, event)})
    on conflict do nothing`
  return [insertAs(slug), insertAs(`${slug}-${id.slice(0, 8)}`)]
}

/** Throws insufficient_privilege if the viewer may not write the team's events. */
export async function createEvent(
  db: Db,
  slug: string,
  event: Required<NewEvent>,
): Promise<CalendarEvent> {
  const id = crypto.randomUUID()
  const [, , [created]] = await db.batch([
    ...insertEvent(id, slug, EVENT_COLUMNS, event),
    eventQuery(id),
  ])
  if (!created) throw new Error(`Every slug like ${slug} is taken`)
  return created
}

/** Later changes of its series no longer apply to the event. */
export const updateEvent = (
  db: Db,
  id: string,
  basedOn: string,
  event: Partial<NewEvent> & { is_cancelled?: boolean | undefined },
) =>
  writeRow(
    db,
    query`
      update events set ${toAssignments(CHANGED_EVENT_COLUMNS, event)},
        is_detached = series_id is not null,
        -- An event that moves to another team leaves its series.
        series_id = case when team_id = coalesce(${event.team_id ?? null}::uuid, team_id) then series_id end
      where id = ${id} and updated_at = ${basedOn}::timestamptz
      returning id`,
    eventQuery(id),
  )
