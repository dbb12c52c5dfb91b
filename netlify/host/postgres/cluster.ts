/** One Postgres: made, started, found again, stopped. */
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
import { processesIn, startedAt, workingFolderOf } from "../processes.ts"
import { StartFailure } from "../start-failure.ts"
import type { Place } from "./place.ts"

/** The bootstrap superuser's login. */
export const SUPERUSER = "postgres"

const START_TIMEOUT_MS = 60_000
const END_TIMEOUT_MS = 5_000
const LOOK_EVERY_MS = 20
/** Without room for one more, Postgres does not run. */
const WAL_SEGMENT_BYTES = 16_777_216
const LOG_LIMIT_BYTES = 5_000_000

const COMMON = [
  "listen_addresses = '127.0.0.1'",
  // A socket's path may be too long for the system, or lie where the account may not write.
  "unix_socket_directories = ''",
  "max_connections = 60",
  "shared_buffers = '64MB'",
  "max_wal_size = '256MB'",
  "min_wal_size = '32MB'",
  // Short statements: compiling them takes longer than running them.
  "jit = off",
  "timezone = 'UTC'",
  "log_timezone = 'UTC'",
  "lc_messages = 'C'",
  // A refused duplicate is everyday; the statement that caused it may hold personal data.
  "log_min_messages = fatal",
  "log_min_error_statement = panic",
  "password_encryption = 'scram-sha-256'",
]

// A cluster for tests is thrown away: losing it in a crash of the machine costs nothing.
const THROWAWAY = [
  "fsync = off",
  "synchronous_commit = off",
  "full_page_writes = off",
  // Two test files at a time, each with pools for each login.
  "max_connections = 150",
]

// postgresql.conf for a small server that one application speaks to.
const configuration = (port: number, durable: boolean) =>
  `# Written at each start by netlify/host; a change here is lost.\n${[
    `port = ${port}`,
    ...COMMON,
    ...(durable ? [] : THROWAWAY),
  ].join("\n")}\n`

const run = promisify(execFile)

