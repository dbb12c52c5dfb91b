/** Events that repeat: a row for each date, which stays the same row whatever becomes of its series. */
import { eventSlug } from "../../src/features/events/form.ts"
import { datesUntil, type NewSeries } from "../../src/features/events/series/dates.ts"
import type { Scope } from "../../src/features/events/series/schema.ts"
import { assignments, columnNames, columnValues, type Db, type Query, query } from "../client.ts"
import { type RowChange, type SiteChange, writeSite } from "./content-version.ts"

/** What each date has of its own. */
const isTime = (column: string) => column === "start_date" || column === "end_date"

/** Both times by the clocks of the zone. */
const wall = (moment: string, zone: string) =>
  query`(${moment}::timestamptz at time zone ${zone}::text)`

/** Rows to be, by their dates. */
const named = (title: string, days: string[]) =>
  days.map((day) => ({
    id: crypto.randomUUID(),
    slug: eventSlug(title, `${day}T00:00:00Z`, "UTC"),
    day,
  }))

/** What a series needs to know of its dates, whatever else they have. */
interface Dated {
  title: string
  start_date: string
  end_date: string
  time_zone: string
  /** Null for an event of no team. */
  team_id: string | null
}

/** Stores a series with its rows, of these columns; returns the first one as it is read by its id. */
export async function createSeries<Column extends string, Row>(
  db: Db,
  columns: readonly Column[],
  event: Readonly<Record<Column, unknown>> & Dated,
  { rule, days, excluded, until, generatedUntil }: NewSeries,
  read: (id: string) => Query<Row>,
): Promise<SiteChange & { row: Row }> {
  const series = crypto.randomUUID()
  const { time_zone: zone } = event
  const dates = named(event.title, days)
  const starts = wall(event.start_date, zone)
  const ends = wall(event.end_date, zone)
  const shared = columns.filter((column) => !isTime(column))
  // As insertEvent does: where an address is taken, the row's gets a part of its own.
  const insert = (slug: Query<unknown>) => query`
    insert into events (id, slug, user_id, series_id, series_date, start_date, end_date, ${columnNames(shared)})
    select d.id, ${slug}, current_viewer(), ${series}::uuid, d.day,
      moment_at(d.day + ${starts}::time, ${zone}::text),
      end_at(d.day + ${starts}::time, ${ends} - ${starts}, ${zone}::text), ${columnValues(shared, event)}
    from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb) as d(id uuid, slug text, day date)
    on conflict do nothing`
  const { rows, ...site } = await writeSite(db, [
    query`
      insert into event_series (id, team_id, rule, starts_at, ends_at, time_zone, until, excluded, generated_until)
      values (${series}, ${event.team_id}, ${rule}, ${starts}, ${ends}, ${zone}, ${until},
        ${`{${excluded.join()}}`}::date[], ${generatedUntil})`,
    insert(query`d.slug`),
    insert(query`d.slug || '-' || left(d.id::text, 8)`),
    read(dates[0]?.id ?? series),
  ])
  const [, , , [row]] = rows
  if (!row) throw new Error("A series without a date was stored")
  return { row, ...site }
}

type Change<Column extends string> = { readonly [Name in Column]?: unknown } & {
  start_date: string
  end_date: string
  time_zone: string
  /** Where it may be another than before. */
  team_id?: string
  is_cancelled?: boolean | undefined
}

/**
 * Saves these columns of an event that is as it was at `basedOn`, and of what of its series is like it: rows
 * that follow, or all of them, keep their dates and get its hours. What was edited by itself stays as it is,
 * but for being cancelled with the others. Nothing is saved where the event has another day or team than its
 * series says.
 */
