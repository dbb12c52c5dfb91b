/** `npm run db:migrate`: migrates the site's database, whether the site runs or not. */
import { join } from "node:path"
import { accountsWithPublishedPassword } from "../../db/demo/passwords.ts"
import { type Addresses, bringUpToDate, findOwner } from "./database.ts"
import { runningAddresses } from "./postgres/postgres.ts"
import { runScript } from "./run-script.ts"
import { type DataSettings, readDataSettings } from "./settings.ts"
import { StartFailure } from "./start-failure.ts"

function externalAddresses({ databaseUrl, authUrl, buildUrl, ownerUrl }: DataSettings): Addresses {
  if (!ownerUrl || !databaseUrl || !authUrl) {
    throw new StartFailure(
      "Set DATABASE_OWNER_URL (the owner's login, which migrates), DATABASE_URL (the login daina_app; the role gets the password in it) and AUTH_DATABASE_URL (the login daina_auth, with another password). Set BUILD_DATABASE_URL (the login daina_build) too if builds have their own login. To migrate the embedded database, set none of them.",
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

/** Returns the names of the applied migrations. */
async function migrateDatabase(
  settings: DataSettings,
  undo: AsyncDisposableStack,
): Promise<string[]> {
  const isExternal = settings.databaseUrl || settings.ownerUrl || settings.authUrl
  const running = isExternal ? null : await runningAddresses(settings.dataDir)
  if (!isExternal && !running) {
    // Starts the embedded database temporarily, which also migrates it.
    await findOwner(settings, undo)
    return []
  }
  const addresses = running ? { ...running, embedded: null } : externalAddresses(settings)
  const applied = await bringUpToDate(addresses)
  // Records which demo accounts have got their own password, so that they may log in on a public site.
  if (addresses.ownerUrl) await accountsWithPublishedPassword(addresses.ownerUrl)
  return applied
}

await runScript("The migration failed", async (undo) => {
  const settings = readDataSettings(process.env, join(import.meta.dirname, "../.."))
  const applied = await migrateDatabase(settings, undo)
  return applied.length > 0 ? `Applied ${applied.join(", ")}` : "The database is up to date."
})
