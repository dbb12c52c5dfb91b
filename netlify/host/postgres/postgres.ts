import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync } from "node:fs"
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { z } from "zod"
import { DATABASE, OWNER_LOGIN, prepareDatabase } from "../../../db/cluster.ts"
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
import { choosePlace, type Place } from "./place.ts"
import { type Restarts, restartAfterCrash } from "./restarts.ts"

const Secrets = z.object({
  port: z.number(),
  superuser: z.string(),
  owner: z.string(),
  app: z.string(),
  // Older folders lack these two passwords.
  auth: z.string().default(() => createPassword()),
  build: z.string().default(() => createPassword()),
})
type Secrets = z.infer<typeof Secrets>

export type Postgres = Awaited<ReturnType<typeof startPostgres>>

const createPassword = () => randomBytes(24).toString("base64url")

async function readSecrets(place: Place): Promise<Secrets> {
  try {
    return Secrets.parse(JSON.parse(await readFile(place.secrets, "utf8")))
  } catch (error) {
    if (getErrorCode(error) === "ENOENT" && !existsSync(join(place.cluster, "PG_VERSION"))) {
      return {
        ...{ port: 0, superuser: createPassword(), owner: createPassword() },
        ...{ app: createPassword(), auth: createPassword(), build: createPassword() },
      }
    }
    throw new StartFailure(
      `The passwords of the database in ${place.cluster} cannot be read from ${place.secrets} (${getErrorCode(error) ?? "invalid content"}). Restore that file from a backup, or move ${dirname(place.cluster)} away to start with an empty database.`,
    )
  }
}

/** Overwriting the file on a full disk would lose the passwords. */
async function writeSecrets({ secrets: path }: Place, secrets: Secrets) {
  const text = JSON.stringify(secrets)
  if (text === (await readFile(path, "utf8").catch(() => ""))) return
  await writeFile(`${path}.draft`, text, { mode: 0o600, flush: true })
  await rename(`${path}.draft`, path)
}

const createUrl = (login: string, secret: string, port: number, database: string) =>
  `postgres://${login}:${secret}@127.0.0.1:${port}/${database}`

const createAddresses = ({ port, owner, app, auth, build }: Secrets) => ({
  ownerUrl: createUrl(OWNER_LOGIN, owner, port, DATABASE),
  appUrl: createUrl(APP_ROLE, app, port, DATABASE),
  authUrl: createUrl(AUTH_ROLE, auth, port, DATABASE),
  buildUrl: createUrl(BUILD_ROLE, build, port, DATABASE),
})

async function startAtPlace(place: Place, { isDurable }: { isDurable: boolean }) {
  const previous = await readSecrets(place)
  const secrets = { ...previous, port: await findFreePort(previous.port) }
  await writeSecrets(place, secrets)
  await createCluster(place, secrets.superuser, isDurable)
  const postgres = await startCluster(place, secrets.port, isDurable)
  const superuserUrl = createUrl(SUPERUSER, secrets.superuser, secrets.port, "postgres")
  try {
    await prepareDatabase(superuserUrl, secrets.owner)
  } catch (error) {
    await stopCluster(place)
    throw error
  }
  let restarts: Restarts | null = null
  return {
    ...createAddresses(secrets),
    /** Creates and drops databases. */
    superuserUrl,
    note: place.note,
    /** Calls `onFailure` with the reason if Postgres cannot be kept running. */
    keepRunning(onFailure: (reason: string) => void): void {
      restarts ??= restartAfterCrash(postgres, {
        start: () => startCluster(place, secrets.port, isDurable),
        explain: async (ending) => `The embedded Postgres: ${await explainEnd(place, ending)}`,
        onFailure,
      })
    },
    async stop(): Promise<void> {
      await restarts?.stop()
      await stopCluster(place)
    },
    kill: () => killCluster(restarts?.current() ?? postgres),
  }
}

/** The first start creates the cluster. Throws {@link StartFailure}. */
export const startPostgres = async (dataDir: string) =>
  startAtPlace(await choosePlace(dataDir), { isDurable: true })

/** Returns null if Postgres does not run. */
export async function findRunningAddresses(dataDir: string) {
  const place = await choosePlace(dataDir)
  if ((await findRunningPid(place)) === null) return null
  return createAddresses(await readSecrets(place))
}

// `cat` ends when this process closes the pipe or has ended, even after a kill -9.
const WATCHDOG_SCRIPT = 'cat; kill -QUIT "$1" && sleep 1; shift; rm -rf "$@"'

/** Kills a process and removes folders when this process ends. Returns a function that cancels this. */
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

/** For tests. `stop` or the end of this process removes the folder. */
export async function startThrowawayPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), "daina-postgres-"))
  // The account that runs Postgres must be able to enter the folder.
  await chmod(folder, 0o711)
  const place = await choosePlace(folder)
  const home = dirname(place.cluster)
  const postgres = await startAtPlace(place, { isDurable: false })
  const cancelWatchdog = startWatchdog((await findRunningPid(place)) ?? 0, home, folder)
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
