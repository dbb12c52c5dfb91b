/** A backup into an empty place: all of it or nothing. */
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { isEmpty } from "../../../db/demo/load.ts"
import { type Loading, replaceRows } from "../../../db/dump.ts"
import {
  appliedMigrations,
  isFromBeforeRelease,
  knownMigrations,
  migrate,
} from "../../../db/migrate.ts"
import { deleteFiles, listFiles, putFile } from "../../lib/pictures/storage.ts"
import { type Addresses, bringUpToDate } from "../database.ts"
import { StartFailure } from "../start-failure.ts"
import { type Manifest, readArchive } from "./archive.ts"
import { FILES, TABLES } from "./backup.ts"

type Migrations = Manifest["contents"]["migrations"]

/** Throws {@link StartFailure} unless this code can make the tables that the rows are from. */
export async function checkVersion({ contents, made_at }: Manifest): Promise<void> {
  const known = new Map((await knownMigrations()).map(({ name, checksum }) => [name, checksum]))
  const missing = contents.migrations.find(({ name }) => !known.has(name))
  if (missing && isFromBeforeRelease(missing.name)) {
    throw new StartFailure(
      `The backup of ${made_at} was made by a version from before the first release. This version cannot restore it.`,
    )
  }
  if (missing) {
    throw new StartFailure(
      `The backup of ${made_at} is of a newer Daina: its database has ${missing.name}, which this code does not know. Update the code, then restore.`,
    )
  }
  const changed = contents.migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (changed) {
    throw new StartFailure(
      `The backup of ${made_at} is of other code: ${changed.name} is not what it was there. Restore with the version that made the backup, and update then.`,
    )
  }
}

/** Throws {@link StartFailure} where there is anything that a restore would replace, or mix with. */
async function checkEmpty(ownerUrl: string, migrations: Migrations): Promise<void> {
  const elsewhere =
    "Restore into an empty place: DATA_DIR=/a/new/folder, and where DATABASE_URL is set, an empty database. Nothing was changed."
  const applied = await appliedMigrations(ownerUrl)
  if (applied.length > 0 && !(await isEmpty(ownerUrl))) {
    throw new StartFailure(
      `The database has members, teams, news or events in it already. ${elsewhere}`,
    )
  }
  const last = migrations.at(-1)?.name ?? ""
  const later = applied.find(({ name }) => name > last)
  if (later) {
    throw new StartFailure(
      `The database is newer than the backup: it has ${later.name} already. ${elsewhere}`,
    )
  }
  if ((await listFiles("")).length > 0) {
    throw new StartFailure(`There are uploaded files already. ${elsewhere}`)
  }
}

const tableOf = (name: string) =>
  name.startsWith(TABLES) ? (name.slice(TABLES.length).split("/")[0] ?? null) : null

/** Loads the archive's rows and stores its files, noted in `stored`: a table's entries follow each other. */
async function unpack(
  file: string,
  manifest: Manifest,
  { load }: Loading,
  stored: string[],
): Promise<void> {
  const entries = readArchive(file)
  let next = await entries.next()
  async function* rowsOf(table: string) {
    while (!next.done && tableOf(next.value.name) === table) {
      yield next.value.bytes
      next = await entries.next()
    }
  }
  while (!next.done) {
    const { name, bytes } = next.value
    const table = manifest.contents.tables.find((one) => one.name === tableOf(name))
    if (table) {
      await load(table, rowsOf(table.name), manifest.rows[table.name] ?? 0)
      continue
    }
    if (name.startsWith(FILES)) {
      stored.push(name.slice(FILES.length))
      await putFile(name.slice(FILES.length), bytes)
    }
    next = await entries.next()
  }
}

/**
 * Restores a verified file into that database and the storage of files, then brings it up to date. Rows are
 * there all at once; when it fails, the place is as empty as it was.
 */
export async function restore(
  file: string,
  manifest: Manifest,
  addresses: Addresses & { ownerUrl: string },
  dataDir: string,
): Promise<void> {
  const { ownerUrl } = addresses
  await checkEmpty(ownerUrl, manifest.contents.migrations)
  const upTo = manifest.contents.migrations.at(-1)?.name ?? ""
  await migrate({ ...addresses, upTo })
  const stored: string[] = []
  try {
    await replaceRows(ownerUrl, manifest.contents, (to) => unpack(file, manifest, to, stored))
  } catch (error) {
    await deleteFiles(stored)
    throw error
  }
  await bringUpToDate(addresses)
  // What a host built of an empty database: its version may be the one that was restored.
  await rm(join(dataDir, "sites"), { recursive: true, force: true })
}
