/** The host that a worker's tests run against: its database, mails and pages are nobody else's. */
import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { freePort } from "../../netlify/host/listening.ts"
import { copyData, startHost } from "../site-template.ts"

/** Tells what answers at the site's address (the way back from Google) which host a browser is at. */
export const HOST_COOKIE = "e2e-host"

export interface WorkerHost {
  origin: string
  dataDir: string
  /** Where a server of the tests' own answers in Google's place. */
  googlePort: number
}

let running: WorkerHost | null = null

/** The host of this worker. */
export function workerHost(): WorkerHost {
  if (!running) throw new Error("There is no host outside of tests")
  return running
}

/** Starts it on a copy of the template for as long as `use` takes; `rebuilds` publishes what is written. */
export async function withWorkerHost(
  rebuilds: boolean,
  use: (host: WorkerHost) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "daina-e2e-"))
  // The account that runs Postgres has to pass.
  await chmod(folder, 0o711)
  const dataDir = join(folder, "data")
  const googlePort = await freePort()
  await copyData(process.env.E2E_TEMPLATE ?? "", dataDir)
  const host = await startHost(dataDir, {
    REBUILDS: rebuilds ? "1" : "0",
    GOOGLE_ISSUER: `http://127.0.0.1:${googlePort}`,
    // Nothing answers there: videos have drawn pictures.
    YOUTUBE_IMAGES_URL: "http://127.0.0.1:9",
    VIMEO_API_URL: "http://127.0.0.1:9",
  })
  running = { origin: host.origin, dataDir, googlePort }
  try {
    await use(running)
  } finally {
    await host.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
