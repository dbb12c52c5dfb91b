/** `npm run db:migrate` applies missing migrations, whether or not the site runs. */
import { join } from "node:path"
import { recordPublishedPasswords } from "../../db/demo/passwords.ts"
import { bringUpToDate, type DatabaseUrls, openOwnerAccess } from "./database.ts"
import { findRunningUrls } from "./postgres/postgres.ts"
import { runScript } from "./run-script.ts"
import { type DataSettings, readDataSettings } from "./settings.ts"
import { StartFailure } from "./start-failure.ts"

function getExternalUrls({ databaseUrl, authUrl, buildUrl, ownerUrl }: DataSettings): DatabaseUrls {
  if (!ownerUrl || !databaseUrl || !authUrl) {
    throw new StartFailure(
      "Set DATABASE_OWNER_URL (the owner of the database, who runs the migrations), DATABASE_URL (the role daina_app) and AUTH_DATABASE_URL (the role daina_auth). The migration gives the two roles the passwords in these URLs; the passwords must differ. Set BUILD_DATABASE_URL (the role daina_build) too if builds have their own role. To migrate the embedded database, set none of them.",
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

async function migrateDatabase(
  settings: DataSettings,
  undo: AsyncDisposableStack,
): Promise<string[]> {
  const isExternal = settings.databaseUrl || settings.ownerUrl || settings.authUrl
  const running = isExternal ? null : await findRunningUrls(settings.dataDir)
  if (!isExternal && !running) {
    // Starting the embedded database also migrates it. `undo` stops it.
    await openOwnerAccess(settings, undo)
    return []
  }
  const urls = running ? { ...running, embedded: null } : getExternalUrls(settings)
  const applied = await bringUpToDate(urls)
  // Records which accounts have the published demo password, so that they cannot log in on a public site.
  if (urls.ownerUrl) await recordPublishedPasswords(urls.ownerUrl)
  return applied
}

await runScript("The migration failed", async (undo) => {
  const settings = readDataSettings(process.env, join(import.meta.dirname, "../.."))
  const applied = await migrateDatabase(settings, undo)
  return applied.length > 0 ? `Applied ${applied.join(", ")}` : "The database is up to date."
})
