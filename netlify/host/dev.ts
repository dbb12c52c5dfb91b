/**
 * `npm run dev`: Astro's dev server with hot reload, functions included, over the same database as
 * `npm start`. Netlify's emulator, which the adapter brings, answers the functions and keeps the files.
 */

import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:http"
import { join } from "node:path"
import { connect } from "../../db/client.ts"
import { closePools } from "../../db/plain-postgres.ts"
import { fillCharts } from "../lib/catalogue/snapshot.ts"
import { prepareDataFolder } from "./data-folder.ts"
import { bringUpToDate, checkLogin, findDatabase, loadDemoIfWanted } from "./database.ts"
import { mailLine } from "./greeting.ts"
import { takeLock } from "./lock.ts"
import { isOutboxShown, openOutbox } from "./outbox.ts"
import { viewOutbox } from "./outbox-viewer.ts"
import { readTarget } from "./paths.ts"
import { listen } from "./ports.ts"
import { readSettings, type Settings } from "./settings.ts"
import { onStopSignal } from "./signals.ts"
import { StartFailure } from "./start-failure.ts"

const ROOT = join(import.meta.dirname, "../..")

/** Where mails are kept, and a server of its own to read them at; null where they are sent. */
async function startOutbox(settings: Settings, undo: AsyncDisposableStack) {
  const folder = settings.smtpUrl ? null : await openOutbox(settings.dataDir)
  let address = ""
  if (folder && isOutboxShown(settings)) {
    const view = viewOutbox(folder)
    const server = createServer((req, res) => {
      if (!view(req, res, readTarget(req.url ?? "")?.path ?? "")) res.writeHead(404).end()
    })
    address = `http://localhost:${await listen(server, 0, "127.0.0.1")}`
    undo.defer(async () => void server.close().closeAllConnections())
  }
  console.log(mailLine(settings, address))
  return folder
}

async function develop(undo: AsyncDisposableStack): Promise<number> {
  const settings = readSettings(process.env, ROOT)
  await prepareDataFolder(settings.dataDir)
  const lock = await takeLock(settings.dataDir, `http://localhost:${settings.port}`)
  undo.defer(lock.release)
  const database = await findDatabase(settings)
  if (database.embedded) undo.defer(database.embedded.stop)
  undo.defer(closePools)
  await bringUpToDate(database)
  await checkLogin(database)
  await loadDemoIfWanted(database, settings)
  await fillCharts(connect(database.appUrl).as(null))
  const outbox = await startOutbox(settings, undo)

  const astro = spawn(
    process.execPath,
    [
      join(ROOT, "node_modules/astro/bin/astro.mjs"),
      ...["dev", "--host", settings.host, "--port", String(settings.port)],
    ],
    {
      cwd: ROOT,
      stdio: "inherit",
      env: {
        ...process.env,
        SITE_URL: settings.siteUrl ?? `http://localhost:${settings.port}`,
        DATABASE_URL: database.appUrl,
        DATABASE_OWNER_URL: "",
        OUTBOX_DIR: outbox ?? "",
      },
    },
  )
  // The terminal's Ctrl-C reaches Astro too; other signals are passed on.
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
