import { rm } from "node:fs/promises"
import { join } from "node:path"
import { isDatabaseEmpty } from "../../../db/demo/load.ts"
import { type RowLoader, replaceRows } from "../../../db/dump.ts"
import {
  isFromBeforeRelease,
  listAppliedMigrations,
  listMigrations,
  migrate,
} from "../../../db/migrate.ts"
import { deleteFiles, listFiles, putFile } from "../../lib/pictures/storage.ts"
import { type Addresses, bringUpToDate } from "../database.ts"
import { StartFailure } from "../start-failure.ts"
import { type Manifest, readArchive } from "./archive.ts"
import { FILES, TABLES } from "./backup.ts"

type Migrations = Manifest["contents"]["migrations"]

/** Throws {@link StartFailure} unless this code has the same migrations as the backup. */
export async function requireSameVersion({ contents, made_at }: Manifest): Promise<void> {
  const checksums = new Map((await listMigrations()).map(({ name, checksum }) => [name, checksum]))
  const missingMigration = contents.migrations.find(({ name }) => !checksums.has(name))
  if (missingMigration && isFromBeforeRelease(missingMigration.name)) {
    throw new StartFailure(
      `The backup of ${made_at} was made by a version from before the first release. This version cannot restore it.`,
    )
  }
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

const getTable = (name: string) =>
  name.startsWith(TABLES) ? (name.slice(TABLES.length).split("/")[0] ?? null) : null

async function unpack(
  file: string,
  manifest: Manifest,
  { load }: RowLoader,
  storedFiles: string[],
): Promise<void> {
  const entries = readArchive(file)
  let next = await entries.next()
  /** Entries of a table follow each other in the archive. */
  async function* readRows(table: string) {
    while (!next.done && getTable(next.value.name) === table) {
      yield next.value.bytes
      next = await entries.next()
    }
  }
  while (!next.done) {
    const { name, bytes } = next.value
    const table = manifest.contents.tables.find((candidate) => candidate.name === getTable(name))
    if (table) {
      await load(table, readRows(table.name), manifest.rows[table.name] ?? 0)
      continue
    }
    if (name.startsWith(FILES)) {
      storedFiles.push(name.slice(FILES.length))
      await putFile(name.slice(FILES.length), bytes)
    }
    next = await entries.next()
  }
}

/** Loads all rows in one transaction, then migrates. After a failure, deletes the stored files. */
export async function restore(
  file: string,
  manifest: Manifest,
  addresses: Addresses & { ownerUrl: string },
  dataDir: string,
): Promise<void> {
  const { ownerUrl } = addresses
  await requireEmptySite(ownerUrl, manifest.contents.migrations)
  const upTo = manifest.contents.migrations.at(-1)?.name ?? ""
  await migrate({ ...addresses, upTo })
  const storedFiles: string[] = []
  try {
    await replaceRows(ownerUrl, manifest.contents, (loader) =>
      unpack(file, manifest, loader, storedFiles),
    )
  } catch (error) {
    await deleteFiles(storedFiles)
    throw error
  }
  await bringUpToDate(addresses)
  // Sites that were built from the empty database may have the same content version.
  await rm(join(dataDir, "sites"), { recursive: true, force: true })
}
