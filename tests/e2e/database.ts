/** The database behind the site, for what cannot be waited for: links that expire, sign-ins that age. */
import { connect, type Db } from "../../db/client.ts"
import { runningAddresses } from "../../netlify/host/postgres/postgres.ts"
import { workerHost } from "./host.ts"

/** The owner's view. */
export async function siteDatabase(): Promise<Db> {
  const running = await runningAddresses(workerHost().dataDir)
  if (!running) throw new Error("the database of the tests' own host is out of reach")
  return connect(running.ownerUrl).as(null)
}
