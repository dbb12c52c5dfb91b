/** The database of this start, found or started, migrated, and safe to serve from; and for scripts beside the host. */
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { connect } from "../../db/client.ts"
import { APP_LOGIN, AUTH_LOGIN, BUILD_LOGIN, wayAroundPolicies } from "../../db/cluster.ts"
import { isEmpty, loadDemo } from "../../db/demo/load.ts"
import { MigrationError, migrate, pendingMigrations } from "../../db/migrate.ts"
import { closePools } from "../../db/plain-postgres.ts"
import { contentVersion } from "../../db/queries/content-version.ts"
import { lockHolder, takeLock } from "./data-folder.ts"
import { clusterId } from "./postgres/place.ts"
import { type Postgres, runningAddresses, startPostgres } from "./postgres/postgres.ts"
import type { Places, Settings } from "./settings.ts"
import { reasonOf, StartFailure } from "./start-failure.ts"

export interface Addresses {
  appUrl: string
  /** What signing in and mails have. */
  authUrl: string
  /** What builds log in as: a stranger that only reads, where there is such a login; else the app's. */
  buildUrl: string
  /** Null on a database whose owner we were not told. */
  ownerUrl: string | null
  /** The one we started, if we did. */
  embedded: Postgres | null
}

/** The addresses from the environment, or of the embedded Postgres, which it starts. */
export async function findDatabase(settings: Places): Promise<Addresses> {
  const { databaseUrl, authUrl, ownerUrl, dataDir } = settings
  if (databaseUrl && authUrl) {
    const buildUrl = settings.buildUrl ?? databaseUrl
    return { appUrl: databaseUrl, authUrl, buildUrl, ownerUrl, embedded: null }
  }
  const embedded = await startPostgres(dataDir)
  const { appUrl, buildUrl } = embedded
  return { appUrl, authUrl: embedded.authUrl, buildUrl, ownerUrl: embedded.ownerUrl, embedded }
}

/** Where a database is, without login and password. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}${port ? `:${port}` : ""}${pathname}`
}

/**
 * Names the address and the database that sites are built for. It needs no running database, so that a start
 * can serve the newest site at once.
 */
export async function instanceOf(
  { databaseUrl, dataDir }: Pick<Places, "databaseUrl" | "dataDir">,
  siteUrl: string,
): Promise<string> {
  const database = databaseUrl ? placeOf(databaseUrl) : `cluster ${await clusterId(dataDir)}`
  return `${siteUrl} ${database}`
}

function unreachable(name: string, url: string, error: unknown): StartFailure {
  return new StartFailure(
    `The database at ${placeOf(url)} (${name}) does not answer as it should: ${reasonOf(error)}. Check that it runs, that this machine may reach it, and that login, password and database name in ${name} are right.`,
    { cause: error },
  )
}

/** Brings the schema up to date and returns the names of what was applied; throws {@link StartFailure}. */
export async function bringUpToDate(addresses: Addresses): Promise<string[]> {
  const { appUrl, authUrl, buildUrl, ownerUrl } = addresses
  try {
    if (ownerUrl) return await migrate({ ownerUrl, appUrl, authUrl, buildUrl })
    const pending = await pendingMigrations(appUrl)
    if (pending.length === 0) return []
    throw new StartFailure(
      `The database lacks these migrations: ${pending.join(", ")}. The app's login may not apply them: set DATABASE_OWNER_URL to the owner's login and start again, or run "npm run db:migrate" with it.`,
    )
  } catch (error) {
    if (error instanceof StartFailure) throw error
    if (error instanceof MigrationError) {
      throw new StartFailure(`The database could not be migrated. ${error.message}`, {
        cause: error,
      })
    }
    throw ownerUrl
      ? unreachable("DATABASE_OWNER_URL", ownerUrl, error)
      : unreachable("DATABASE_URL", appUrl, error)
  }
}

