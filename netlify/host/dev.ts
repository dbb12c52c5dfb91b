/**
 * `npm run dev`: Astro's dev server with hot reload, functions included, over the same database as
 * `npm start`. Netlify's emulator, which the adapter brings, answers the functions and keeps the files.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { closePools } from "../../db/plain-postgres.ts"
import { prepareDataFolder } from "./data-folder.ts"
import { bringUpToDate, checkLogin, findDatabase, loadDemoIfWanted } from "./database.ts"
import { takeLock } from "./lock.ts"
import { readSettings } from "./settings.ts"
import { onStopSignal } from "./signals.ts"
import { StartFailure } from "./start-failure.ts"

const ROOT = join(import.meta.dirname, "../..")

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

  const astro = spawn(
    process.execPath,
    [
      join(ROOT, "node_modules/astro/bin/astro.mjs"),
      ...["dev", "--host", settings.host, "--port", String(settings.port)],
    ],
    {
      cwd: ROOT,
      stdio: "inherit",
      env: { ...process.env, DATABASE_URL: database.appUrl, DATABASE_OWNER_URL: "" },
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
