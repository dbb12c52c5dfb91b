import {
  type ListedEvent,
  type NewAdminEvent,
  newAdminEvent,
} from "../../../src/features/events/admin/schema.ts"
import { DEFAULT_TIME_ZONE } from "../../../src/features/events/schema.ts"
import type { NewSeries } from "../../../src/features/events/series/dates.ts"
import { type Db, listColumns, type Query, query, toAssignments } from "../../client.ts"
import { writeMany, writeRow, writeSite } from "../content-version.ts"
import { insertEvent } from "../events.ts"
import { type ListQuery, listAdminPage } from "../paging.ts"
import { createSeries, type SeriesScope, updateSeries } from "../series.ts"

const EVENT = query`e.id, e.slug, e.title, e.description, e.start_date, e.end_date, e.time_zone, e.is_all_day,
  e.location, e.country::text as country, e.featured, e.prize, e.max_participants, e.registration_url,
  e.address, e.price, e.price_amount, e.age_min, e.accessibility,
  e.image_url, e.is_cancelled, e.hidden_at is not null as is_hidden, e.created_at, e.updated_at, e.language,
  e.translations, t.name as team_name,
  case when s.id is not null
    then jsonb_build_object('id', s.id, 'rule', s.rule, 'date', e.series_date, 'is_detached', e.is_detached)
  end as series`

const EVENTS = query`
  (events e left join teams t on t.id = e.team_id left join event_series s on s.id = e.series_id)`

export const listAdminEvents = (db: Db, params: ListQuery) =>
  listAdminPage<ListedEvent>(db, "events", params, EVENT, query`join ${EVENTS} on e.id = a.id`)

const selectEvent = (id: string): Query<ListedEvent & { content_version: number }> => query`
  select ${EVENT}, (select version from content_state) as content_version
  from ${EVENTS} where e.id = ${id} and e.event_type = 'public'`

export const getAdminEvent = async (db: Db, id: string) =>
  (await db.batch([selectEvent(id)]))[0][0] ?? null

const COLUMNS = listColumns(newAdminEvent)
/** Events can be canceled only after they were created. */
const NEW_COLUMNS = [
  ...COLUMNS.filter((column) => column !== "is_cancelled"),
  "event_type",
] as const

// Saving an event that was deleted meanwhile creates the event again.
const cancelIf = (id: string, isCancelled: boolean) => query`
  update events set is_cancelled = true where id = ${id} and ${isCancelled}::boolean`

export async function createAdminEvent(
  db: Db,
  slug: string,
  event: Required<NewAdminEvent>,
  series: NewSeries | undefined,
) {
  const stored = { ...event, event_type: "public", team_id: null }
  if (series) return createSeries(db, NEW_COLUMNS, stored, series, selectEvent)
  const id = crypto.randomUUID()
  const { rows, changedSite } = await writeSite(db, [
    ...insertEvent(id, slug, NEW_COLUMNS, stored),
    cancelIf(id, event.is_cancelled),
    selectEvent(id),
  ])
  const [row] = rows[3]
  if (!row) throw new Error(`Every slug like ${slug} is taken`)
  return { row, changedSite }
}

/** Later changes of its series no longer apply to the event. */
export const editEvent = (db: Db, id: string, basedOn: string, event: Partial<NewAdminEvent>) =>
  writeRow(
    db,
    query`
      update events set ${toAssignments(COLUMNS, event)}, is_detached = series_id is not null
      where id = ${id} and event_type = 'public' and updated_at = ${basedOn}::timestamptz
      returning id`,
    selectEvent(id),
  )

export const editEvents = (
  db: Db,
  id: string,
  basedOn: string,
  event: Partial<NewAdminEvent> & Pick<NewAdminEvent, "start_date" | "end_date">,
  scope: SeriesScope,
) =>
  updateSeries(
    db,
    id,
    basedOn,
    COLUMNS,
    { ...event, time_zone: event.time_zone ?? DEFAULT_TIME_ZONE },
    scope,
    selectEvent,
  )

export const hideEvent = (db: Db, id: string, isHidden: boolean) =>
  writeRow(
    db,
    query`
      update events set hidden_at = case when ${isHidden} then date_trunc('milliseconds', now()) end
      where id = ${id} and (hidden_at is not null) <> ${isHidden}
      returning id`,
    selectEvent(id),
  )

export const deleteAdminEvents = (db: Db, ids: string[]) =>
  writeMany(
    db,
    query`delete from events where id = any(${ids}::uuid[]) and event_type = 'public' returning id`,
  )