async function checkOne(name: string, url: string, role: string): Promise<void> {
  let way: string | null
  try {
    way = await wayAroundPolicies(url)
    await contentVersion(connect(url).as(null))
  } catch (error) {
    throw unreachable(name, url, error)
  }
  if (way === null) return
  throw new StartFailure(
    `${name} must log in as a role that row-level security binds, but ${way}. Use the role ${role} there, and give the owner's login in DATABASE_OWNER_URL.`,
  )
}

/** Throws {@link StartFailure} unless all logins work and row-level security binds them. */
export async function checkLogins({ appUrl, authUrl, buildUrl }: Addresses): Promise<void> {
  await checkOne("DATABASE_URL", appUrl, APP_LOGIN)
  if (new URL(authUrl).username !== AUTH_LOGIN) {
    throw new StartFailure(
      `AUTH_DATABASE_URL must log in as the role ${AUTH_LOGIN}: nobody else may open sessions.`,
    )
  }
  await checkOne("AUTH_DATABASE_URL", authUrl, AUTH_LOGIN)
  if (buildUrl !== appUrl) await checkOne("BUILD_DATABASE_URL", buildUrl, BUILD_LOGIN)
}

/**
 * Loads the demo into an empty database: by itself into the embedded one of a site that only this machine
 * reaches, elsewhere when it is asked for. `storePictures` puts its pictures where uploads are.
 */
export async function loadDemoIfWanted(
  { ownerUrl, embedded }: Addresses,
  settings: Settings,
  storePictures: () => Promise<void>,
) {
  const isWanted = settings.demo ?? (embedded !== null && !settings.isPublic)
  if (!isWanted) return false
  if (!ownerUrl) {
    throw new StartFailure(
      "DEMO is set, but demo content needs the owner's login: set DATABASE_OWNER_URL too, or leave DEMO out.",
    )
  }
  if (!(await isEmpty(ownerUrl))) return false
  // Before the texts that show them: what was interrupted is done again.
  await storePictures()
  await loadDemo(ownerUrl)
  return true
}

export interface Owner {
  ownerUrl: string
  /** Where the site can be opened now; null when that is not known. */
  siteUrl: string | null
}

async function startForNow(dataDir: string, undo: AsyncDisposableStack): Promise<string> {
  const lock = await takeLock(dataDir, "a script that works on its database")
  undo.defer(lock.release)
  const postgres = await startPostgres(dataDir)
  undo.defer(postgres.stop)
  undo.defer(closePools)
  await bringUpToDate({ ...postgres, embedded: postgres })
  return postgres.ownerUrl
}

/**
 * The owner's address: the one from the environment; else the embedded database's, which is started unless
 * the host runs it, and stopped by `undo`. Throws {@link StartFailure}.
 */
export async function findOwner(places: Places, undo: AsyncDisposableStack): Promise<Owner> {
  const { dataDir, databaseUrl, siteUrl } = places
  if (places.ownerUrl) return { ownerUrl: places.ownerUrl, siteUrl }
  if (databaseUrl) {
    throw new StartFailure(
      "DATABASE_URL is the app's login, which may not do this. Set DATABASE_OWNER_URL to the owner's login on the same database.",
    )
  }
  if (!(await stat(join(dataDir, "postgres")).catch(() => null))) {
    throw new StartFailure(
      `There is no database in ${dataDir} yet. Start the site with "npm start" first; if its data is elsewhere, set DATA_DIR, or DATABASE_OWNER_URL for a database of your own.`,
    )
  }
  const host = await lockHolder(dataDir)
  if (!host) return { ownerUrl: await startForNow(dataDir, undo), siteUrl }
  const running = await runningAddresses(dataDir)
  if (running) return { ownerUrl: running.ownerUrl, siteUrl: siteUrl ?? host.address }
  throw new StartFailure(
    `Daina is running on ${dataDir} (process ${host.pid}), but its database is not: it is just starting or stopping, or it keeps its data in another database. Wait until it is ready and try again; for another database, set DATABASE_OWNER_URL.`,
  )
}
