/** Imports events from calendar files (iCalendar). The UID of a calendar entry finds its event in a later import. */
import { createEventSlug } from "../../src/features/events/form.ts"
import type { ChosenEvents, ImportedEvent } from "../../src/features/events/import/schema.ts"
import { DEFAULT_COLOR } from "../../src/features/events/schema.ts"
import { type Db, type Query, query } from "../client.ts"
import { countOwnAttemptSql } from "./accounts/attempts.ts"
import { type SiteChange, writeSite } from "./content-version.ts"

export type StoredImport = Omit<ImportedEvent, "registration_url">

/** Returns the seconds until another calendar may be read, or 0. */
export const countCalendarReading = async (db: Db): Promise<number> =>
  (await db.value<number>`select wait from ${countOwnAttemptSql("import")}`) ?? 0

export const mayWriteEvents = async (db: Db, team: string): Promise<boolean> =>
  (await db.value<boolean>`
    select ${team}::uuid in (select list_event_team_ids()) is true or is_super_admin()`) ?? false

/**
 * Returns the digest of each imported event that is not over, by UID. An entry with another digest has changed in the
 * calendar, so this query must compute the same as `computeDigest()` in src/features/events/import/read.ts.
 */
export async function getImportedDigests(db: Db, team: string): Promise<Record<string, string>> {
  const isoTextSql = (column: Query<unknown>) =>
    query`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
  const rows = await db.many<{ uid: string; digest: string }>`
    select i.uid, md5(array_to_string(array[
      e.title, coalesce(e.description, ''), ${isoTextSql(query`e.start_date`)}, ${isoTextSql(query`e.end_date`)},
      e.time_zone, e.is_all_day::text, coalesce(e.location, ''), e.is_cancelled::text
    ], E'\\n')) as digest
    from event_imports i join events e on e.id = i.event_id and e.team_id = i.team_id
    where i.team_id = ${team} and e.end_date > now()`
  return Object.fromEntries(rows.map(({ uid, digest }) => [uid, digest]))
}

export const listImportedEvents = (db: Db, team: string, uids: string[]) => db.many<StoredImport>`
  select i.uid, e.title, e.description, e.start_date, e.end_date, e.time_zone, e.is_all_day, e.location,
    e.is_cancelled
  from event_imports i join events e on e.id = i.event_id and e.team_id = i.team_id
  where i.team_id = ${team}
    and i.uid in (select jsonb_array_elements_text(${JSON.stringify(uids)}::jsonb))`

/** Throws insufficient_privilege if the viewer may not write the team's events. */
export async function storeImport(
  db: Db,
  { team_id, event_type, country, language, events }: ChosenEvents,
): Promise<SiteChange & { added: number; changed: number }> {
  const rows = events.map((event) => ({
    ...event,
    id: crypto.randomUUID(),
    slug: createEventSlug(event.title, event.start_date, event.time_zone),
  }))
  const entriesTable = query`
    jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry(id uuid, uid text, slug text, title text,
      description text, start_date timestamptz, end_date timestamptz, time_zone text, is_all_day boolean,
      location text, registration_url text, is_cancelled boolean)`
  const importTable = query`event_imports i on i.team_id = ${team_id}::uuid and i.uid = entry.uid`
  // The first run skips events with a taken slug. The second run adds them with a longer slug.
  const insertQuery = (slug: Query<unknown>) => query<{ id: string }>`
    insert into events (id, slug, user_id, team_id, event_type, country, language, color, featured,
      title, description, start_date, end_date, time_zone, is_all_day, location, registration_url)
    select entry.id, ${slug}, current_viewer(), i.team_id, ${event_type}, ${country}, ${language},
      ${DEFAULT_COLOR}, false, entry.title, entry.description, entry.start_date, entry.end_date, entry.time_zone, entry.is_all_day,
      entry.location, entry.registration_url
    from ${entriesTable} join ${importTable} and i.event_id = entry.id
    on conflict do nothing
    returning id`
  const { rows: written, ...site } = await writeSite(db, [
    // Only one import of a team runs at a time, so that each import finds the events of the previous import.
    query`select pg_advisory_xact_lock(hashtext('imports'), hashtext(${team_id}::text))`,
    query`
      insert into event_imports (team_id, uid, event_id)
      select ${team_id}, entry.uid, entry.id from ${entriesTable}
      on conflict (team_id, uid) do update set event_id = excluded.event_id
      -- An event that has moved to another team is not overwritten: its entry becomes a new event.
      where not exists (
        select from events e where e.id = event_imports.event_id and e.team_id = event_imports.team_id
      )`,
    insertQuery(query`entry.slug`),
    insertQuery(query`entry.slug || '-' || left(entry.id::text, 8)`),
    query<{ id: string }>`
      update events e set title = entry.title, description = entry.description, start_date = entry.start_date,
        end_date = entry.end_date, time_zone = entry.time_zone, is_all_day = entry.is_all_day, location = entry.location,
        is_cancelled = entry.is_cancelled
      from ${entriesTable} join ${importTable}
      where e.id = i.event_id and e.team_id = i.team_id and e.id <> entry.id
      returning e.id`,
  ])
  const [, , insertedRows, renamedRows, changedRows] = written
  return { ...site, added: insertedRows.length + renamedRows.length, changed: changedRows.length }
}
