/** A site of the bench's own: its Postgres, its data folder, the real host with the demo content. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { loadDemo } from "../../db/demo/load.ts"
import { loadManyArticles } from "../../db/demo/many-articles.ts"
import { migrate } from "../../db/migrate.ts"
import { freePort } from "../../netlify/host/ports.ts"
import { startThrowawayPostgres } from "../../netlify/host/postgres.ts"

export interface BenchSite {
  origin: string
  appUrl: string
  stop(): Promise<void>
}

const START_TIMEOUT_MS = 180_000

async function untilHealthy(origin: string): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS
  while (Date.now() < end) {
    const answer = await fetch(`${origin}/api/health`).catch(() => null)
    if (answer?.ok) return
    await sleep(200)
  }
  throw new Error("The host was not ready within three minutes.")
}

/** A migrated database with the demo content and so many articles more. */
export async function benchDatabase(moreArticles = 0) {
  const postgres = await startThrowawayPostgres()
  await migrate(postgres)
  await loadDemo(postgres.ownerUrl)
  if (moreArticles > 0) await loadManyArticles(postgres.ownerUrl, moreArticles)
  return postgres
}

/** Starts the host as `npm start` does, on a free port, with so many articles besides the demo's. */
export async function startBenchSite(moreArticles = 0): Promise<BenchSite> {
  const postgres = await benchDatabase(moreArticles)
  const dataDir = await mkdtemp(join(tmpdir(), "daina-bench-"))
  const port = await freePort(0)
  const host = spawn(process.execPath, ["netlify/host/main.ts"], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.appUrl,
      DATABASE_OWNER_URL: postgres.ownerUrl,
    },
  })
  const stop = async () => {
    if (host.exitCode === null) {
      host.kill("SIGTERM")
      await once(host, "exit")
    }
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const origin = `http://127.0.0.1:${port}`
  try {
    await untilHealthy(origin)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, appUrl: postgres.appUrl, stop }
}