export async function updateSeries<Column extends string, Row>(
  db: Db,
  id: string,
  basedOn: string,
  columns: readonly Column[],
  change: Change<Column>,
  which: Exclude<Scope, "this">,
  read: (id: string) => Query<Row>,
): Promise<RowChange<Row>> {
  const { start_date, end_date, time_zone: zone, is_cancelled } = change
  const starts = wall(start_date, zone)
  const ends = wall(end_date, zone)
  const length = query`(${ends} - ${starts})`
  const edited = query`
    select e.series_id, e.series_date, e.is_cancelled from events e
    where e.id = ${id} and e.updated_at = ${basedOn}::timestamptz and e.series_date = ${starts}::date
      and (e.team_id = ${change.team_id ?? null}::uuid or ${change.team_id === undefined}::boolean)`
  const isIn = query`series_id = (select series_id from (${edited}) as x)
    and (${which === "all"}::boolean or series_date >= ${starts}::date)`
  const own = crypto.randomUUID()
  const tailOf = query`s.id = (select series_id from (${edited}) as x)`
  const isAll = which === "all"
  // What follows becomes a series of its own, so that each has one time.
  const series = isAll
    ? query`
      update event_series s set time_zone = ${zone}, starts_at = s.starts_at::date + ${starts}::time,
        ends_at = s.starts_at::date + ${starts}::time + ${length}
      where ${tailOf}`
    : query`
      with tail as (
        insert into event_series (id, team_id, rule, starts_at, ends_at, time_zone, until, excluded,
          generated_until)
        select ${own}::uuid, s.team_id, s.rule, ${starts}, ${ends}, ${zone}, s.until, s.excluded, s.generated_until
        from event_series s where ${tailOf}
      )
      update event_series s set until = ${starts}::date - 1 where ${tailOf}`
  const target = isAll ? query`series_id` : query`${own}::uuid`
  const shared = columns.filter((column) => !isTime(column) && column !== "team_id")
  const { rows, ...site } = await writeSite(db, [
    query`
      update events set is_cancelled = true
      where ${is_cancelled === true}::boolean and is_detached and not is_cancelled and id <> ${id} and ${isIn}
        and not (select is_cancelled from (${edited}) as x)`,
    series,
    query`
      update events set series_id = ${target}
      where not ${isAll}::boolean and is_detached and id <> ${id} and ${isIn}`,
    query<{ id: string }>`
      update events set ${assignments(shared, change)}, series_id = ${target}, is_detached = false,
        start_date = moment_at(series_date + ${starts}::time, ${zone}::text),
        end_date = end_at(series_date + ${starts}::time, ${length}, ${zone}::text)
      where (not is_detached or id = ${id}) and ${isIn}
      returning id`,
    read(id),
  ])
  const [, , , written, [row = null]] = rows
  return { saved: written.length > 0, row, ...site }
}

/**
 * Deletes an event, or with it what of its series follows, or all of that; null when there is none that the
 * viewer may delete. A series makes none of these dates again.
 */
export async function deleteEvents(
  db: Db,
  id: string,
  which: Scope,
): Promise<{ was_public: boolean } | null> {
  const end = {
    this: query`excluded = s.excluded || e.series_date`,
    following: query`until = e.series_date - 1`,
    all: query`until = s.starts_at::date - 1`,
  }[which]
  const [, deleted] = await db.batch([
    query`
      update event_series s set ${end} from events e where e.id = ${id} and s.id = e.series_id`,
    query<{ was_public: boolean }>`
      delete from events e using events chosen
      where chosen.id = ${id} and (
        e.id = chosen.id
          or (${which !== "this"}::boolean and e.series_id = chosen.series_id
            and (${which === "all"}::boolean or e.series_date >= chosen.series_date))
      )
      returning e.event_type = 'public' as was_public`,
  ])
  return deleted.length > 0 ? { was_public: deleted.some(({ was_public }) => was_public) } : null
}

interface DueSeries {
  id: string
  rule: string
  first_date: string
  /** The last date that is due by now. */
  until: string
  excluded: string
  generated_until: string
  title: string
}

/** Makes rows a year ahead for series that run out of them. */
export async function extendSeries(db: Db): Promise<void> {
  const due = await db.many<DueSeries>`
    select id, rule, first_date, until, excluded::text as excluded, generated_until, title from series_to_extend()`
  if (due.length === 0) return
  await db.batch(
    due.map(({ id, rule, first_date, until, excluded, generated_until, title }) => {
      const days = datesUntil(rule, first_date, until).filter(
        (day) => day > generated_until && !excluded.includes(day),
      )
      return query`select extend_series(${id}, ${JSON.stringify(named(title, days))}::jsonb)`
    }),
  )
}
