import { createEventSlug } from "../../src/features/events/form.ts"
import { listDatesUntil, type NewSeries } from "../../src/features/events/series/dates.ts"
import type { Scope, SeriesDate } from "../../src/features/events/series/schema.ts"
import {
  type Db,
  type Query,
  query,
  toChangedAssignments,
  toColumnNames,
  toColumnValues,
} from "../client.ts"
import { type RowChange, type SiteChange, writeSite } from "./content-version.ts"

const isEventTime = (column: string) => column === "start_date" || column === "end_date"

const localTimeSql = (time: string, timeZone: string) =>
  query`(${time}::timestamptz at time zone ${timeZone}::text)`

/** Returns an id and a slug for an event on each of the days (`YYYY-MM-DD`). */
const createDates = (title: string, days: string[]) =>
  days.map((day) => ({
    id: crypto.randomUUID(),
    slug: createEventSlug(title, `${day}T00:00:00Z`, "UTC"),
    day,
  }))

interface FirstEvent {
  title: string
  start_date: string
  end_date: string
  time_zone: string
  team_id: string | null
  is_cancelled?: boolean
}

/** Stores a series and its events up to `generatedUntil`. `read` selects the first event. */
export async function createSeries<Column extends string, Row>(
  db: Db,
  columns: readonly Column[],
  event: Readonly<Record<Column, unknown>> & FirstEvent,
  { rule, days, excluded, until, generatedUntil }: NewSeries,
  read: (id: string) => Query<Row>,
): Promise<SiteChange & { row: Row }> {
  const series = crypto.randomUUID()
  const { time_zone: timeZone } = event
  const dates = createDates(event.title, days)
  const localStart = localTimeSql(event.start_date, timeZone)
  const localEnd = localTimeSql(event.end_date, timeZone)
  const sharedColumns = columns.filter((column) => !isEventTime(column))
  // The first run skips events with a taken slug. The second run adds them with a longer slug.
  const insertQuery = (slug: Query<unknown>) => query`
    insert into events (id, slug, user_id, series_id, series_date, start_date, end_date, ${toColumnNames(sharedColumns)})
    select d.id, ${slug}, current_viewer(), ${series}::uuid, d.day,
      resolve_local_time(d.day + ${localStart}::time, ${timeZone}::text),
      compute_event_end(d.day + ${localStart}::time, ${localEnd} - ${localStart}, ${timeZone}::text), ${toColumnValues(sharedColumns, event)}
    from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as d(id uuid, slug text, day date)
    on conflict do nothing`
  // The text of a Postgres array.
  const excludedDays = `{${excluded.join()}}`
  const { rows, ...site } = await writeSite(db, [
    query`
      insert into event_series (id, team_id, rule, starts_at, ends_at, time_zone, until, excluded, generated_until)
      values (${series}, ${event.team_id}, ${rule}, ${localStart}, ${localEnd}, ${timeZone}, ${until},
        ${excludedDays}::date[], ${generatedUntil})`,
    insertQuery(query`d.slug`),
    insertQuery(query`d.slug || '-' || left(d.id::text, 8)`),
    query`
      update events set is_cancelled = true
      where series_id = ${series} and ${event.is_cancelled ?? false}::boolean`,
    read(dates[0]?.id ?? series),
  ])
  const [, , , , [row]] = rows
  if (!row) throw new Error("A series without a date was stored")
  return { row, ...site }
}

/**
 * SQL condition: the event `e` is in the series of the event `id`. A change of "this and following dates" splits a
 * series into parts, which are rows of event_series with the same `lineage`.
 */
export const isInSeriesOfCondition = (id: string) => query`
  e.series_id in (
    select part.id from event_series part
    join event_series own_part on own_part.lineage = part.lineage
    join events chosen on chosen.series_id = own_part.id
    where chosen.id = ${id}
  )`

export const listSeriesDates = (db: Db, id: string) => db.many<SeriesDate>`
  select e.series_date as date, e.start_date, e.end_date, e.time_zone, e.is_detached
  from events e where ${isInSeriesOfCondition(id)}
  order by e.series_date`

