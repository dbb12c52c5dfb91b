/** Creates, starts and stops a cluster, which is the data folder of a Postgres server. */
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
import type { Installation } from "./installation.ts"

export const SUPERUSER = "postgres"

const START_TIMEOUT_MS = 60_000
/** Maximum wait until killed processes have ended. */
const KILL_TIMEOUT_MS = 5_000
const POLL_INTERVAL_MS = 20
/**
 * Size of a segment of the write-ahead log.
 * With less free disk space, Postgres cannot write the next segment and ends.
 */
const WAL_SEGMENT_BYTES = 16_777_216
/** If the log file is larger, it is emptied when Postgres starts. */
const MAX_LOG_BYTES = 5_000_000

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

/** Settings of temporary clusters, whose data may be lost in a crash. */
const TEMPORARY_SETTINGS = [
  "fsync = off",
  "synchronous_commit = off",
  "full_page_writes = off",
  // With one iteration, connecting takes half the time. More are not needed, because the passwords are random.
  "scram_iterations = 1",
  // Enough for two test files at a time, each with a pool per role.
  "max_connections = 150",
]

const createConfiguration = (port: number, isDurable: boolean) =>
  `# Written at each start by netlify/host; changes here are lost.\n${[
    `port = ${port}`,
    ...COMMON_SETTINGS,
    ...(isDurable ? [] : TEMPORARY_SETTINGS),
  ].join("\n")}\n`

const runFile = promisify(execFile)

/** Passes few environment variables, because the host's PG* variables would change the behavior of Postgres. */
const getProcessOptions = ({ account }: Installation) => ({
  ...account,
  cwd: "/",
  env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
})

const getProgramPath = (installation: Installation, name: string) =>
  join(installation.programs, "bin", name)

const readIfExists = (path: string) => readFile(path, "utf8").catch(() => "")

async function chownToAccount(path: string, { account }: Installation) {
  if (account) await chown(path, account.uid, account.gid)
}

/** Creates the cluster unless it exists. After an interruption, the next call starts again from nothing. */
export async function createCluster(
  installation: Installation,
  password: string,
  isDurable: boolean,
): Promise<void> {
  if (await readIfExists(join(installation.cluster, "PG_VERSION"))) return
  const draft = `${installation.cluster}.draft`
  const passwordFile = `${installation.cluster}.password`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await chownToAccount(draft, installation)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await chownToAccount(passwordFile, installation)
  try {
    await runFile(
      getProgramPath(installation, "initdb"),
      [
        ...["--pgdata", draft, "--username", SUPERUSER, "--pwfile", passwordFile],
        ...["--auth", "scram-sha-256", "--encoding", "UTF8"],
        ...["--locale-provider", "builtin", "--locale", "C.UTF-8"],
        ...(isDurable ? [] : ["--no-sync"]),
      ],
      getProcessOptions(installation),
    )
  } catch (error) {
    const reason = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : error
    throw new StartFailure(
      `The database could not be created in ${installation.cluster}: ${reason}. Check that the disk has free space and that the folder is writable, then start again.`,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, installation.cluster)
}

const getPidPath = (installation: Installation) => join(installation.cluster, "postmaster.pid")

/**
 * Returns the process id of Postgres; null if it does not run. Checks the working folder of the process, because the id
 * in a stale file may belong to another process by now.
 */
export async function findRunningPid(installation: Installation): Promise<number | null> {
  const pid = Number((await readIfExists(getPidPath(installation))).split("\n")[0])
  if (!pid || getStartTime(pid) === null) return null
  const folder = readWorkingFolder(pid)
  return folder === null || folder === (await realpath(installation.cluster)) ? pid : null
}

export async function stopCluster(installation: Installation): Promise<void> {
  if ((await findRunningPid(installation)) === null) return
  const stop = (mode: string) =>
    runFile(
      getProgramPath(installation, "pg_ctl"),
      ["stop", "--pgdata", installation.cluster, "--mode", mode, "--wait", "--timeout", "20"],
      getProcessOptions(installation),
    )
  try {
    await stop("fast")
  } catch {
    if ((await findRunningPid(installation)) !== null) await stop("immediate").catch(() => {})
  }
}

/** Kills backends that outlived the postmaster, because they hold its shared memory. Loses no committed transaction. */
async function killOrphans(installation: Installation): Promise<void> {
  const orphans = findProcesses(await realpath(installation.cluster), "postgres")
  for (const pid of orphans) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // The process has already ended.
    }
  }
  for (let waitedMs = 0; waitedMs < KILL_TIMEOUT_MS; waitedMs += POLL_INTERVAL_MS) {
    if (orphans.every((pid) => getStartTime(pid) === null)) return
    await sleep(POLL_INTERVAL_MS)
  }
}

async function openLog(installation: Installation) {
  const log = await open(installation.log, "a", 0o600)
  if ((await log.stat()).size > MAX_LOG_BYTES) await log.truncate()
  await chownToAccount(installation.log, installation)
  return log
}

/** Position of the server's state in the lines of postmaster.pid. */
const STATE_LINE = 7

async function waitUntilReady(installation: Installation, postgres: ChildProcess): Promise<void> {
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
    const lines = (await readIfExists(getPidPath(installation))).split("\n")
    if (Number(lines[0]) === postgres.pid && lines[STATE_LINE]?.trim() === "ready") return
    await sleep(POLL_INTERVAL_MS)
  }
  throw new StartFailure(
    `The embedded Postgres did not start: ${await explainEnd(installation, failure ?? "it was not ready within a minute")}`,
  )
}

/** Returns the reason why Postgres ended, with the end of its log, and a remedy. */
export async function explainEnd(installation: Installation, ending: string): Promise<string> {
  const disk = await statfs(installation.cluster).catch(() => null)
  // The log may lack the reason if the disk is full.
  if (disk && disk.bavail * disk.bsize < WAL_SEGMENT_BYTES) {
    return `${ending}. The disk with ${installation.cluster} is full: free some space. No stored data is lost.`
  }
  const logLines = (await readIfExists(installation.log)).trim().split("\n")
  const logEnd = logLines.slice(-8).join("\n  ")
  return `${ending}. The end of its log, ${installation.log}:\n  ${logEnd}\nFix the named problem, or set DATABASE_URL to an external Postgres.`
}

/** Starts Postgres. First stops a Postgres that an earlier host left running on the same data. */
export async function startCluster(
  installation: Installation,
  port: number,
  isDurable: boolean,
): Promise<ChildProcess> {
  await stopCluster(installation)
  await killOrphans(installation)
  await rm(getPidPath(installation), { force: true })
  // The settings are in a file instead of in arguments, so that a manual `pg_ctl start` has the same settings.
  await writeFile(
    join(installation.cluster, "postgresql.conf"),
    createConfiguration(port, isDurable),
  )
  const log = await openLog(installation)
  const postgres = spawn(getProgramPath(installation, "postgres"), ["-D", installation.cluster], {
    ...getProcessOptions(installation),
    // Postgres gets its own process group, so that Ctrl-C in the terminal does not reach it. The host stops it last.
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  })
  postgres.unref()
  try {
    await waitUntilReady(installation, postgres)
  } catch (error) {
    await stopCluster(installation)
    throw error
  } finally {
    await log.close()
  }
  return postgres
}

/** Ends Postgres at once. The next start recovers the data from the write-ahead log. */
export function killCluster(postgres: ChildProcess) {
  postgres.kill("SIGQUIT")
}
