import { connect, type Db } from "../../db/client.ts"
import { findRunningUrls } from "../../netlify/host/postgres/postgres.ts"
import { getWorkerHost } from "./host.ts"

export async function connectToDatabase(): Promise<Db> {
  const urls = await findRunningUrls(getWorkerHost().dataDir)
  if (!urls) throw new Error("The database of the tests' host is not running")
  return connect(urls.ownerUrl).as(null)
}
