/** `npm run dev`: Astro's dev server, with the database and files of `npm start`. */

import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { join } from "node:path"
import { getRequestListener } from "@hono/node-server"
import { connect } from "../../db/client.ts"
import { storeDemoPictures } from "../../db/demo/pictures.ts"
import { closePools } from "../../db/plain-postgres.ts"
import { storeInitialCharts } from "../lib/catalogue/snapshot.ts"
import { startBlobs } from "./blobs.ts"
import { lockDataFolder, prepareDataFolder } from "./data-folder.ts"
import { bringUpToDate, checkLogins, findDatabase, loadDemoIfWanted } from "./database.ts"
import { findFreePort, listen } from "./listening.ts"
import { isOutboxShown, openOutbox } from "./outbox/outbox.ts"
import { createOutboxViewer } from "./outbox/viewer.ts"
import { onStopSignal } from "./processes.ts"
import { readSettings, type Settings } from "./settings.ts"
import { StartFailure } from "./start-failure.ts"
import { getAccessLines, getMailLine } from "./startup-message.ts"

const ROOT = join(import.meta.dirname, "../..")

/** Returns the folder of stored emails, or null if a mail server sends the emails. */
async function startOutbox(settings: Settings, undo: AsyncDisposableStack) {
  const folder = settings.smtpUrl ? null : await openOutbox(settings.dataDir)
  if (!folder || !isOutboxShown(settings)) {
    console.log(getMailLine(settings, null))
    return folder
  }
  const server = createServer()
  const port = await listen(server, 0, "127.0.0.1")
  const { app, link } = createOutboxViewer(folder, `http://localhost:${port}`)
  server.on("request", getRequestListener(app.fetch, { overrideGlobalObjects: false }))
  undo.defer(async () => void server.close().closeAllConnections())
  console.log(getMailLine(settings, link))
  return folder
}

async function develop(undo: AsyncDisposableStack): Promise<number> {
  const settings = readSettings(process.env, ROOT)
  await prepareDataFolder(settings.dataDir)
  const lock = await lockDataFolder(settings.dataDir, `http://localhost:${settings.port}`)
  undo.defer(lock.release)
  const database = await findDatabase(settings)
  if (database.embedded) undo.defer(database.embedded.stop)
  undo.defer(closePools)
  await bringUpToDate(database)
  await checkLogins(database)
  const blobs = await startBlobs(join(settings.dataDir, "blobs"))
  undo.defer(blobs.stop)
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
  await loadDemoIfWanted(database, settings, storeDemoPictures)
  await storeInitialCharts(connect(database.authUrl).as(null))
  const siteUrl = settings.siteUrl ?? `http://localhost:${settings.port}`
  const access = await getAccessLines(settings, siteUrl, database.ownerUrl)
  if (access.length > 0) console.log(access.join("\n"))
  const outbox = await startOutbox(settings, undo)

  const functionsPort = String(await findFreePort())
  const startNode = (...args: string[]) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: "inherit",
      env: {
        ...process.env,
        SITE_URL: siteUrl,
        DATABASE_URL: database.appUrl,
        AUTH_DATABASE_URL: database.authUrl,
        DATABASE_OWNER_URL: "",
        OUTBOX_DIR: outbox ?? "",
        FUNCTIONS_PORT: functionsPort,
      },
    })
    undo.defer(() => void child.kill("SIGTERM"))
    return child
  }
  startNode("--watch", "--watch-preserve-output", join(import.meta.dirname, "dev-functions.ts"))
  const astro = startNode(
    join(ROOT, "node_modules/astro/bin/astro.mjs"),
    ...["dev", "--host", settings.host, "--port", String(settings.port)],
  )
  // A terminal also sends Ctrl-C to Astro, but other signals reach only this process.
  onStopSignal(
    () => astro.kill("SIGTERM"),
    () => astro.kill("SIGKILL"),
  )
  const [code] = await once(astro, "exit")
  return typeof code === "number" ? code : 0
}

const undo = new AsyncDisposableStack()
try {
  process.exitCode = await develop(undo)
} catch (error) {
  console.error(error instanceof StartFailure ? error.message : error)
  process.exitCode = 1
} finally {
  await undo.disposeAsync()
}
process.exit()
