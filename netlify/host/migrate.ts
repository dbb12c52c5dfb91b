/** `npm run db:migrate`: brings the site's database up to date, whether the site runs or not. */
import { join } from "node:path"
import { accountsWithPublishedPassword } from "../../db/demo/passwords.ts"
import { closePools } from "../../db/plain-postgres.ts"
import { type Addresses, bringUpToDate, findOwner } from "./database.ts"
import { runningAddresses } from "./postgres/postgres.ts"
import { type Places, readPlaces } from "./settings.ts"
import { reasonOf, StartFailure } from "./start-failure.ts"

function ownDatabase({ databaseUrl, authUrl, buildUrl, ownerUrl }: Places): Addresses {
  if (!ownerUrl || !databaseUrl || !authUrl) {
    throw new StartFailure(
      "Set DATABASE_OWNER_URL (the owner's address, for the changes), DATABASE_URL (the address with which the app logs in as daina_app; that role gets the password in it) and AUTH_DATABASE_URL (the same for daina_auth, by which people sign in, with another password); BUILD_DATABASE_URL (the same for daina_build) as well where builds have a login of their own. To migrate the embedded database, leave all of them out.",
    )
  }
  return {
    ownerUrl,
    appUrl: databaseUrl,
    authUrl,
    buildUrl: buildUrl ?? databaseUrl,
    embedded: null,
  }
}

/** Returns the names of the applied files. */
async function migrateDatabase(places: Places, undo: AsyncDisposableStack): Promise<string[]> {
  const isOwn = places.databaseUrl || places.ownerUrl || places.authUrl
  const running = isOwn ? null : await runningAddresses(places.dataDir)
  if (!isOwn && !running) {
    // Starts it for the moment, which migrates it.
    await findOwner(places, undo)
    return []
  }
  const addresses = running ? { ...running, embedded: null } : ownDatabase(places)
  const applied = await bringUpToDate(addresses)
  // Notes which demo accounts have a password of their own by now, which a public site lets in.
  if (addresses.ownerUrl) await accountsWithPublishedPassword(addresses.ownerUrl)
  return applied
}

const undo = new AsyncDisposableStack()
undo.defer(closePools)
try {
  const places = readPlaces(process.env, join(import.meta.dirname, "../.."))
  const applied = await migrateDatabase(places, undo)
  console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "The database is up to date.")
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : `It failed: ${reasonOf(error)}`)
  process.exitCode = 1
} finally {
  await undo.disposeAsync()
}
