/**
 * Brings a database up to date: first db/migrations in the order of their names, forward only; then
 * db/functions, whole, whenever something of either has changed (see the README there). Each step is one
 * statement of migrator.sql, hence one transaction, also over Neon's HTTP.
 */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { NeonDbError } from "@neondatabase/serverless"
import { connect, type Db, query } from "./client.ts"

const FOLDER = new URL("./", import.meta.url)

/** Why the schema could not be brought up to date, and what to do about it. */
export class MigrationError extends Error {
  override name = "MigrationError"
}

interface SqlFile {
  name: string
  sql: string
  checksum: string
}

interface Applied {
  name: string
  checksum: string
}

/** What db/functions is called among the names of what is pending or was applied. */
const FUNCTIONS = "db/functions"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

async function readFiles(folder: URL): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), "utf8")
      return { name, sql, checksum: sha256(sql) }
    }),
  )
}

async function readSchema(folder: URL) {
  const [migrations, functions] = await Promise.all([
    readFiles(new URL("migrations/", folder)),
    readFiles(new URL("functions/", folder)),
  ])
  // With the migrations: one that drops something may take a policy or a trigger with it.
  const all = [...migrations, ...functions]
  const checksum = sha256(all.map((file) => `${file.name} ${file.checksum}`).join("\n"))
  return { migrations, functions, checksum }
}

/**
 * Returns whether a migration is from before the first release: those had four-digit numbers, and were replaced by one
 * file per subject.
 */
export const isFromBeforeRelease = (name: string): boolean => /^\d{4}_/.test(name)

/** The migrations still to apply; throws {@link MigrationError} when the record and the files disagree. */
function pendingOf(migrations: SqlFile[], applied: Applied[]): SqlFile[] {
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const file = files.get(name)
    if (!file && isFromBeforeRelease(name)) {
      throw new MigrationError(
        "A version from before the first release made this database, and this version cannot upgrade it. The database was not changed. Start with an empty database: set DATA_DIR to a new folder (or move the current one away) or, if DATABASE_URL is set, point DATABASE_URL and DATABASE_OWNER_URL to an empty database.",
      )
    }
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

async function bootstrap(db: Db, passwords: Record<Role, string | null>) {
  const text = await readFile(new URL("migrator.sql", import.meta.url), "utf8")
  await db.batch([
    { text, params: [] },
    ...ROLES.map((role) => query`select migrations.ensure_role(${role}, ${passwords[role]})`),
    query`select migrations.ensure_member(${AUTH_ROLE}, ${APP_ROLE})`,
    query`select migrations.show_to(${APP_ROLE})`,
  ])
}

async function appliedTo(db: Db): Promise<Applied[]> {
  const table = await db.one<{ found: boolean }>`
    select to_regclass('migrations.applied') is not null as found`
  return table?.found
    ? db.many<Applied>`select name, checksum from migrations.applied order by name`
    : []
}

async function hasFunctions(db: Db, checksum: string): Promise<boolean> {
  const table = await db.one<{ found: boolean }>`
    select to_regclass('migrations.functions') is not null as found`
  if (!table?.found) return false
  const row = await db.one`select from migrations.functions where checksum = ${checksum}`
  return row !== null
}

const LOCK_NOT_AVAILABLE = "55P03"

async function applying(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const isBusy = error instanceof NeonDbError && error.code === LOCK_NOT_AVAILABLE
    throw new MigrationError(
      isBusy
        ? `${what} could not be applied: a running site had its tables in use for too long. The database is as it was before it; start again.`
        : `${what} failed and was rolled back: ${reason}. The database is as it was before it; correct the file and start again.`,
      { cause: error },
    )
  }
}

/** The role that the functions log in as; policies and grants name it. */
export const APP_ROLE = "daina_app"
/** The role that those for signing in and the sender of mails log in as: it may name any member. */
export const AUTH_ROLE = "daina_auth"
/** The role that builds log in as: a stranger that only reads. */
export const BUILD_ROLE = "daina_build"

const ROLES = [APP_ROLE, AUTH_ROLE, BUILD_ROLE] as const
type Role = (typeof ROLES)[number]

const passwordOf = (url: string) => decodeURIComponent(new URL(url).password)

/** Returns the password that an address gives to a role; null when it is another login's, or has none. */
const passwordFor = (role: Role, url: string | null | undefined) =>
  (url && new URL(url).username === role && passwordOf(url)) || null

/**
 * Brings the database of `ownerUrl` up to date and returns the names of the applied files. Creates the roles
 * daina_app, daina_auth and daina_build where they are missing, and sets the passwords that `appUrl`, `authUrl` and
 * `buildUrl` have for them. Throws {@link MigrationError}.
 */
export async function migrate(options: {
  ownerUrl: string
  appUrl: string
  authUrl?: string | null
  buildUrl?: string | null
  /** The folder of `migrations` and `functions`. */
  folder?: URL
  /** The last migration to apply, without the functions: for rows that were copied when it was the last. */
  upTo?: string
}): Promise<string[]> {
  const db = connect(options.ownerUrl).as(null)
  const { migrations, functions, checksum } = await readSchema(options.folder ?? FOLDER)
  // Before anything is written: a database that is refused stays as it is.
  pendingOf(migrations, await appliedTo(db))
  await bootstrap(db, {
    [APP_ROLE]: passwordFor(APP_ROLE, options.appUrl),
    [AUTH_ROLE]: passwordFor(AUTH_ROLE, options.authUrl),
    [BUILD_ROLE]: passwordFor(BUILD_ROLE, options.buildUrl),
  })
  const { upTo } = options
  const pending = pendingOf(migrations, await appliedTo(db)).filter(
    ({ name }) => upTo === undefined || name <= upTo,
  )
  for (const { name, sql, checksum } of pending) {
    await applying(name, () => db.one`select migrations.apply(${name}, ${checksum}, ${sql})`)
  }
  if (upTo !== undefined) return pending.map(({ name }) => name)
  if (await hasFunctions(db, checksum)) return []
  const files = JSON.stringify(functions.map(({ name, sql }) => ({ name, sql })))
  await applying(
    FUNCTIONS,
    () => db.one`select migrations.apply_functions(${checksum}, ${files}::jsonb, ${ROLES})`,
  )
  return [...pending.map(({ name }) => name), FUNCTIONS]
}

/** What a database has had applied, by its own record. */
export const appliedMigrations = (url: string): Promise<Applied[]> =>
  appliedTo(connect(url).as(null))

/** What this code has to apply. */
export const knownMigrations = async (folder = FOLDER): Promise<Applied[]> =>
  (await readSchema(folder)).migrations.map(({ name, checksum }) => ({ name, checksum }))

/** The names of what the database of `url` still lacks, as any of its roles sees it. */
export async function pendingMigrations(url: string, folder = FOLDER): Promise<string[]> {
  const db = connect(url).as(null)
  const { migrations, checksum } = await readSchema(folder)
  const pending = pendingOf(migrations, await appliedTo(db)).map(({ name }) => name)
  return (await hasFunctions(db, checksum)) ? pending : [...pending, FUNCTIONS]
}
