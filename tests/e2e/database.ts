/** The database behind the site, for what cannot be waited for: links that expire, sign-ins that age. */
import { connect, type Db } from "../../db/client.ts"
import { runningOwnerUrl } from "../../netlify/host/postgres.ts"
import { test } from "./test.ts"

/** The owner's view. Only a site that runs elsewhere may keep it out of reach; then the test is skipped. */
export async function siteDatabase(): Promise<Db> {
  const url = await runningOwnerUrl(process.env.E2E_DATA_DIR ?? "").catch(() => null)
  test.skip(url === null && Boolean(process.env.E2E_ORIGIN), "the site's database is out of reach")
  if (url === null) throw new Error("the database of the tests' own host is out of reach")
  return connect(url).as(null)
}
