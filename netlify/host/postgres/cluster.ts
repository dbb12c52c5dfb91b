/** A cluster is the data folder of a Postgres server. */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import {
  chown,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  rm,
  statfs,
  writeFile,
} from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { findProcesses, getStartTime, readWorkingFolder } from "../processes.ts"
import { StartFailure } from "../start-failure.ts"
import type { Place } from "./place.ts"

export const SUPERUSER = "postgres"

const START_TIMEOUT_MS = 60_000
const END_TIMEOUT_MS = 5_000
const POLL_INTERVAL_MS = 20
/** Postgres needs free disk space for one more WAL segment. */
const WAL_SEGMENT_BYTES = 16_777_216
const LOG_LIMIT_BYTES = 5_000_000

const COMMON_SETTINGS = [
  "listen_addresses = '127.0.0.1'",
  // A Unix socket's path may be too long, or in a folder that is not writable.
  "unix_socket_directories = ''",
  "max_connections = 60",
  "shared_buffers = '64MB'",
  "max_wal_size = '256MB'",
  "min_wal_size = '32MB'",
  // Compiling the short statements of this site takes longer than running them.
  "jit = off",
  "timezone = 'UTC'",
  "log_timezone = 'UTC'",
  "lc_messages = 'C'",
  // Rejected duplicates are normal, and their statements may contain personal data.
  "log_min_messages = fatal",
  "log_min_error_statement = panic",
  "password_encryption = 'scram-sha-256'",
]

/** Data of temporary clusters may be lost in a crash. */
const TEMPORARY_SETTINGS = [
  "fsync = off",
  "synchronous_commit = off",
  "full_page_writes = off",
  // Enough for two test files at a time, each with a pool per login.
  "max_connections = 150",
]

const createConfiguration = (port: number, isDurable: boolean) =>
  `# Written at each start by netlify/host; changes here are lost.\n${[
    `port = ${port}`,
    ...COMMON_SETTINGS,
    ...(isDurable ? [] : TEMPORARY_SETTINGS),
  ].join("\n")}\n`

const run = promisify(execFile)

/** The host's PG* variables would change the behavior of Postgres. */
const getProcessOptions = ({ account }: Place) => ({
  ...account,
  cwd: "/",
  env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
})

const getProgramPath = (place: Place, name: string) => join(place.programs, "bin", name)

const readIfExists = (path: string) => readFile(path, "utf8").catch(() => "")

async function chownToAccount(path: string, { account }: Place) {
  if (account) await chown(path, account.uid, account.gid)
}

/** An interrupted creation starts again from nothing. */
export async function createCluster(
  place: Place,
  password: string,
  isDurable: boolean,
): Promise<void> {
  if (await readIfExists(join(place.cluster, "PG_VERSION"))) return
  const draft = `${place.cluster}.draft`
  const passwordFile = `${place.cluster}.password`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await chownToAccount(draft, place)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await chownToAccount(passwordFile, place)
  try {
    await run(
      getProgramPath(place, "initdb"),
      [
        ...["--pgdata", draft, "--username", SUPERUSER, "--pwfile", passwordFile],
        ...["--auth", "scram-sha-256", "--encoding", "UTF8"],
        ...["--locale-provider", "builtin", "--locale", "C.UTF-8"],
        ...(isDurable ? [] : ["--no-sync"]),
      ],
      getProcessOptions(place),
    )
  } catch (error) {
    const reason = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : error
    throw new StartFailure(
      `The database could not be created in ${place.cluster}: ${reason}. Check that the disk has free space and that the folder is writable, then start again.`,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, place.cluster)
}

const getPidPath = (place: Place) => join(place.cluster, "postmaster.pid")

/** A stale file may contain the id of another process. */
export async function findRunningPid(place: Place): Promise<number | null> {
  const pid = Number((await readIfExists(getPidPath(place))).split("\n")[0])
  if (!pid || getStartTime(pid) === null) return null
  const folder = readWorkingFolder(pid)
  return folder === null || folder === (await realpath(place.cluster)) ? pid : null
}

/** Rolls back open transactions. */
export async function stopCluster(place: Place): Promise<void> {
  if ((await findRunningPid(place)) === null) return
  const stop = (mode: string) =>
    run(
      getProgramPath(place, "pg_ctl"),
      ["stop", "--pgdata", place.cluster, "--mode", mode, "--wait", "--timeout", "20"],
      getProcessOptions(place),
    )
  try {
    await stop("fast")
  } catch {
    if ((await findRunningPid(place)) !== null) await stop("immediate").catch(() => {})
  }
}

/** Backends of a killed postmaster hold its shared memory. Their committed transactions are on the disk. */
async function killOrphans(place: Place): Promise<void> {
  const orphans = findProcesses(await realpath(place.cluster), "postgres")
  for (const pid of orphans) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // The process has already ended.
    }
  }
  for (let waitedMs = 0; waitedMs < END_TIMEOUT_MS; waitedMs += POLL_INTERVAL_MS) {
    if (orphans.every((pid) => getStartTime(pid) === null)) return
    await sleep(POLL_INTERVAL_MS)
  }
}

