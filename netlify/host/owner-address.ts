/** The database under its owner's rights, for scripts beside the host. */
import { stat } from "node:fs/promises"
import { join } from "node:path"
import { closePools } from "../../db/plain-postgres.ts"
import { bringUpToDate } from "./database.ts"
import { lockHolder, takeLock } from "./lock.ts"
import { runningOwnerUrl, startPostgres } from "./postgres.ts"
import type { Places } from "./settings.ts"
import { StartFailure } from "./start-failure.ts"

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
  const ownerUrl = await runningOwnerUrl(dataDir)
  if (ownerUrl) return { ownerUrl, siteUrl: siteUrl ?? host.address }
  throw new StartFailure(
    `Daina is running on ${dataDir} (process ${host.pid}), but its database is not: it is just starting or stopping, or it keeps its data in another database. Wait until it is ready and try again; for another database, set DATABASE_OWNER_URL.`,
  )
}
