import { stat } from "node:fs/promises"
import { join } from "node:path"
import { connect } from "../../db/client.ts"
import { getRlsBypassReason } from "../../db/cluster.ts"
import { isDatabaseEmpty, loadDemo } from "../../db/demo/load.ts"
import {
  APP_ROLE,
  AUTH_ROLE,
  BUILD_ROLE,
  listPendingFiles,
  MigrationError,
  migrate,
} from "../../db/migrate.ts"
import { closePools } from "../../db/plain-postgres.ts"
import { getContentVersion } from "../../db/queries/content-version.ts"
import { findLockHolder, lockDataFolder } from "./data-folder.ts"
import { readClusterId } from "./postgres/installation.ts"
import { findRunningUrls, type Postgres, startPostgres } from "./postgres/postgres.ts"
import type { DataSettings, Settings } from "./settings.ts"
import { getReason, StartFailure } from "./start-failure.ts"

export interface DatabaseUrls {
  appUrl: string
  authUrl: string
  /** The same as `appUrl` if builds have no role of their own. */
  buildUrl: string
  /** Null for an external database without DATABASE_OWNER_URL. */
  ownerUrl: string | null
  embedded: Postgres | null
}

/** Returns the external database of the settings, or starts the embedded database. */
export async function findDatabase(settings: DataSettings): Promise<DatabaseUrls> {
  const { databaseUrl, authUrl, ownerUrl, dataDir } = settings
  if (databaseUrl && authUrl) {
    const buildUrl = settings.buildUrl ?? databaseUrl
    return { appUrl: databaseUrl, authUrl, buildUrl, ownerUrl, embedded: null }
  }
  const embedded = await startPostgres(dataDir)
  return { ...embedded, embedded }
}

function describeUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}${port ? `:${port}` : ""}${pathname}`
}

/** Returns a key of URL and database. After a start, a built site is served only if it was built for the same key. */
export async function createSiteKey(
  { databaseUrl, dataDir }: Pick<DataSettings, "databaseUrl" | "dataDir">,
  siteUrl: string,
): Promise<string> {
  const database = databaseUrl
    ? describeUrl(databaseUrl)
    : `cluster ${await readClusterId(dataDir)}`
  return `${siteUrl} ${database}`
}

function createUnreachableError(name: string, url: string, error: unknown): StartFailure {
  return new StartFailure(
    `The database at ${describeUrl(url)} (${name}) cannot be used: ${getReason(error)}. Check that it runs, that this machine can reach it, and that role, password and database name in ${name} are right.`,
    { cause: error },
  )
}

/** Applies missing migrations and returns their names. Throws {@link StartFailure} if they cannot be applied. */
export async function bringUpToDate(urls: DatabaseUrls): Promise<string[]> {
  const { appUrl, authUrl, buildUrl, ownerUrl } = urls
  try {
    if (ownerUrl) return await migrate({ ownerUrl, appUrl, authUrl, buildUrl })
    const pending = await listPendingFiles(appUrl)
    if (pending.length === 0) return []
    throw new StartFailure(
      `The database lacks these migrations: ${pending.join(", ")}. The role of DATABASE_URL cannot apply them. Set DATABASE_OWNER_URL to the owner of the database and start again, or run "npm run db:migrate" with it.`,
    )
  } catch (error) {
    if (error instanceof StartFailure) throw error
    if (error instanceof MigrationError) {
      throw new StartFailure(`The database could not be migrated. ${error.message}`, {
        cause: error,
      })
    }
    throw ownerUrl
      ? createUnreachableError("DATABASE_OWNER_URL", ownerUrl, error)
      : createUnreachableError("DATABASE_URL", appUrl, error)
  }
}

async function checkLogin(name: string, url: string, role: string): Promise<void> {
  let bypassReason: string | null
  try {
    bypassReason = await getRlsBypassReason(url)
    await getContentVersion(connect(url).as(null))
  } catch (error) {
    throw createUnreachableError(name, url, error)
  }
  if (bypassReason === null) return
  throw new StartFailure(
    `${name} must log in as a role that row-level security applies to, but ${bypassReason}. Use the role ${role} in it, and set DATABASE_OWNER_URL to the owner of the database.`,
  )
}

/** Throws {@link StartFailure} unless all roles can log in and row-level security applies to them. */
export async function checkLogins({ appUrl, authUrl, buildUrl }: DatabaseUrls): Promise<void> {
  await checkLogin("DATABASE_URL", appUrl, APP_ROLE)
  if (new URL(authUrl).username !== AUTH_ROLE) {
    throw new StartFailure(
      `AUTH_DATABASE_URL must log in as the role ${AUTH_ROLE}: no other role may open sessions.`,
    )
  }
  await checkLogin("AUTH_DATABASE_URL", authUrl, AUTH_ROLE)
  if (buildUrl !== appUrl) await checkLogin("BUILD_DATABASE_URL", buildUrl, BUILD_ROLE)
}

/**
 * Loads the demo content into an empty database, if DEMO demands it. If DEMO is not set, loads it only into the
 * embedded database of a local site. Returns whether the content was loaded.
 */
export async function loadDemoIfWanted(
  { ownerUrl, embedded }: DatabaseUrls,
  settings: Settings,
  storePictures: () => Promise<void>,
) {
  const isWanted = settings.demo ?? (embedded !== null && !settings.isPublic)
  if (!isWanted) return false
  if (!ownerUrl) {
    throw new StartFailure(
      "DEMO is set, but demo content needs the owner of the database. Set DATABASE_OWNER_URL too, or remove DEMO.",
    )
  }
  if (!(await isDatabaseEmpty(ownerUrl))) return false
  // After an interruption, the next start finds the database empty and loads everything again.
  await storePictures()
  await loadDemo(ownerUrl)
  return true
}

export interface OwnerAccess {
  ownerUrl: string
  siteUrl: string | null
}

/** Starts the embedded database for a script while the site does not run. Returns the owner's URL. */
async function startForScript(dataDir: string, undo: AsyncDisposableStack): Promise<string> {
  const lock = await lockDataFolder(dataDir, "a script that uses its database")
  undo.defer(lock.release)
  const postgres = await startPostgres(dataDir)
  undo.defer(postgres.stop)
  undo.defer(closePools)
  await bringUpToDate({ ...postgres, embedded: postgres })
  return postgres.ownerUrl
}

/**
 * Returns the URL with which scripts connect as the owner of the database. Throws {@link StartFailure}.
 * Starts the embedded database if the host does not run it; `undo` stops it.
 */
export async function openOwnerAccess(
  settings: DataSettings,
  undo: AsyncDisposableStack,
): Promise<OwnerAccess> {
  const { dataDir, databaseUrl, siteUrl } = settings
  if (settings.ownerUrl) return { ownerUrl: settings.ownerUrl, siteUrl }
  if (databaseUrl) {
    throw new StartFailure(
      "The role of DATABASE_URL lacks the rights for this. Set DATABASE_OWNER_URL to the owner of the same database.",
    )
  }
  if (!(await stat(join(dataDir, "postgres")).catch(() => null))) {
    throw new StartFailure(
      `There is no database in ${dataDir} yet. Start the site with "npm start" first. If its data is elsewhere, set DATA_DIR, or DATABASE_OWNER_URL for an external database.`,
    )
  }
  const host = await findLockHolder(dataDir)
  if (!host) return { ownerUrl: await startForScript(dataDir, undo), siteUrl }
  const running = await findRunningUrls(dataDir)
  if (running) return { ownerUrl: running.ownerUrl, siteUrl: siteUrl ?? host.address }
  throw new StartFailure(
    `Daina runs on ${dataDir} (process ${host.pid}), but its database does not: the site is starting or stopping, or uses an external database. Try again when it is ready; for an external database, set DATABASE_OWNER_URL.`,
  )
}
