/** `npm start` runs the whole site in one Node process. */
import { join } from "node:path"
import { Cron } from "croner"
import { connect } from "../../db/client.ts"
import { storeDemoPictures } from "../../db/demo/pictures.ts"
import { closePools } from "../../db/plain-postgres.ts"
import { failRunningBuilds } from "../../db/queries/builds.ts"
import { getContentVersion } from "../../db/queries/content-version.ts"
import { storeInitialCharts } from "../lib/catalogue/snapshot.ts"
import { deliverAllMails } from "../lib/mail/deliver.ts"
import { setBuildRequester } from "../lib/publishing/request-build.ts"
import { createListener } from "./app.ts"
import { prepareBackupFolder, startBackups } from "./backup/daily.ts"
import { startBlobs } from "./blobs.ts"
import { createBuildRunner } from "./build/build-runner.ts"
import { type BuildScheduler, createBuildScheduler } from "./build/build-scheduler.ts"
import { createLiveSite } from "./build/live-site.ts"
import { createSourceKey } from "./build/source-key.ts"
import { lockDataFolder, prepareDataFolder } from "./data-folder.ts"
import {
  bringUpToDate,
  checkLogins,
  createSiteKey,
  findDatabase,
  loadDemoIfWanted,
} from "./database.ts"
import { createTasks, loadFunctions, startSchedules } from "./functions.ts"
import { startListening } from "./listening.ts"
import { isOutboxShown, openOutbox } from "./outbox/outbox.ts"
import { createOutboxViewer } from "./outbox/viewer.ts"
import { onStopSignal } from "./processes.ts"
import { readRedirects } from "./rules.ts"
import { readSettings, type Settings, toUrlHost } from "./settings.ts"
import { explainError, getReason, StartFailure } from "./start-failure.ts"
import { createStartupMessage } from "./startup-message.ts"

/** Maximum time for which a stop of the host waits for running requests and tasks. */
const DRAIN_MS = 5_000
/** If the host stops after a failure, its process is killed after this time. */
const MAX_STOP_MS = 30_000
const NIGHTLY_BUILD_SCHEDULE = "17 1 * * *"
const ROOT = join(import.meta.dirname, "../..")

/** Steps that run when the host stops. The step that was added last runs first. */
const undo = new AsyncDisposableStack()
const stopping = new AbortController()
let killDatabase = () => {}

