/** `npm run db:migrate`: brings the database of DATABASE_OWNER_URL up to date. */
import { accountsWithPublishedPassword } from "./demo/present.ts"
import { migrate } from "./migrate.ts"
import { closePools } from "./plain-postgres.ts"

const {
  DATABASE_OWNER_URL: ownerUrl,
  DATABASE_URL: appUrl,
  AUTH_DATABASE_URL: authUrl,
  BUILD_DATABASE_URL: buildUrl = null,
} = process.env

if (!ownerUrl || !appUrl || !authUrl) {
  console.error(
    "Set DATABASE_OWNER_URL (the owner's address, for the changes), DATABASE_URL (the address with which the app logs in as daina_app; that role gets the password in it) and AUTH_DATABASE_URL (the same for daina_auth, by which people sign in, with another password); BUILD_DATABASE_URL (the same for daina_build) as well where builds have a login of their own. `npm start` migrates the embedded database by itself.",
  )
  process.exit(1)
}

try {
  const applied = await migrate({ ownerUrl, appUrl, authUrl, buildUrl })
  // Notes which demo accounts have a password of their own by now, which a public site lets in.
  await accountsWithPublishedPassword(ownerUrl)
  console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "The database is up to date.")
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await closePools()
}
