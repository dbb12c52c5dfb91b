/** The database of this start: found or started, migrated, and safe to serve from. */

import { connect } from "../../db/client.ts"
import { wayAroundPolicies } from "../../db/cluster.ts"
import { isEmpty, loadDemo } from "../../db/demo/load.ts"
import { MigrationError, migrate, pendingMigrations } from "../../db/migrate.ts"
import { contentVersion } from "../../db/queries/content-version.ts"
import { type Postgres, startPostgres } from "./postgres.ts"
import { isLoopback, type Settings } from "./settings.ts"
import { reasonOf, StartFailure } from "./start-failure.ts"

export interface Addresses {
  appUrl: string
  /** Null on a database whose owner we were not told. */
  ownerUrl: string | null
  /** The one we started, if we did. */
  embedded: Postgres | null
}

/** The addresses from the environment, or of the embedded Postgres, which it starts. */
export async function findDatabase(settings: Settings): Promise<Addresses> {
  const { databaseUrl, ownerUrl, dataDir } = settings
  if (databaseUrl) return { appUrl: databaseUrl, ownerUrl, embedded: null }
  const embedded = await startPostgres(dataDir)
  return { appUrl: embedded.appUrl, ownerUrl: embedded.ownerUrl, embedded }
}

/** Where a database is, without login and password. */
function placeOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}${port ? `:${port}` : ""}${pathname}`
}

function unreachable(name: string, url: string, error: unknown): StartFailure {
  return new StartFailure(
    `The database at ${placeOf(url)} (${name}) does not answer as it should: ${reasonOf(error)}. Check that it runs, that this machine may reach it, and that login, password and database name in ${name} are right.`,
    { cause: error },
  )
}

/** Brings the schema up to date and returns the names of what was applied; throws {@link StartFailure}. */
export async function bringUpToDate({ appUrl, ownerUrl }: Addresses): Promise<string[]> {
  try {
    if (ownerUrl) return await migrate({ ownerUrl, appUrl })
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

/** Throws {@link StartFailure} unless the app's login works and row-level security binds it. */
export async function checkLogin({ appUrl }: Addresses): Promise<void> {
  let way: string | null
  try {
    way = await wayAroundPolicies(appUrl)
    await contentVersion(connect(appUrl).as(null))
  } catch (error) {
    throw unreachable("DATABASE_URL", appUrl, error)
  }
  if (way === null) return
  throw new StartFailure(
    `DATABASE_URL must log in as a role that row-level security binds, but ${way}. Use the role daina_app there, and give the owner's login in DATABASE_OWNER_URL.`,
  )
}

/**
 * Loads the demo into an empty database: by itself into an embedded one that only this machine reaches,
 * elsewhere when it is asked for.
 */
export async function loadDemoIfWanted({ ownerUrl, embedded }: Addresses, settings: Settings) {
  const isWanted = settings.demo ?? (embedded !== null && isLoopback(settings.host))
  if (!isWanted) return false
  if (!ownerUrl) {
    throw new StartFailure(
      "DEMO is set, but demo content needs the owner's login: set DATABASE_OWNER_URL too, or leave DEMO out.",
    )
  }
  if (!(await isEmpty(ownerUrl))) return false
  await loadDemo(ownerUrl)
  return true
}