async function openLog(place: Place) {
  const log = await open(place.log, "a", 0o600)
  if ((await log.stat()).size > LOG_LIMIT_BYTES) await log.truncate()
  await chownToAccount(place.log, place)
  return log
}

async function waitUntilReady(place: Place, postgres: ChildProcess): Promise<void> {
  let failure: string | null = null
  postgres.once("error", (error) => {
    failure = error.message
  })
  postgres.once("exit", (code, signal) => {
    failure = `it ended with ${signal ?? `code ${code}`}`
  })
  for (
    let waitedMs = 0;
    waitedMs < START_TIMEOUT_MS && failure === null;
    waitedMs += POLL_INTERVAL_MS
  ) {
    const lines = (await readIfExists(getPidPath(place))).split("\n")
    if (Number(lines[0]) === postgres.pid && lines[7]?.trim() === "ready") return
    await sleep(POLL_INTERVAL_MS)
  }
  throw new StartFailure(
    `The embedded Postgres did not start: ${await explainEnd(place, failure ?? "it was not ready within a minute")}`,
  )
}

export async function explainEnd(place: Place, ending: string): Promise<string> {
  const disk = await statfs(place.cluster).catch(() => null)
  // The log may lack the reason if the disk is full.
  if (disk && disk.bavail * disk.bsize < WAL_SEGMENT_BYTES) {
    return `${ending}. The disk with ${place.cluster} is full: free some space. No stored data is lost.`
  }
  const log = (await readIfExists(place.log)).trim().split("\n").slice(-8).join("\n  ")
  return `${ending}. The end of its log, ${place.log}:\n  ${log}\nFix the named problem, or set DATABASE_URL to an external Postgres.`
}

/** Stops an orphaned Postgres on the same data first. */
export async function startCluster(
  place: Place,
  port: number,
  isDurable: boolean,
): Promise<ChildProcess> {
  await stopCluster(place)
  await killOrphans(place)
  await rm(getPidPath(place), { force: true })
  // A manual `pg_ctl start` uses the same file.
  await writeFile(join(place.cluster, "postgresql.conf"), createConfiguration(port, isDurable))
  const log = await openLog(place)
  const postgres = spawn(getProgramPath(place, "postgres"), ["-D", place.cluster], {
    ...getProcessOptions(place),
    // A Postgres in its own process group does not receive Ctrl-C. The host stops it last.
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  })
  postgres.unref()
  try {
    await waitUntilReady(place, postgres)
  } catch (error) {
    await stopCluster(place)
    throw error
  } finally {
    await log.close()
  }
  return postgres
}

/** The next start recovers from the WAL. */
export function killCluster(postgres: ChildProcess) {
  postgres.kill("SIGQUIT")
}
