/** The embedded Postgres of a data folder. */
import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { z } from "zod"
import {
  APP_LOGIN,
  AUTH_LOGIN,
  BUILD_LOGIN,
  DATABASE,
  OWNER_LOGIN,
  prepareDatabase,
} from "../../../db/cluster.ts"
import { freePort } from "../listening.ts"
import { codeOf, StartFailure } from "../start-failure.ts"
import {
  initialise,
  killCluster,
  runningPid,
  SUPERUSER,
  startCluster,
  stopCluster,
  withLog,
} from "./cluster.ts"
import { type Place, placeFor } from "./place.ts"
import { type Restarts, restartWhenEnded } from "./restarts.ts"

const Secrets = z.object({
  port: z.number(),
  superuser: z.string(),
  owner: z.string(),
  app: z.string(),
  // Missing in folders of before there was such a login; the migrations give it this one.
  auth: z.string().default(() => password()),
  // Missing in folders that the migrations refuse.
  build: z.string().default(() => password()),
})
type Secrets = z.infer<typeof Secrets>

export interface Postgres {
  /** The owner's address: it migrates. */
  ownerUrl: string
  /** The app's address, daina_app; `migrate` makes that role. */
  appUrl: string
  /** The address of signing in and of mails, daina_auth. */
  authUrl: string
  /** The builds' address, daina_build: a stranger that only reads. */
  buildUrl: string
  /** The bootstrap superuser's address, for what only it may do: create and drop databases. */
  superuserUrl: string
  /** What a person should know about where it lives, or null. */
  note: string | null
  /** From now on it is started again when it ends by itself; `giveUp` hears why when that does not help. */
  keepRunning(giveUp: (reason: string) => void): void
  stop(): Promise<void>
  /** Ends it without waiting. */
  kill(): void
}

const password = () => randomBytes(24).toString("base64url")

async function secretsOf(place: Place): Promise<Secrets> {
  try {
    return Secrets.parse(JSON.parse(await readFile(place.secrets, "utf8")))
  } catch (error) {
    if (codeOf(error) === "ENOENT" && !(await isMade(place))) {
      return {
        ...{ port: 0, superuser: password(), owner: password() },
        ...{ app: password(), auth: password(), build: password() },
      }
    }
    throw new StartFailure(
      `The database in ${place.cluster} is there, but its passwords in ${place.secrets} cannot be read (${codeOf(error) ?? "not what was written"}). Restore that file from a backup, or move ${dirname(place.cluster)} away to begin with an empty database.`,
    )
  }
}

const isMade = (place: Place) =>
  readFile(join(place.cluster, "PG_VERSION")).then(
    () => true,
    () => false,
  )

/** Never written over: on a full disk, nothing would be left of the passwords of a database that is there. */
async function keepSecrets({ secrets: path }: Place, secrets: Secrets) {
  const text = JSON.stringify(secrets)
  if (text === (await readFile(path, "utf8").catch(() => ""))) return
  await writeFile(`${path}.draft`, text, { mode: 0o600, flush: true })
  await rename(`${path}.draft`, path)
}

const urlOf = (login: string, secret: string, port: number, database: string) =>
  `postgres://${login}:${secret}@127.0.0.1:${port}/${database}`

const addressesOf = ({ port, owner, app, auth, build }: Secrets) => ({
  ownerUrl: urlOf(OWNER_LOGIN, owner, port, DATABASE),
  appUrl: urlOf(APP_LOGIN, app, port, DATABASE),
  authUrl: urlOf(AUTH_LOGIN, auth, port, DATABASE),
  buildUrl: urlOf(BUILD_LOGIN, build, port, DATABASE),
})

async function startAt(place: Place, durable: boolean): Promise<Postgres> {
  const known = await secretsOf(place)
  const secrets = { ...known, port: await freePort(known.port) }
  await keepSecrets(place, secrets)
  await initialise(place, secrets.superuser, durable)
  const postgres = await startCluster(place, secrets.port, durable)
  try {
    await prepareDatabase(
      urlOf(SUPERUSER, secrets.superuser, secrets.port, "postgres"),
      secrets.owner,
    )
  } catch (error) {
    await stopCluster(place)
    throw error
  }
  let restarts: Restarts | null = null
  return {
    ...addressesOf(secrets),
    superuserUrl: urlOf(SUPERUSER, secrets.superuser, secrets.port, "postgres"),
    note: place.note,
    keepRunning(giveUp) {
      restarts ??= restartWhenEnded(postgres, {
        start: () => startCluster(place, secrets.port, durable),
        explain: async (ending) => `The embedded Postgres: ${await withLog(place, ending)}`,
        giveUp,
      })
    },
    async stop() {
      await restarts?.stop()
      await stopCluster(place)
    },
    kill: () => killCluster(restarts?.current() ?? postgres),
  }
}

/** Starts the data folder's Postgres, making it the first time; throws {@link StartFailure}. */
export const startPostgres = async (dataDir: string): Promise<Postgres> =>
  startAt(await placeFor(dataDir), true)

/** Returns the addresses of the data folder's Postgres where that runs already; null where it does not. */
export async function runningAddresses(dataDir: string) {
  const place = await placeFor(dataDir)
  if ((await runningPid(place)) === null) return null
  return addressesOf(await secretsOf(place))
}

// `cat` returns when our end of the pipe is closed, by us or by the system after a kill -9.
const SCRIPT = 'cat; kill -QUIT "$1" && sleep 1; shift; rm -rf "$@"'

/** Ends the process and removes the folders once this process is gone; the answer calls that off. */
function endWithUs(pid: number, ...folders: string[]): () => void {
  if (process.platform === "win32") return () => {}
  const watchdog = spawn("/bin/sh", ["-c", SCRIPT, "sh", String(pid), ...folders], {
    // Out of reach of the Ctrl-C that ends us.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  })
  watchdog.unref()
  if (watchdog.stdin instanceof Socket) watchdog.stdin.unref()
  return () => void watchdog.kill("SIGKILL")
}

/**
 * Starts an empty Postgres in a temporary folder, for tests: about a second. `stop` removes it, and it
 * does not outlive this process.
 */
export async function startThrowawayPostgres(): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), "daina-postgres-"))
  // Made for its maker alone; the account that runs Postgres has to pass.
  await chmod(folder, 0o711)
  const place = await placeFor(folder)
  const home = dirname(place.cluster)
  const postgres = await startAt(place, false)
  const callOff = endWithUs((await runningPid(place)) ?? 0, home, folder)
  return {
    ...postgres,
    stop: async () => {
      callOff()
      await postgres.stop()
      await rm(home, { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