/** Starts all parts of the host. First serves the newest site on the disk. Calls `fail` if the host must stop later. */
async function start(settings: Settings, fail: (reason: string) => void): Promise<void> {
  const { dataDir, host, port } = settings
  await prepareDataFolder(dataDir)
  const lock = await lockDataFolder(
    dataDir,
    settings.siteUrl ?? `http://${toUrlHost(host)}:${port}`,
  )
  undo.defer(lock.release)
  const { redirects, unsupported } = await readRedirects(ROOT)
  for (const rule of unsupported) console.log(`netlify.toml: only Netlify supports ${rule}.`)
  const listening = await startListening(settings)
  undo.defer(() => listening.stop(DRAIN_MS))
  const siteUrl = settings.siteUrl ?? listening.address
  if (settings.backups) await prepareBackupFolder(settings.backups.folder, dataDir)

  const blobs = await startBlobs(join(dataDir, "blobs"))
  undo.defer(blobs.stop)
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
  process.env.SITE_URL = siteUrl
  const outbox = settings.smtpUrl ? null : await openOutbox(dataDir)
  if (outbox) process.env.OUTBOX_DIR = outbox
  else delete process.env.OUTBOX_DIR
  const outboxViewer =
    outbox && isOutboxShown(settings) ? createOutboxViewer(outbox, listening.address) : null
  let scheduler: BuildScheduler | null = null
  setBuildRequester(() => void (settings.rebuilds && scheduler?.request()))

  const live = createLiveSite({ root: ROOT, dataDir, redirects })
  await live.resume(await createSiteKey(settings, siteUrl))
  const functions = await loadFunctions(join(ROOT, "netlify/functions"))
  const tasks = createTasks()
  const ready = Promise.withResolvers<void>()
  listening.setListener(
    createListener({
      functions,
      tasks,
      trustedProxy: settings.trustedProxy,
      getServedSite: () => live.current()?.served ?? null,
      ready: ready.promise,
      outbox: outboxViewer,
    }),
  )

  const database = await findDatabase(settings)
  if (database.embedded) {
    undo.defer(database.embedded.stop)
    killDatabase = database.embedded.kill
    database.embedded.keepRunning((reason) =>
      fail(`Stopping, because the database does not run. ${reason}`),
    )
    if (database.embedded.note) console.log(database.embedded.note)
  }
  undo.defer(closePools)
  const applied = await bringUpToDate(database)
  if (applied.length > 0) console.log(`Migrated the database: ${applied.join(", ")}.`)
  await checkLogins(database)
  if (await loadDemoIfWanted(database, settings, storeDemoPictures)) {
    console.log("Loaded the demo content.")
  }
  process.env.DATABASE_URL = database.appUrl
  process.env.AUTH_DATABASE_URL = database.authUrl
  // Functions and builds must not connect as the owner.
  delete process.env.DATABASE_OWNER_URL

  const db = connect(database.authUrl).as(null)
  await storeInitialCharts(db)
  const runner = createBuildRunner({
    root: ROOT,
    live,
    pictures: process.env.PICTURES_FOLDER ?? join(dataDir, "pictures"),
    // The log-in pages depend on whether Google is set up.
    source: await createSourceKey(ROOT, siteUrl, settings.hasGoogle ? "google" : ""),
    siteKey: await createSiteKey(settings, siteUrl),
    siteUrl,
    databaseUrl: database.buildUrl,
    db,
    signal: stopping.signal,
  })
  stopping.signal.throwIfAborted()
  // A build that is still recorded as running has ended with an earlier process of the host.
  await failRunningBuilds(db)
  const isUpToDate = await runner.start()
  const isFirstBuild = !live.current()
  if (isFirstBuild) await runner.buildFirst()

  scheduler = createBuildScheduler({
    build: runner.build,
    onRequestDuringBuild: runner.cancelSecondPass,
    getServedVersion: runner.version,
    readContentVersion: settings.rebuilds
      ? () => getContentVersion(db)
      : async () => runner.version(),
  })
  undo.defer(scheduler.stop)
  const nightlyBuild = new Cron(
    NIGHTLY_BUILD_SCHEDULE,
    { timezone: "Etc/UTC", unref: true },
    () => {
      runner.requestFullBuild()
      if (settings.rebuilds) void scheduler?.request()
    },
  )
  undo.defer(() => nightlyBuild.stop())
  undo.defer(() => tasks.settled(DRAIN_MS))
  undo.defer(startSchedules(functions, siteUrl, tasks).stop)
  if (settings.backups && database.ownerUrl) {
    undo.defer(startBackups(database.ownerUrl, settings.backups).stop)
  }
  // createStartupMessage() queries the database. It runs before `ready`, so that the start fails without the database.
  const lines = await createStartupMessage(settings, {
    address: listening.address,
    ownerUrl: database.ownerUrl,
    outboxLink: outboxViewer?.link ?? null,
  })
  ready.resolve()
  // Emails that were queued before the last stop do not wait for a schedule.
  tasks.add(deliverAllMails())
  // Running requests must end before everything that they use is stopped.
  undo.defer(() => listening.stop(DRAIN_MS))
  console.log(lines)
  if (isUpToDate || isFirstBuild) return
  console.log("The pages of the previous version are online until the new ones are built.")
  void scheduler.request()
}

async function main(): Promise<void> {
  let starting = Promise.resolve()
  const endProcess = async (code: number) => {
    await undo.disposeAsync().catch((error) => console.error("The stop failed:", error))
    process.exit(code)
  }
  const killProcess = (code: number) => {
    killDatabase()
    process.exit(code)
  }
  const stop = async (code: number) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    await starting.catch(() => {})
    await endProcess(code)
  }
  /** Stops the host with exit code 1, so that a supervisor restarts it. */
  const fail = (...reason: unknown[]) => {
    console.error(...reason)
    setTimeout(killProcess, MAX_STOP_MS, 1).unref()
    void stop(1)
  }
  onStopSignal(
    () => {
      console.log("\nStopping…")
      void stop(0)
    },
    () => killProcess(130),
  )
  // stdout may be closed (EPIPE), for example by piping into head.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {})
  // After an uncaught exception the state of the process is unknown.
  process.on("uncaughtException", (error) =>
    fail("Stopping after an unexpected error. Please report it:", error),
  )

  try {
    const settings = readSettings(process.env, ROOT)
    starting = start(settings, fail).catch((error) => {
      throw explainError(error, settings.dataDir)
    })
    await starting
  } catch (error) {
    if (stopping.signal.aborted) return
    console.error(error instanceof StartFailure ? error.message : error)
    if (!(error instanceof StartFailure)) {
      console.error(
        `Daina could not start: ${getReason(error)}. This is a bug; please report it with the lines above.`,
      )
    }
    await endProcess(1)
  }
}

await main()
