import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { z } from "zod"
import { DATABASE, OWNER_ROLE, prepareDatabase } from "../../../db/cluster.ts"
import { APP_ROLE, AUTH_ROLE, BUILD_ROLE } from "../../../db/migrate.ts"
import { findFreePort } from "../listening.ts"
import { getErrorCode, StartFailure } from "../start-failure.ts"
import {
  createCluster,
  explainEnd,
  findRunningPid,
  killCluster,
  SUPERUSER,
  startCluster,
  stopCluster,
} from "./cluster.ts"
import { chooseInstallation, type Installation } from "./installation.ts"
import { type Restarts, restartAfterCrash } from "./restarts.ts"

const Secrets = z.object({
  port: z.number(),
  superuser: z.string(),
  owner: z.string(),
  app: z.string(),
  auth: z.string(),
  build: z.string(),
})
type Secrets = z.infer<typeof Secrets>

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

const createPassword = () => randomBytes(24).toString("base64url")

/** Returns the stored passwords, or new passwords if there is no cluster yet. */
async function readSecrets(installation: Installation): Promise<Secrets> {
  try {
    return Secrets.parse(JSON.parse(await readFile(installation.secrets, "utf8")))
  } catch (error) {
    if (getErrorCode(error) === "ENOENT" && !existsSync(join(installation.cluster, "PG_VERSION"))) {
      return {
        ...{ port: 0, superuser: createPassword(), owner: createPassword() },
        ...{ app: createPassword(), auth: createPassword(), build: createPassword() },
      }
    }
    throw new StartFailure(
      `The passwords of the database in ${installation.cluster} cannot be read from ${installation.secrets} (${getErrorCode(error) ?? "invalid content"}). Restore that file from a backup, or move ${dirname(installation.cluster)} away to start with an empty database.`,
    )
  }
}

/** Replaces the file in one step, because overwriting it on a full disk would lose the passwords. */
async function writeSecrets({ secrets: path }: Installation, secrets: Secrets) {
  const text = JSON.stringify(secrets)
  if (text === (await readFile(path, "utf8").catch(() => ""))) return
  await writeFile(`${path}.draft`, text, { mode: 0o600, flush: true })
  await rename(`${path}.draft`, path)
}

const createUrl = (role: string, password: string, port: number, database: string) =>
  `postgres://${role}:${password}@127.0.0.1:${port}/${database}`

const createUrls = ({ port, owner, app, auth, build }: Secrets) => ({
  ownerUrl: createUrl(OWNER_ROLE, owner, port, DATABASE),
  appUrl: createUrl(APP_ROLE, app, port, DATABASE),
  authUrl: createUrl(AUTH_ROLE, auth, port, DATABASE),
  buildUrl: createUrl(BUILD_ROLE, build, port, DATABASE),
})

async function startInstallation(
  installation: Installation,
  { isDurable }: { isDurable: boolean },
) {
  const previous = await readSecrets(installation)
  const secrets = { ...previous, port: await findFreePort(previous.port) }
  await writeSecrets(installation, secrets)
  await createCluster(installation, secrets.superuser, isDurable)
  const postgres = await startCluster(installation, secrets.port, isDurable)
  const superuserUrl = createUrl(SUPERUSER, secrets.superuser, secrets.port, "postgres")
  try {
    await prepareDatabase(superuserUrl, secrets.owner)
  } catch (error) {
    await stopCluster(installation)
    throw error
  }
  let restarts: Restarts | null = null
  return {
    ...createUrls(secrets),
    /** URL of a role that can create and drop databases. */
    superuserUrl,
    note: installation.note,
    /** Calls `onFailure` with the reason if Postgres cannot be kept running. */
    keepRunning(onFailure: (reason: string) => void): void {
      restarts ??= restartAfterCrash(postgres, {
        start: () => startCluster(installation, secrets.port, isDurable),
        explain: async (ending) =>
          `The embedded Postgres: ${await explainEnd(installation, ending)}`,
        onFailure,
      })
    },
    async stop(): Promise<void> {
      await restarts?.stop()
      await stopCluster(installation)
    },
    kill: () => killCluster(restarts?.current() ?? postgres),
  }
}

/** Starts the embedded database. The first start creates its cluster. Throws {@link StartFailure}. */
export const startPostgres = async (dataDir: string) =>
  startInstallation(await chooseInstallation(dataDir), { isDurable: true })

/** Returns the URLs of the embedded database; null if it does not run. */
export async function findRunningUrls(dataDir: string) {
  const installation = await chooseInstallation(dataDir)
  if ((await findRunningPid(installation)) === null) return null
  return createUrls(await readSecrets(installation))
}

// `cat` ends when this process closes the pipe or has ended, even after a kill -9.
const WATCHDOG_SCRIPT = 'cat; kill -QUIT "$1" && sleep 1; shift; rm -rf "$@"'

/** Kills the process and removes the folders when this process ends. Returns a function that cancels the watchdog. */
function startWatchdog(pid: number, ...folders: string[]): () => void {
  if (process.platform === "win32") return () => {}
  const watchdog = spawn("/bin/sh", ["-c", WATCHDOG_SCRIPT, "sh", String(pid), ...folders], {
    // A detached process does not receive Ctrl-C.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  })
  watchdog.unref()
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref()
  return () => void watchdog.kill("SIGKILL")
}

/** Starts a temporary database for tests. `stop` or the end of this process removes the folder. */
export async function startThrowawayPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), "daina-postgres-"))
  // The account that runs Postgres must be able to enter the folder.
  await chmod(folder, 0o711)
  const installation = await chooseInstallation(folder)
  const home = dirname(installation.cluster)
  const postgres = await startInstallation(installation, { isDurable: false })
  const cancelWatchdog = startWatchdog((await findRunningPid(installation)) ?? 0, home, folder)
  return {
    ...postgres,
    stop: async () => {
      cancelWatchdog()
      await postgres.stop()
      await rm(home, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
