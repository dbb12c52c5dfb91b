/** The database of the tested site, for states that tests cannot wait for, such as expired links. */
import { connect, type Db } from "../../db/client.ts"
import { runningAddresses } from "../../netlify/host/postgres/postgres.ts"
import { workerHost } from "./host.ts"

/** Returns a connection with the owner's rights. */
export async function siteDatabase(): Promise<Db> {
  const running = await runningAddresses(workerHost().dataDir)
  if (!running) throw new Error("The database of the tests' host is not running")
  return connect(running.ownerUrl).as(null)
}
