import { rm } from "node:fs/promises"
import { join } from "node:path"
import { isDatabaseEmpty } from "../../../db/demo/load.ts"
import { type RowLoader, replaceRows } from "../../../db/dump.ts"
import { listAppliedMigrations, listMigrations, migrate } from "../../../db/migrate.ts"
import { deleteFiles, listFiles, putFile } from "../../lib/pictures/storage.ts"
import { bringUpToDate, type DatabaseUrls } from "../database.ts"
import { StartFailure } from "../start-failure.ts"
import { type Manifest, readArchive } from "./archive.ts"
import { FILES_PREFIX, TABLES_PREFIX } from "./backup.ts"

type Migrations = Manifest["contents"]["migrations"]

/** Throws {@link StartFailure} unless this code has all migrations of the backup, unchanged. */
export async function requireSameVersion({ contents, made_at }: Manifest): Promise<void> {
  const checksums = new Map((await listMigrations()).map(({ name, checksum }) => [name, checksum]))
  const missingMigration = contents.migrations.find(({ name }) => !checksums.has(name))
  if (missingMigration) {
    throw new StartFailure(
      `The backup of ${made_at} is from a newer version: this code does not have its migration ${missingMigration.name}. Update the code, then restore.`,
    )
  }
  const changedMigration = contents.migrations.find(
    ({ name, checksum }) => checksums.get(name) !== checksum,
  )
  if (changedMigration) {
    throw new StartFailure(
      `The backup of ${made_at} is from another version, in which the migration ${changedMigration.name} differs. Restore with the version that made the backup, then update.`,
    )
  }
}

/** Throws {@link StartFailure} if the site already has data. */
async function requireEmptySite(ownerUrl: string, migrations: Migrations): Promise<void> {
  const remedy =
    "Restore into a new data folder (DATA_DIR=/a/new/folder) and, if DATABASE_URL is set, an empty database. Nothing was changed."
  const applied = await listAppliedMigrations(ownerUrl)
  if (applied.length > 0 && !(await isDatabaseEmpty(ownerUrl))) {
    throw new StartFailure(`The database already has members, teams, news or events. ${remedy}`)
  }
  const lastMigration = migrations.at(-1)?.name ?? ""
  const laterMigration = applied.find(({ name }) => name > lastMigration)
  if (laterMigration) {
    throw new StartFailure(
      `The database is newer than the backup: it has the migration ${laterMigration.name}. ${remedy}`,
    )
  }
  if ((await listFiles("")).length > 0) {
    throw new StartFailure(`There are uploaded files. ${remedy}`)
  }
}

/** Returns the table of an entry such as `tables/users/0`; null for other entries. */
const getTableName = (entryName: string) =>
  entryName.startsWith(TABLES_PREFIX)
    ? (entryName.slice(TABLES_PREFIX.length).split("/")[0] ?? null)
    : null

/** Loads the rows and stores the files of the archive. Adds the names of the files to `storedFiles`. */
async function unpack(
  file: string,
  manifest: Manifest,
  { load }: RowLoader,
  storedFiles: string[],
): Promise<void> {
  const entries = readArchive(file)
  let nextEntry = await entries.next()
  /** Yields the entries of the table, which follow each other in the archive. */
  async function* readRows(table: string) {
    while (!nextEntry.done && getTableName(nextEntry.value.name) === table) {
      yield nextEntry.value.bytes
      nextEntry = await entries.next()
    }
  }
  while (!nextEntry.done) {
    const { name, bytes } = nextEntry.value
    const tableName = getTableName(name)
    const table = manifest.contents.tables.find((candidate) => candidate.name === tableName)
    if (table) {
      // `readRows` has advanced `nextEntry` past the table's entries.
      await load(table, readRows(table.name), manifest.rows[table.name] ?? 0)
      continue
    }
    if (name.startsWith(FILES_PREFIX)) {
      const fileName = name.slice(FILES_PREFIX.length)
      storedFiles.push(fileName)
      await putFile(fileName, bytes)
    }
    nextEntry = await entries.next()
  }
}

/**
 * Creates the tables with the migrations of the backup,
 * loads the rows and files, and then applies later migrations.
 */
export async function restore(
  file: string,
  manifest: Manifest,
  urls: DatabaseUrls & { ownerUrl: string },
  dataDir: string,
): Promise<void> {
  const { ownerUrl } = urls
  await requireEmptySite(ownerUrl, manifest.contents.migrations)
  const upTo = manifest.contents.migrations.at(-1)?.name ?? ""
  await migrate({ ...urls, upTo })
  const storedFiles: string[] = []
  try {
    await replaceRows(ownerUrl, manifest.contents, (loader) =>
      unpack(file, manifest, loader, storedFiles),
    )
  } catch (error) {
    await deleteFiles(storedFiles)
    throw error
  }
  await bringUpToDate(urls)
  // Deletes sites that were built from the empty database, because they may have the same content version.
  await rm(join(dataDir, "sites"), { recursive: true, force: true })
}
