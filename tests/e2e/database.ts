import { connect, type Db } from "../../db/client.ts"
import { findRunningUrls } from "../../netlify/host/postgres/postgres.ts"
import { getWorkerHost } from "./host.ts"

export async function connectToDatabase(): Promise<Db> {
  const running = await findRunningUrls(getWorkerHost().dataDir)
  if (!running) throw new Error("The database of the tests' host is not running")
  return connect(running.ownerUrl).as(null)
}
