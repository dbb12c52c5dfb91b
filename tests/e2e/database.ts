/** The database behind the site, for what cannot be waited for: links that expire, sign-ins that age. */
import { connect, type Db } from "../../db/client.ts"
import { runningOwnerUrl } from "../../netlify/host/postgres/postgres.ts"
import { workerHost } from "./host.ts"

/** The owner's view. */
export async function siteDatabase(): Promise<Db> {
  const url = await runningOwnerUrl(workerHost().dataDir)
  if (url === null) throw new Error("the database of the tests' own host is out of reach")
  return connect(url).as(null)
}