// Nothing of the host's own environment: PG* variables of a person's shell would change what is started.
const optionsFor = ({ account }: Place) => ({
  ...account,
  cwd: "/",
  env: { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" },
})

const program = (place: Place, name: string) => join(place.programs, "bin", name)

const readIfThere = (path: string) => readFile(path, "utf8").catch(() => "")

async function give(path: string, { account }: Place) {
  if (account) await chown(path, account.uid, account.gid)
}

/** Makes the cluster unless it is there; killed half-way, it is made again the next time. */
export async function initialise(place: Place, password: string, durable: boolean): Promise<void> {
  if (await readIfThere(join(place.cluster, "PG_VERSION"))) return
  const draft = `${place.cluster}.draft`
  const passwordFile = `${place.cluster}.password`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  await give(draft, place)
  await writeFile(passwordFile, password, { mode: 0o600 })
  await give(passwordFile, place)
  try {
    await run(
      program(place, "initdb"),
      [
        ...["--pgdata", draft, "--username", SUPERUSER, "--pwfile", passwordFile],
        ...["--auth", "scram-sha-256", "--encoding", "UTF8"],
        ...["--locale-provider", "builtin", "--locale", "C.UTF-8"],
        ...(durable ? [] : ["--no-sync"]),
      ],
      optionsFor(place),
    )
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : error
    throw new StartFailure(
      `The database could not be made in ${place.cluster}: ${said}. Check that the disk has room and that the folder may be written, then start again.`,
    )
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(draft, place.cluster)
}

const pidFile = (place: Place) => join(place.cluster, "postmaster.pid")

/** The process that runs this cluster, or null; a leftover file naming somebody else's process does not count. */
export async function runningPid(place: Place): Promise<number | null> {
  const pid = Number((await readIfThere(pidFile(place))).split("\n")[0])
  if (!pid || startedAt(pid) === null) return null
  const folder = workingFolderOf(pid)
  return folder === null || folder === (await realpath(place.cluster)) ? pid : null
}

/** Ends whatever runs this cluster: open transactions are rolled back, everything committed is kept. */
export async function stopCluster(place: Place): Promise<void> {
  if ((await runningPid(place)) === null) return
  const stop = (mode: string) =>
    run(
      program(place, "pg_ctl"),
      ["stop", "--pgdata", place.cluster, "--mode", mode, "--wait", "--timeout", "20"],
      optionsFor(place),
    )
  try {
    await stop("fast")
  } catch {
    if ((await runningPid(place)) !== null) await stop("immediate").catch(() => {})
  }
}

/**
 * A postmaster that was killed leaves busy backends behind, and nothing starts while they hold its memory.
 * Nobody hears them any more, and what they had committed is on the disk.
 */
async function endLeftovers(place: Place): Promise<void> {
  const leftovers = processesIn(await realpath(place.cluster), "postgres")
  for (const pid of leftovers) {
    try {
      process.kill(pid, "SIGKILL")
    } catch {
      // It ended by itself in between.
    }
  }
  for (let waited = 0; waited < END_TIMEOUT_MS; waited += LOOK_EVERY_MS) {
    if (leftovers.every((pid) => startedAt(pid) === null)) return
    await sleep(LOOK_EVERY_MS)
  }
}

async function openLog(place: Place) {
  const log = await open(place.log, "a", 0o600)
  if ((await log.stat()).size > LOG_LIMIT_BYTES) await log.truncate()
  await give(place.log, place)
  return log
}

async function untilReady(place: Place, postgres: ChildProcess): Promise<void> {
  let ending: string | null = null
  postgres.once("error", (error) => {
    ending = error.message
  })
  postgres.once("exit", (code, signal) => {
    ending = `it ended with ${signal ?? `code ${code}`}`
  })
  for (let waited = 0; waited < START_TIMEOUT_MS && ending === null; waited += LOOK_EVERY_MS) {
    const lines = (await readIfThere(pidFile(place))).split("\n")
    if (Number(lines[0]) === postgres.pid && lines[7]?.trim() === "ready") return
    await sleep(LOOK_EVERY_MS)
  }
  throw new StartFailure(
    `The embedded Postgres did not start: ${await withLog(place, ending ?? "it was not ready within a minute")}`,
  )
}

/** How it ended, the end of its log, and what to do. */
export async function withLog(place: Place, ending: string): Promise<string> {
  const disk = await statfs(place.cluster).catch(() => null)
  // Its log may not say so: there was no room for that either.
  if (disk && disk.bavail * disk.bsize < WAL_SEGMENT_BYTES) {
    return `${ending}. The disk that holds ${place.cluster} is full: free some room there. What was stored is still there.`
  }
  const log = (await readIfThere(place.log)).trim().split("\n").slice(-8).join("\n  ")
  return `${ending}. The end of its log, ${place.log}:\n  ${log}\nFix what it names, or set DATABASE_URL to a Postgres of your own.`
}

/** Starts the cluster on loopback at that port; an orphan on the same data is stopped first. */
export async function startCluster(
  place: Place,
  port: number,
  durable: boolean,
): Promise<ChildProcess> {
  await stopCluster(place)
  await endLeftovers(place)
  await rm(pidFile(place), { force: true })
  // In its file, not as arguments: `pg_ctl start` then brings the same Postgres back by hand.
  await writeFile(join(place.cluster, "postgresql.conf"), configuration(port, durable))
  const log = await openLog(place)
  const postgres = spawn(program(place, "postgres"), ["-D", place.cluster], {
    ...optionsFor(place),
    // Its own process group: a Ctrl-C is for the host, which stops the database last.
    detached: true,
    stdio: ["ignore", log.fd, log.fd],
  })
  postgres.unref()
  try {
    await untilReady(place, postgres)
  } catch (error) {
    await stopCluster(place)
    throw error
  } finally {
    await log.close()
  }
  return postgres
}

/** Ends it at once, without waiting: the next start recovers from its log. */
export function killCluster(postgres: ChildProcess) {
  postgres.kill("SIGQUIT")
}
