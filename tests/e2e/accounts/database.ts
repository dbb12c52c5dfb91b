/** The database behind the site, for what cannot be waited for: links that expire, sign-ins that age. */
import { connect, type Db } from "../../../db/client.ts"
import { runningOwnerUrl } from "../../../netlify/host/postgres.ts"
import { test } from "../test.ts"

/** The owner's view; skips the test where the database is out of reach. */
export async function siteDatabase(): Promise<Db> {
  const url = await runningOwnerUrl(process.env.E2E_DATA_DIR ?? "").catch(() => null)
  test.skip(url === null, "the site's database is out of reach")
  return connect(url ?? "").as(null)
}
