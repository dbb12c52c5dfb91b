/** A backup is a tar.gz archive. Its last entry, manifest.json, lists all other entries with their hashes. */
import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { buffer } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { extract, type Pack, pack } from "tar-stream"
import { z } from "zod"
import { Structure } from "../../../db/dump.ts"
import { isRecord, parseJson } from "../../../src/shared/json.ts"
import { StartFailure } from "../start-failure.ts"

const FORMAT_VERSION = 1
const MANIFEST_NAME = "manifest.json"
/** A stream is split into entries of at least this size, except the last entry. Each entry must fit into memory. */
const STREAM_ENTRY_BYTES = 4_000_000

const Entry = z.object({ name: z.string(), sha256: z.string() })

const Manifest = z.object({
  format: z.literal(FORMAT_VERSION),
  /** Time at which the manifest was written, after all other entries. */
  made_at: z.iso.datetime(),
  contents: Structure,
  /** Numbers of rows by table. */
  rows: z.record(z.string(), z.number()),
  entries: z.array(Entry),
})
export type Manifest = z.infer<typeof Manifest>

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")

const writeEntry = (archive: Pack, name: string, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    archive.entry({ name, size: bytes.length, mode: 0o600 }, done).end(bytes)
  })

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>
  /** Splits the stream into the entries NAME/0, NAME/1 and so on. */
  addStream(name: string, stream: AsyncIterable<Buffer>): Promise<void>
}

/** Writes the entries that `fill` adds, then the manifest, to a private file. Leaves no file after a failure. */
export async function writeArchive(
  file: string,
  fill: (writer: ArchiveWriter) => Promise<Pick<Manifest, "contents" | "rows">>,
): Promise<void> {
  const draft = `${file}.part`
  const archive = pack()
  const entries: z.infer<typeof Entry>[] = []
  const add = async (name: string, bytes: Buffer) => {
    entries.push({ name, sha256: sha256(bytes) })
    await writeEntry(archive, name, bytes)
  }
  const addStream = async (name: string, stream: AsyncIterable<Buffer>) => {
    let chunks: Buffer[] = []
    let size = 0
    let count = 0
    const flush = () => {
      const bytes = Buffer.concat(chunks)
      chunks = []
      size = 0
      return add(`${name}/${count++}`, bytes)
    }
    for await (const chunk of stream) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= STREAM_ENTRY_BYTES) await flush()
    }
    if (size > 0) await flush()
  }
  const writing = pipeline(
    archive,
    createGzip(),
    createWriteStream(draft, { mode: 0o600, flags: "w", flush: true }),
  )
  try {
    const filling = async () => {
      const fields = await fill({ add, addStream })
      const manifest: Manifest = {
        format: FORMAT_VERSION,
        made_at: new Date().toISOString(),
        ...fields,
        entries,
      }
      await writeEntry(archive, MANIFEST_NAME, Buffer.from(JSON.stringify(manifest)))
      archive.finalize()
    }
    await Promise.all([filling(), writing])
    await rename(draft, file)
  } catch (error) {
    archive.destroy()
    await writing.catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

/** Throws if the file is not an archive or is incomplete. */
export async function* readArchive(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const archive = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), archive)
  // `await reading` below throws the error; an unhandled rejection would end the process.
  reading.catch(() => {})
  for await (const entry of archive) yield { name: entry.header.name, bytes: await buffer(entry) }
  await reading
}

const createUnusableError = (file: string, reason: string) =>
  new StartFailure(
    `${file} is not a complete backup: ${reason}. Nothing was restored. Use another copy of the file, or an older backup.`,
  )

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT"

/** Returns the manifest after a check of all entries. Throws {@link StartFailure} for a missing or damaged file. */
export async function verifyArchive(file: string): Promise<Manifest> {
  const readEntries: z.infer<typeof Entry>[] = []
  let manifestEntry: { name: string; bytes: Buffer } | null = null
  try {
    for await (const entry of readArchive(file)) {
      if (entry.name === MANIFEST_NAME) manifestEntry = entry
      else readEntries.push({ name: entry.name, sha256: sha256(entry.bytes) })
    }
  } catch (error) {
    if (isMissing(error)) throw new StartFailure(`There is no file ${file}.`)
    throw createUnusableError(file, error instanceof Error ? error.message : String(error))
  }
  if (!manifestEntry) throw createUnusableError(file, "its end is missing")
  const json = parseJson(String(manifestEntry.bytes))
  if (isRecord(json) && typeof json.format === "number" && json.format !== FORMAT_VERSION) {
    throw new StartFailure(
      `${file} is a backup in format ${json.format}, but this version of Daina reads format ${FORMAT_VERSION}. Nothing was restored. Use the version of Daina that made the backup.`,
    )
  }
  const manifest = Manifest.safeParse(json)
  if (!manifest.success) throw createUnusableError(file, "its manifest is damaged")
  if (JSON.stringify(manifest.data.entries) !== JSON.stringify(readEntries)) {
    throw createUnusableError(file, "its content differs from its manifest")
  }
  return manifest.data
}
