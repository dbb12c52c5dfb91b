/**
 * Applies db/migrations (tables, each file once) and db/functions (functions, policies and grants, all files again when
 * a file of either folder changes). Each step is one call of a function in migrator.sql, so that it is one transaction
 * even over Neon's HTTP interface.
 */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { NeonDbError } from "@neondatabase/serverless"
import { connect, type Db, query } from "./client.ts"

const SCHEMA_FOLDER = new URL("./", import.meta.url)

export class MigrationError extends Error {
  override name = "MigrationError"
}

interface SqlFile {
  name: string
  sql: string
  checksum: string
}

export interface Migration {
  name: string
  checksum: string
}

/** The name of the last step in results and errors. */
const FUNCTIONS_STEP = "db/functions"

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

async function readFiles(folder: URL): Promise<SqlFile[]> {
  const fileNames = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  return Promise.all(
    fileNames.map(async (name) => {
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
  // The checksum includes migrations, because a migration that drops a table also drops policies and triggers. Then the
  // functions must run again.
  const all = [...migrations, ...functions]
  const checksum = sha256(all.map((file) => `${file.name} ${file.checksum}`).join("\n"))
  return { migrations, functions, checksum }
}

/** Returns the migrations to apply. Throws {@link MigrationError} if the applied migrations differ from the files. */
function findPending(migrations: SqlFile[], applied: Migration[]): SqlFile[] {
  const files = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, checksum } of applied) {
    const file = files.get(name)
    // Migrations of versions before the first release have four-digit numbers.
    if (!file && /^\d{4}_/.test(name)) {
      throw new MigrationError(
        "A version from before the first release made this database, and this version cannot upgrade it. The database was not changed. Start with an empty database: set DATA_DIR to a new folder (or move the current one away) or, if DATABASE_URL is set, point DATABASE_URL and DATABASE_OWNER_URL to an empty database.",
      )
    }
    if (!file) {
      throw new MigrationError(
        `${name} was applied to this database but is not in db/migrations. The code is older than the database: update the code.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new MigrationError(
        `${name} was changed after it was applied. Restore it, and put the change into a new migration.`,
      )
    }
  }
  const appliedNames = new Set(applied.map(({ name }) => name))
  const lastApplied = applied.at(-1)?.name ?? ""
  const pending = migrations.filter(({ name }) => !appliedNames.has(name))
  const lateMigration = pending.find(({ name }) => name < lastApplied)
  if (lateMigration) {
    throw new MigrationError(
      `${lateMigration.name} comes before ${lastApplied}, which was already applied. Rename it so that it comes last.`,
    )
  }
  return pending
}

async function installMigrator(db: Db, passwords: Record<Role, string | null>) {
  const text = await readFile(new URL("migrator.sql", import.meta.url), "utf8")
  await db.batch([
    { text, params: [] },
    ...ROLES.map((role) => query`select migrations.ensure_role(${role}, ${passwords[role]})`),
    query`select migrations.ensure_member(${AUTH_ROLE}, ${APP_ROLE})`,
    query`select migrations.grant_reading(${APP_ROLE})`,
  ])
}

async function listApplied(db: Db): Promise<Migration[]> {
  const table = await db.one<{ found: boolean }>`
    select to_regclass('migrations.applied') is not null as found`
  return table?.found
    ? db.many<Migration>`select name, checksum from migrations.applied order by name`
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

async function runStep(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const isBusy = error instanceof NeonDbError && error.code === LOCK_NOT_AVAILABLE
    throw new MigrationError(
      isBusy
        ? `${name} could not be applied, because a running site used its tables for too long. The step was rolled back; start again.`
        : `${name} failed and was rolled back: ${reason}. Correct the file and start again.`,
      { cause: error },
    )
  }
}

export const APP_ROLE = "daina_app"
/** The role for log-ins, emails and schedules, which may act as any member. */
export const AUTH_ROLE = "daina_auth"
export const BUILD_ROLE = "daina_build"

const ROLES = [APP_ROLE, AUTH_ROLE, BUILD_ROLE] as const
type Role = (typeof ROLES)[number]

/** Returns the password in a Postgres URL of the role; null if the URL has another role or no password. */
const findPassword = (role: Role, url: string | null | undefined) =>
  (url && new URL(url).username === role && decodeURIComponent(new URL(url).password)) || null

/** Brings the schema up to date. Returns the names of the applied steps. Throws {@link MigrationError}. */
export async function migrate(options: {
  ownerUrl: string
  appUrl: string
  authUrl?: string | null
  buildUrl?: string | null
  folder?: URL
  /** Name of the last migration to apply, for restoring an older backup. If it is set, db/functions is not applied. */
  upTo?: string
}): Promise<string[]> {
  const db = connect(options.ownerUrl).as(null)
  const { migrations, functions, checksum } = await readSchema(options.folder ?? SCHEMA_FOLDER)
  // The first check comes before the installation of the migrator, so that a refused database stays unchanged.
  findPending(migrations, await listApplied(db))
  await installMigrator(db, {
    [APP_ROLE]: findPassword(APP_ROLE, options.appUrl),
    [AUTH_ROLE]: findPassword(AUTH_ROLE, options.authUrl),
    [BUILD_ROLE]: findPassword(BUILD_ROLE, options.buildUrl),
  })
  const { upTo } = options
  const pending = findPending(migrations, await listApplied(db)).filter(
    ({ name }) => upTo === undefined || name <= upTo,
  )
  for (const { name, sql, checksum } of pending) {
    await runStep(name, () => db.one`select migrations.apply(${name}, ${checksum}, ${sql})`)
  }
  if (upTo !== undefined) return pending.map(({ name }) => name)
  if (await hasFunctions(db, checksum)) return []
  const files = JSON.stringify(functions.map(({ name, sql }) => ({ name, sql })))
  await runStep(
    FUNCTIONS_STEP,
    () => db.one`select migrations.apply_functions(${checksum}, ${files}::jsonb, ${ROLES})`,
  )
  return [...pending.map(({ name }) => name), FUNCTIONS_STEP]
}

export const listAppliedMigrations = (url: string): Promise<Migration[]> =>
  listApplied(connect(url).as(null))

export const listMigrations = async (folder = SCHEMA_FOLDER): Promise<Migration[]> =>
  (await readSchema(folder)).migrations.map(({ name, checksum }) => ({ name, checksum }))

export async function listPendingFiles(url: string, folder = SCHEMA_FOLDER): Promise<string[]> {
  const db = connect(url).as(null)
  const { migrations, checksum } = await readSchema(folder)
  const pending = findPending(migrations, await listApplied(db)).map(({ name }) => name)
  return (await hasFunctions(db, checksum)) ? pending : [...pending, FUNCTIONS_STEP]
}
