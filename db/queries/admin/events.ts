import {
  type ListedEvent,
  type NewAdminEvent,
  newAdminEvent,
} from "../../../src/features/events/admin/schema.ts"
import { DEFAULT_TIME_ZONE } from "../../../src/features/events/schema.ts"
import type { NewSeries } from "../../../src/features/events/series/dates.ts"
import { type Db, listColumns, type Query, query, toAssignments } from "../../client.ts"
import { writeMany, writeRow, writeSite } from "../content-version.ts"
import { insertEventQueries } from "../events.ts"
import { type ListQuery, listAdminPage } from "../paging.ts"
import { createSeries, type SeriesScope, updateSeries } from "../series.ts"

const ADMIN_EVENT_COLUMNS = query`e.id, e.slug, e.title, e.description, e.start_date, e.end_date, e.time_zone, e.is_all_day,
  e.location, e.country::text as country, e.featured, e.prize, e.max_participants, e.registration_url,
  e.address, e.price, e.price_amount, e.age_min, e.accessibility,
  e.image_url, e.is_cancelled, e.hidden_at is not null as is_hidden, e.created_at, e.updated_at, e.language,
  e.translations, t.name as team_name,
  case when s.id is not null
    then jsonb_build_object('id', s.id, 'rule', s.rule, 'date', e.series_date, 'is_detached', e.is_detached)
  end as series`

const ADMIN_EVENT_TABLES = query`
  (events e left join teams t on t.id = e.team_id left join event_series s on s.id = e.series_id)`

export const listAdminEvents = (db: Db, params: ListQuery) =>
  listAdminPage<ListedEvent>(
    db,
    "events",
    params,
    ADMIN_EVENT_COLUMNS,
    query`join ${ADMIN_EVENT_TABLES} on e.id = a.id`,
  )

const adminEventQuery = (id: string): Query<ListedEvent & { content_version: number }> => query`
  select ${ADMIN_EVENT_COLUMNS}, (select version from content_state) as content_version
  from ${ADMIN_EVENT_TABLES} where e.id = ${id} and e.event_type = 'public'`

export const getAdminEvent = async (db: Db, id: string) =>
  (await db.batch([adminEventQuery(id)]))[0][0] ?? null

const CHANGED_COLUMN_NAMES = listColumns(newAdminEvent)
/** Columns of an insert. Leaves out is_cancelled, which cancelEventQuery() sets after the insert. */
const NEW_COLUMN_NAMES = [
  ...CHANGED_COLUMN_NAMES.filter((column) => column !== "is_cancelled"),
  "event_type",
] as const

// A new event may be canceled: if an event was deleted while an admin edited it, saving the form creates it again.
const cancelEventQuery = (id: string, isCancelled: boolean) => query`
  update events set is_cancelled = true where id = ${id} and ${isCancelled}::boolean`

export async function createAdminEvent(
  db: Db,
  slug: string,
  event: Required<NewAdminEvent>,
  series: NewSeries | undefined,
) {
  const stored = { ...event, event_type: "public", team_id: null }
  if (series) return createSeries(db, NEW_COLUMN_NAMES, stored, series, adminEventQuery)
  const id = crypto.randomUUID()
  const { rows, hasChangedSite } = await writeSite(db, [
    ...insertEventQueries(id, slug, NEW_COLUMN_NAMES, stored),
    cancelEventQuery(id, event.is_cancelled),
    adminEventQuery(id),
  ])
  const [row] = rows[3]
  if (!row) throw new Error(`The slug ${slug} and its longer form are taken`)
  return { row, hasChangedSite }
}

/** Detaches the event from its series, so that later changes of the series skip it by default. */
export const editEvent = (
  db: Db,
  id: string,
  expectedUpdatedAt: string,
  event: Partial<NewAdminEvent>,
) =>
  writeRow(
    db,
    query`
      update events set ${toAssignments(CHANGED_COLUMN_NAMES, event)}, is_detached = series_id is not null
      where id = ${id} and event_type = 'public' and updated_at = ${expectedUpdatedAt}::timestamptz
      returning id`,
    adminEventQuery(id),
  )

export const editEvents = (
  db: Db,
  id: string,
  expectedUpdatedAt: string,
  event: Partial<NewAdminEvent> & Pick<NewAdminEvent, "start_date" | "end_date">,
  scope: SeriesScope,
) =>
  updateSeries(
    db,
    id,
    expectedUpdatedAt,
    CHANGED_COLUMN_NAMES,
    { ...event, time_zone: event.time_zone ?? DEFAULT_TIME_ZONE },
    scope,
    adminEventQuery,
  )

export const setEventHidden = (db: Db, id: string, isHidden: boolean) =>
  writeRow(
    db,
    query`
      update events set hidden_at = case when ${isHidden} then date_trunc('milliseconds', now()) end
      where id = ${id} and (hidden_at is not null) <> ${isHidden}
      returning id`,
    adminEventQuery(id),
  )

export const deleteAdminEvents = (db: Db, ids: string[]) =>
  writeMany(
    db,
    query`delete from events where id = any(${ids}::uuid[]) and event_type = 'public' returning id`,
  )
