/** `npm run backup` and `npm run restore` (into an empty database). Both connect as the owner of the database. */
import { existsSync } from "node:fs"
import { access, constants } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { closePools } from "../../../db/plain-postgres.ts"
import { startBlobs } from "../blobs.ts"
import { lockDataFolder, prepareDataFolder } from "../data-folder.ts"
import { findDatabase, openOwnerAccess } from "../database.ts"
import { runScript } from "../run-script.ts"
import { type DataSettings, readDataSettings } from "../settings.ts"
import { getErrorCode, StartFailure } from "../start-failure.ts"
import { verifyArchive } from "./archive.ts"
import { backUp } from "./backup.ts"
import { requireSameVersion, restore } from "./restore.ts"

/** Uses the files on Netlify if a site id and a token are set, otherwise the files of the data folder. */
async function connectFiles({ dataDir }: DataSettings, undo: AsyncDisposableStack): Promise<void> {
  const { NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token } = process.env
  if (siteID && token) {
    const context = JSON.stringify({ siteID, token })
    process.env.NETLIFY_BLOBS_CONTEXT = Buffer.from(context).toString("base64")
    return
  }
  const blobs = await startBlobs(join(dataDir, "blobs"))
  undo.defer(blobs.stop)
  process.env.NETLIFY_BLOBS_CONTEXT = blobs.context
}

async function createBackup(file: string, settings: DataSettings, undo: AsyncDisposableStack) {
  if (existsSync(file))
    throw new StartFailure(`The file ${file} exists already. Choose another name.`)
  await access(dirname(file), constants.W_OK | constants.X_OK).catch((error) => {
    throw new StartFailure(
      `The backup cannot be written to ${dirname(file)} (${getErrorCode(error)}). Choose an existing folder that is writable for this user.`,
    )
  })
  const { ownerUrl } = await openOwnerAccess(settings, undo)
  await connectFiles(settings, undo)
  const { rows, files } = await backUp(ownerUrl, file)
  return `Backed up ${rows} rows and ${files} files to ${file}. It contains members' data: keep it as safe as the site.`
}

async function restoreBackup(file: string, settings: DataSettings, undo: AsyncDisposableStack) {
  const manifest = await verifyArchive(file)
  await requireSameVersion(manifest)
  if (settings.databaseUrl && !(settings.ownerUrl && settings.authUrl)) {
    throw new StartFailure(
      "Restoring also needs the owner of the database and the role daina_auth: set DATABASE_OWNER_URL and AUTH_DATABASE_URL to the same database as DATABASE_URL.",
    )
  }
  await prepareDataFolder(settings.dataDir)
  const lock = await lockDataFolder(settings.dataDir, "a restore of a backup")
  undo.defer(lock.release)
  const database = await findDatabase(settings)
  if (database.embedded) undo.defer(database.embedded.stop)
  undo.defer(closePools)
  const { ownerUrl } = database
  if (!ownerUrl) throw new Error("The owner's URL is missing.")
  await connectFiles(settings, undo)
  await restore(file, manifest, { ...database, ownerUrl }, settings.dataDir)
  return `Restored the backup of ${manifest.made_at}. Start the site with "npm start".`
}

const COMMANDS = { backup: createBackup, restore: restoreBackup }
const isCommand = (text = ""): text is keyof typeof COMMANDS => Object.hasOwn(COMMANDS, text)

// `undo` also runs after Ctrl-C. It stops the embedded database and releases the lock of the data folder.
await runScript("Failed", (undo) => {
  const [command, file, ...more] = process.argv.slice(2)
  if (!isCommand(command) || !file || file.startsWith("-") || more.length > 0) {
    throw new StartFailure(
      "Usage: npm run backup -- FILE.tar.gz, or npm run restore -- FILE.tar.gz",
    )
  }
  const settings = readDataSettings(process.env, join(import.meta.dirname, "../../.."))
  return COMMANDS[command](resolve(file), settings, undo)
})
