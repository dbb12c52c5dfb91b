/** Where the embedded Postgres keeps its programs and its data. */
import { randomUUID } from "node:crypto"
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Account, accountFor, canEnter, canRun } from "./postgres-account.ts"
import { type Binaries, findBinaries } from "./postgres-binaries.ts"
import { codeOf, StartFailure } from "./start-failure.ts"

export interface Place {
  /** The folder with bin, lib and share. */
  programs: string
  /** Postgres's own folder: nothing but its data. */
  cluster: string
  /** Passwords and port, readable by this process's user alone. */
  secrets: string
  log: string
  account: Account | null
  /** Something unexpected about the place that a person should know, or null. */
  note: string | null
}

const SHARED = "/var/lib/daina"

const exists = (path: string) => stat(path).then(Boolean, () => false)

// The npm package marks nothing executable when it is unpacked with a strict umask.
async function makeRunnable({ folder }: Binaries) {
  for (const program of await readdir(join(folder, "bin"))) {
    const path = join(folder, "bin", program)
    const { mode } = await stat(path)
    if ((mode & 0o100) === 0) await chmod(path, mode | 0o755)
  }
}

async function copyPrograms({ folder, version }: Binaries): Promise<string> {
  const target = join(SHARED, `postgres-${version}`)
  if (await exists(target)) return target
  const draft = `${target}.${process.pid}`
  await mkdir(SHARED, { recursive: true, mode: 0o755 })
  await cp(folder, draft, { recursive: true, verbatimSymlinks: true })
  await openToAll(draft)
  await rename(draft, target).catch(async (error) => {
    await rm(draft, { recursive: true, force: true })
    if (!(await exists(target))) throw error
  })
  return target
}

async function openToAll(folder: string) {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToAll(path)
    if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}

async function makeFolder(folder: string, account: Account | null) {
  try {
    await mkdir(folder, { recursive: true, mode: 0o711 })
    if (account) await chmod(folder, 0o711)
  } catch (error) {
    throw new StartFailure(
      `The database's folder ${folder} cannot be made (${codeOf(error)}). Make it writable for this user, or start with DATA_DIR set to a folder that is.`,
    )
  }
}

/**
 * The folder outside, noted in the data folder: whoever removes that, or clones anew, begins with an
 * empty database.
 */
async function homeElsewhere(note: string, account: Account | null): Promise<string> {
  const noted = await readFile(note, "utf8").catch(() => "")
  if (noted && !(await exists(noted))) {
    throw new StartFailure(
      `The database of this folder is kept in ${noted}, which is gone. Restore it from a backup; or, to begin with an empty database, remove ${note} and start again.`,
    )
  }
  const home = noted || join(SHARED, randomUUID())
  await makeFolder(home, account)
  if (!noted) await writeFile(note, home)
  return home
}

/**
 * Decides the place for the data folder. As root, what the database's account cannot reach (a clone in a
 * 0700 home) lives under /var/lib/daina instead.
 */
export async function placeFor(dataDir: string): Promise<Place> {
  const binaries = findBinaries()
  await makeRunnable(binaries)
  const local = join(dataDir, "postgres")
  const note = join(local, "elsewhere")
  const account = accountFor(join(local, "cluster"))

  await makeFolder(local, account)
  const isElsewhere = (await exists(note)) || !canEnter(local, account)
  if (isElsewhere && (await exists(join(local, "cluster")))) {
    throw new StartFailure(
      `The database in ${local} cannot be entered by the account that runs Postgres (user id ${account?.uid ?? process.getuid?.()}). Make every folder on the way there executable for it (chmod o+x), or start with another DATA_DIR.`,
    )
  }
  const home = isElsewhere ? await homeElsewhere(note, account) : local

  const isRunnable = canRun(join(binaries.folder, "bin/postgres"), account)
  const programs = isRunnable ? binaries.folder : await copyPrograms(binaries)
  const kept = [
    ...(isRunnable ? [] : [`its programs in ${programs}`]),
    ...(isElsewhere ? [`its data in ${home}`] : []),
  ]
  return {
    programs,
    cluster: join(home, "cluster"),
    secrets: join(home, "secrets.json"),
    log: join(home, "postgres.log"),
    account: isElsewhere ? accountFor(join(home, "cluster")) : account,
    note:
      kept.length > 0
        ? `The system user that runs Postgres cannot enter this folder, so the database keeps ${kept.join(" and ")}.`
        : null,
  }
}
