/** `npm run db:migrate`: brings the database of DATABASE_OWNER_URL up to date. */
import { migrate } from "./migrate.ts"
import { closePools } from "./plain-postgres.ts"

const { DATABASE_OWNER_URL: ownerUrl, DATABASE_URL: appUrl } = process.env

if (!ownerUrl || !appUrl) {
  console.error(
    "Set DATABASE_OWNER_URL (the owner's address, for the changes) and DATABASE_URL (the address with which the app logs in as daina_app; its password is given to that role when it is made). `npm start` migrates the embedded database by itself.",
  )
  process.exit(1)
}

try {
  const applied = await migrate({ ownerUrl, appUrl })
  console.log(applied.length > 0 ? `Applied ${applied.join(", ")}` : "The database is up to date.")
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await closePools()
}
