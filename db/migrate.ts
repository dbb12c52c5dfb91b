/**
 * Applies db/migrations in the order of their names, forward only. Each file and its record are one
 * statement, `migrations.apply(…)`, hence one transaction, also over Neon's HTTP.
 */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { connect, type Db } from "./client.ts"

const FOLDER = new URL("./migrations/", import.meta.url)

/** Why the schema could not be brought up to date, and what to do about it. */
export class MigrationError extends Error {
  override name = "MigrationError"
}

export interface Migration {
  name: string
  sql: string
  checksum: string
}

interface Applied {
  name: string
  checksum: string
}

/** The migrations of a folder, by name; the checksum is the SHA-256 of the file in hexadecimal. */
export async function readMigrations(folder: URL = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8")
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") }
    }),
  )
}

/** The migrations still to apply; throws {@link MigrationError} when the record and the files disagree. */
export function pendingOf(migrations: Migration[], applied: Applied[]): Migration[] {
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const file = files.get(name)
    if (!file) {
      throw new MigrationError(
        `${name} was applied to this database, but is not in db/migrations. The code is older than the database: update the code.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new MigrationError(
        `${name} was changed after it was applied. Restore it, and put the change into a new migration.`,
      )
    }
  }
  const done = new Set(applied.map(({ name }) => name))
  const last = applied.at(-1)?.name ?? ""
  const pending = migrations.filter(({ name }) => !done.has(name))
  const late = pending.find(({ name }) => name < last)
  if (late) {
    throw new MigrationError(
      `${late.name} comes before ${last}, which is applied already. Rename it so that it comes last.`,
    )
  }
  return pending
}

const bootstrap = async (db: Db) => {
  await db.batch([
    // Two hosts that start on one new database take turns.
    { text: "select pg_advisory_xact_lock(hashtext('daina.migrations'))", params: [] },
    { text: "create schema if not exists migrations", params: [] },
    {
      text: `create table if not exists migrations.applied (
        name text primary key, checksum text not null, applied_at timestamptz not null default now()
      )`,
      params: [],
    },
    { text: "alter table migrations.applied enable row level security", params: [] },
    {
      text: `create or replace function migrations.apply(file text, sum text, statements text) returns void
        language plpgsql as $$
        begin
          perform pg_advisory_xact_lock(hashtext('daina.migrations'));
          if exists (select from migrations.applied where name = file) then return; end if;
          execute statements;
          insert into migrations.applied (name, checksum) values (file, sum);
        end $$`,
      params: [],
    },
    {
      // Utility statements take no parameters, so the name and the password are quoted by format().
      text: `create or replace function migrations.ensure_role(role_name text, password text) returns void
        language plpgsql as $$
        begin
          perform pg_advisory_xact_lock(hashtext('daina.migrations'));
          if not exists (select from pg_roles where rolname = role_name) then
            execute format('create role %I login password %L', role_name, password);
          end if;
          -- So that a start without the owner's address can name what is missing.
          execute format('grant usage on schema migrations to %I', role_name);
          execute format('grant select on migrations.applied to %I', role_name);
          if not exists (select from pg_policies where schemaname = 'migrations') then
            create policy everybody_reads on migrations.applied for select using (true);
          end if;
        end $$`,
      params: [],
    },
  ])
}

async function appliedTo(db: Db): Promise<Applied[]> {
  const table = await db.one<{ found: boolean }>`
    select to_regclass('migrations.applied') is not null as found`
  return table?.found
    ? db.many<Applied>`select name, checksum from migrations.applied order by name`
    : []
}

/** The role that the functions and the build log in as; policies and grants name it. */
export const APP_ROLE = "daina_app"

/**
 * Brings the database of `ownerUrl` up to date and returns the names of what was applied. Creates the
 * role daina_app with the password of `appUrl` where it is missing. Throws {@link MigrationError}.
 */
export async function migrate(options: {
  ownerUrl: string
  appUrl: string
  folder?: URL
}): Promise<string[]> {
  const db = connect(options.ownerUrl).as(null)
  const migrations = await readMigrations(options.folder)
  await bootstrap(db)
  const pending = pendingOf(migrations, await appliedTo(db))
  const password = decodeURIComponent(new URL(options.appUrl).password)
  await db.one`select migrations.ensure_role(${APP_ROLE}, ${password})`
  for (const { name, sql, checksum } of pending) {
    try {
      await db.one`select migrations.apply(${name}, ${checksum}, ${sql})`
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new MigrationError(
        `${name} failed and was rolled back: ${reason}. The database is as it was before it; correct the file and start again.`,
        { cause: error },
      )
    }
  }
  return pending.map(({ name }) => name)
}

/** The names of migrations that the database of `url` still lacks, as any of its roles sees it. */
export async function pendingMigrations(url: string, folder?: URL): Promise<string[]> {
  const applied = await appliedTo(connect(url).as(null))
  return pendingOf(await readMigrations(folder), applied).map(({ name }) => name)
}