type Change<Column extends string> = { readonly [Name in Column]?: unknown } & {
  start_date: string
  end_date: string
  time_zone: string
  /** Set if the form has a team. A series cannot move to another team. */
  team_id?: string
  is_cancelled?: boolean | undefined
}

export interface SeriesScope {
  scope: Exclude<Scope, "this">
  /** Whether the edit also changes individually edited dates. A cancellation always includes these dates. */
  with_edited: boolean
}

/**
 * Applies an edit of one event (`chosen`) to all dates of its series, or to this and the following dates. Saves nothing
 * if `updated_at` of the event is not `expectedUpdatedAt`, or if the event would move to another day or team.
 */
export async function updateSeries<Column extends string, Row>(
  db: Db,
  id: string,
  expectedUpdatedAt: string,
  columns: readonly Column[],
  change: Change<Column>,
  { scope, with_edited }: SeriesScope,
  read: (id: string) => Query<Row>,
): Promise<RowChange<Row>> {
  const { start_date, end_date, time_zone: timeZone, is_cancelled } = change
  const isAll = scope === "all"
  const localStart = localTimeSql(start_date, timeZone)
  const duration = query`(${localTimeSql(end_date, timeZone)} - ${localStart})`
  // The edited event, if the edit is allowed. `is_retimed` means that the edit changes its time.
  const chosenTable = query`(
    select e.id, e.series_id, e.series_date, e.is_cancelled, s.lineage,
      (e.start_date, e.end_date, e.time_zone)
        is distinct from (${start_date}::timestamptz, ${end_date}::timestamptz, ${timeZone}::text) as is_retimed
    from events e join event_series s on s.id = e.series_id
    where e.id = ${id} and e.updated_at = ${expectedUpdatedAt}::timestamptz
      and ${localStart}::date in (e.series_date, (e.start_date at time zone e.time_zone)::date)
      and (e.team_id = ${change.team_id ?? null}::uuid or ${change.team_id === undefined}::boolean)
  ) as chosen`
  const isInScopeCondition = query`
    e.series_id in (select part.id from event_series part where part.lineage = chosen.lineage)
      and (${isAll}::boolean or e.series_date >= chosen.series_date)`
  // Each part of a series has one time of day, so a change of the following dates moves them to a new part.
  const newPart = crypto.randomUUID()
  const movesToNewPartCondition = query`(not ${isAll}::boolean and e.series_id = chosen.series_id)`
  const sharedColumns = columns.filter(
    (column) => !(isEventTime(column) || column === "time_zone" || column === "team_id"),
  )
  const daySql = query`
    case
      when e.id = chosen.id then ${localStart}::date
      -- An individually edited date may have moved to another day.
      when e.is_detached then (e.start_date at time zone e.time_zone)::date
      else e.series_date
    end`
  const { rows, ...site } = await writeSite(db, [
    // A cancellation includes individually edited dates, which the last update skips unless `with_edited` is true.
    query`
      update events e set is_cancelled = true from ${chosenTable}
      where ${is_cancelled === true}::boolean and not chosen.is_cancelled
        and e.is_detached and not e.is_cancelled and e.id <> chosen.id and ${isInScopeCondition}`,
    // If the scope is the following dates, creates the new part as a copy of the former part. The next query makes the
    // former part end before the edited event.
    query`
      insert into event_series (id, lineage, team_id, rule, starts_at, ends_at, time_zone, until, excluded,
        generated_until)
      select ${newPart}::uuid, s.lineage, s.team_id, s.rule, chosen.series_date + s.starts_at::time,
        chosen.series_date + s.starts_at::time + (s.ends_at - s.starts_at), s.time_zone, s.until, s.excluded,
        s.generated_until
      from event_series s, ${chosenTable} where s.id = chosen.series_id and not ${isAll}::boolean`,
    query`
      update event_series s set until = chosen.series_date - 1 from ${chosenTable}
      where s.id = chosen.series_id and not ${isAll}::boolean`,
    // Moves the time of day of all affected parts.
    query`
      update event_series s set time_zone = ${timeZone}, starts_at = s.starts_at::date + ${localStart}::time,
        ends_at = s.starts_at::date + ${localStart}::time + ${duration}
      from ${chosenTable}
      where chosen.is_retimed and s.lineage = chosen.lineage
        and (${isAll}::boolean or s.starts_at::date >= chosen.series_date)`,
    // Individually edited dates also join the new part.
    query`
      update events e set series_id = ${newPart}::uuid from ${chosenTable}
      where ${movesToNewPartCondition} and e.is_detached and e.id <> chosen.id and ${isInScopeCondition}`,
    query<{ id: string }>`
      update events e set ${toChangedAssignments(sharedColumns, change)},
        series_id = case when ${movesToNewPartCondition} then ${newPart}::uuid else e.series_id end,
        time_zone = case when chosen.is_retimed then ${timeZone} else e.time_zone end,
        start_date = case when chosen.is_retimed
          then resolve_local_time(${daySql} + ${localStart}::time, ${timeZone}::text) else e.start_date end,
        end_date = case when chosen.is_retimed
          then compute_event_end(${daySql} + ${localStart}::time, ${duration}, ${timeZone}::text)
          else e.end_date end
      from ${chosenTable} join events old on old.id = chosen.id
      where (not e.is_detached or e.id = chosen.id or ${with_edited}::boolean) and ${isInScopeCondition}
      returning e.id`,
    read(id),
  ])
  const [, , , , , written, [row = null]] = rows
  return { saved: written.length > 0, row, ...site }
}

