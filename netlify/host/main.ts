/** The whole site on one Node process: database, functions, built pages, rebuilds. */
import { join } from "node:path"
import { connect } from "../../db/client.ts"
import { closePools } from "../../db/plain-postgres.ts"
import { contentVersion } from "../../db/queries/content-version.ts"
import { fillCharts } from "../lib/catalogue/snapshot.ts"
import { startBlobs } from "./blobs.ts"
import { startBuildHook } from "./build-hook.ts"
import { prepareDataFolder } from "./data-folder.ts"
import { bringUpToDate, checkLogin, findDatabase, loadDemoIfWanted } from "./database.ts"
import { loadFunctions } from "./function-routes.ts"
import { hostFunctions } from "./functions.ts"
import { greet } from "./greeting.ts"
import { startListening } from "./listening.ts"
import { takeLock } from "./lock.ts"
import { isOutboxShown, openOutbox } from "./outbox.ts"
import { viewOutbox } from "./outbox-viewer.ts"
import { createPublisher } from "./publisher.ts"
import { createRebuilder } from "./rebuild.ts"
import { readRedirects } from "./rules.ts"
import { createListener } from "./server.ts"
import { readSettings, type Settings, urlHost } from "./settings.ts"
import { onStopSignal } from "./signals.ts"
import { sourceKey } from "./source-key.ts"
import { reasonOf, StartFailure } from "./start-failure.ts"

const PATIENCE_MS = 5_000
const ROOT = join(import.meta.dirname, "../..")

/** What to undo, last thing first. */
const undo = new AsyncDisposableStack()
const interrupt = new AbortController()
let killDatabase = () => {}

async function start(settings: Settings): Promise<void> {
  await prepareDataFolder(settings.dataDir)
  const lock = await takeLock(settings.dataDir, `http://${urlHost(settings.host)}:${settings.port}`)
  undo.defer(lock.release)
  const { redirects, notes } = await readRedirects(ROOT)
  for (const note of notes) console.log(`netlify.toml: only Netlify itself honours ${note}.`)
  const listening = await startListening(settings)
  undo.defer(() => listening.stop(PATIENCE_MS))
  const siteUrl = settings.siteUrl ?? listening.address

  const database = await findDatabase(settings)
  if (database.embedded) {
    undo.defer(database.embedded.stop)
    killDatabase = database.embedded.kill
    if (database.embedded.note) console.log(database.embedded.note)
  }
  undo.defer(closePools)
  const applied = await bringUpToDate(database)
  if (applied.length > 0) console.log(`Migrated the database: ${applied.join(", ")}.`)
  await checkLogin(database)
  if (await loadDemoIfWanted(database, settings)) console.log("Loaded the demo content.")

  const blobs = await startBlobs(join(settings.dataDir, "blobs"))
  undo.defer(blobs.stop)
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
  process.env.DATABASE_URL = database.appUrl
  process.env.SITE_URL = siteUrl
  const outbox = settings.smtpUrl ? null : await openOutbox(settings.dataDir)
  if (outbox) process.env.OUTBOX_DIR = outbox
  else delete process.env.OUTBOX_DIR
  // Functions and builds run as the app; the owner's address is not within their reach.
  delete process.env.DATABASE_OWNER_URL

  const db = connect(database.appUrl).as(null)
  await fillCharts(db)
  // The forms to sign in are built with Google's button or without.
  const google = settings.hasGoogle ? "google" : ""
  const publisher = createPublisher({
    root: ROOT,
    sites: join(settings.dataDir, "sites"),
    source: await sourceKey(ROOT, siteUrl, settings.databaseUrl ?? "embedded", google),
    siteUrl,
    databaseUrl: database.appUrl,
    db,
    redirects,
    signal: interrupt.signal,
  })
  interrupt.signal.throwIfAborted()
  if (!(await publisher.resume())) await publisher.buildFirst()

  const rebuilder = createRebuilder({
    build: publisher.build,
    served: publisher.version,
    wanted: () => contentVersion(db),
  })
  undo.defer(rebuilder.stop)
  const hook = await startBuildHook(() => void rebuilder.ask())
  undo.defer(hook.stop)
  process.env.BUILD_HOOK_URL = hook.url

  const hosted = await loadFunctions(join(ROOT, "netlify/functions"))
  const functions = hostFunctions(hosted, { siteUrl, trustedProxy: settings.trustedProxy })
  undo.defer(() => functions.stop(PATIENCE_MS))
  listening.answerWith(
    createListener({
      functions,
      served: publisher.served,
      viewOutbox: outbox && isOutboxShown(settings) ? viewOutbox(outbox) : null,
    }),
  )
  // Once more, so that it comes first: requests under way still find everything else.
  undo.defer(() => listening.stop(PATIENCE_MS))
  await greet(listening.address, settings, database)
}

async function main(): Promise<void> {
  let starting = Promise.resolve()
  const end = async (code: number) => {
    await undo.disposeAsync().catch((error) => console.error("Stopping went wrong:", error))
    process.exit(code)
  }
  onStopSignal(
    async () => {
      console.log("\nStopping…")
      interrupt.abort()
      await starting.catch(() => {})
      await end(0)
    },
    () => {
      killDatabase()
      process.exit(130)
    },
  )
  // Whoever read the output has left, as in `npm start | head`.
  process.stdout.on("error", () => {})
  // A request's mistake is the request's alone.
  process.on("uncaughtException", (error) => console.error("Uncaught:", error))

  try {
    starting = start(readSettings(process.env, ROOT))
    await starting
  } catch (error) {
    if (interrupt.signal.aborted) return
    console.error(error instanceof StartFailure ? error.message : error)
    if (!(error instanceof StartFailure)) {
      console.error(
        `Daina could not start: ${reasonOf(error)}. This is a mistake in it; please report it with the lines above.`,
      )
    }
    await end(1)
  }
}

await main()
