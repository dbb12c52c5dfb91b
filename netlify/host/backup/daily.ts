import { access, constants, mkdir, readdir, rm } from "node:fs/promises"
import { join, resolve, sep } from "node:path"
import { Cron } from "croner"
import { logFailure } from "../../lib/monitoring/log.ts"
import { getErrorCode, StartFailure } from "../start-failure.ts"
import { backUp } from "./backup.ts"

const FILE_NAME_PATTERN = /^daina-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/
const parseTime = (name: string) =>
  Date.parse(name.replace(FILE_NAME_PATTERN, "$1-$2-$3T$4:$5:$6Z"))
const createFileName = (now: Date) => `daina-${now.toISOString().replace(/[-:]|\.\d+/g, "")}.tar.gz`

/**
 * A backup is due if the newest one is older than this. The time is shorter than a day, because the hourly check would
 * otherwise create each backup an hour later than the backup of the day before.
 */
const DUE_AFTER_MS = 23.5 * 60 * 60 * 1000

const isWithin = (folder: string, outer: string) =>
  `${resolve(folder)}${sep}`.startsWith(`${resolve(outer)}${sep}`)

/** Creates the folder. Throws {@link StartFailure} if it is not writable. Warns if it is in the data folder. */
export async function prepareBackupFolder(folder: string, dataDir: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartFailure(
      `The folder for backups, BACKUP_DIR=${folder}, cannot be used (${getErrorCode(error)}). Make it writable for this user (user id ${process.getuid?.() ?? "unknown"}), or remove BACKUP_DIR.`,
    )
  }
  if (isWithin(folder, dataDir)) {
    console.warn(
      `BACKUP_DIR=${folder} is inside the data folder ${dataDir}, so backups would be lost with the data. Set BACKUP_DIR to another folder, preferably on another disk.`,
    )
  }
}

/** Returns the name of the new file; null if no backup was due. Deletes all but the newest `keep` backups. */
export async function backUpIfDue(
  ownerUrl: string,
  { folder, keep }: { folder: string; keep: number },
  now = new Date(),
): Promise<string | null> {
  const listBackups = async () =>
    (await readdir(folder)).filter((name) => FILE_NAME_PATTERN.test(name)).sort()
  const newestName = (await listBackups()).at(-1)
  if (newestName && now.getTime() - parseTime(newestName) < DUE_AFTER_MS) return null
  const name = createFileName(now)
  await backUp(ownerUrl, join(folder, name))
  for (const oldName of (await listBackups()).slice(0, -keep))
    await rm(join(folder, oldName), { force: true })
  return name
}

/** Checks every hour whether a backup is due, so a missed or failed backup is repeated within an hour. */
export function startBackups(ownerUrl: string, backups: { folder: string; keep: number }) {
  const job = new Cron(
    "17 * * * *",
    {
      timezone: "Etc/UTC",
      protect: true,
      unref: true,
      catch: (error) => logFailure("The daily backup failed", error),
    },
    async () => {
      const name = await backUpIfDue(ownerUrl, backups)
      if (name) console.log(`Backed up to ${join(backups.folder, name)}.`)
    },
  )
  return { stop: () => job.stop() }
}