/**
 * Returns how many members would lose their sign-up if the viewer deleted this event, this and the following events, or
 * the whole series. Returns null if the viewer may not delete the event.
 */
export const countDeletionRecipients = (db: Db, id: string) => db.one<Record<Scope, number>>`
  select "this", "following", "all" from count_deletion_recipients(${id})`

/** Deletes events and removes their dates from the series. Returns null if the viewer may not delete the event. */
export async function deleteEvents(
  db: Db,
  id: string,
  scope: Scope,
): Promise<{ was_public: boolean } | null> {
  const seriesChange = {
    this: query`excluded = s.excluded || e.series_date`,
    following: query`until = e.series_date - 1`,
    all: query`until = s.starts_at::date - 1`,
  }[scope]
  const [, deleted] = await db.batch([
    query`
      update event_series s set ${seriesChange} from events e join event_series own_part on own_part.id = e.series_id
      where e.id = ${id} and (
        s.id = own_part.id or (
          ${scope !== "this"}::boolean and s.lineage = own_part.lineage
            and (${scope === "all"}::boolean or s.until >= e.series_date)
        )
      )`,
    query<{ was_public: boolean }>`
      delete from events e using events chosen
      where chosen.id = ${id} and (
        e.id = chosen.id
          or (${scope !== "this"}::boolean and ${isInSeriesOfCondition(id)}
            and (${scope === "all"}::boolean or e.series_date >= chosen.series_date))
      )
      returning e.event_type = 'public' as was_public`,
  ])
  return deleted.length > 0 ? { was_public: deleted.some(({ was_public }) => was_public) } : null
}

interface DueSeries {
  id: string
  rule: string
  first_date: string
  /** The last date that must exist now. */
  until: string
  /** Days without an event, as the text of a Postgres array. */
  excluded: string
  generated_until: string
  title: string
}

/** Adds events up to the horizon (`get_series_horizon()` in SQL) to series that need them. */
export async function extendSeries(db: Db): Promise<void> {
  const due = await db.many<DueSeries>`
    select id, rule, first_date, until, excluded::text as excluded, generated_until, title from list_series_to_extend()`
  if (due.length === 0) return
  await db.batch(
    due.map(({ id, rule, first_date, until, excluded, generated_until, title }) => {
      const days = listDatesUntil(rule, first_date, until).filter(
        (day) => day > generated_until && !excluded.includes(day),
      )
      return query`select extend_series(${id}, ${JSON.stringify(createDates(title, days))}::jsonb)`
    }),
  )
}
