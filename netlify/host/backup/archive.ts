/**
 * A backup's file: a tar.gz that any tar lists. Its last entry, manifest.json, says what else must be in
 * it; a file without it was cut off.
 */
import { createHash } from "node:crypto"
import { createReadStream, createWriteStream } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { buffer } from "node:stream/consumers"
import { pipeline } from "node:stream/promises"
import { createGunzip, createGzip } from "node:zlib"
import { extract, type Pack, pack } from "tar-stream"
import { z } from "zod"
import { Contents } from "../../../db/dump.ts"
import { StartFailure } from "../start-failure.ts"

const FORMAT = 1
const MANIFEST = "manifest.json"
/** An entry is held in memory, and rows are cut into such pieces. */
const PIECE_BYTES = 4_000_000

const Entry = z.object({ name: z.string(), sha256: z.string() })

const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  contents: Contents,
  /** How many rows each table has. */
  rows: z.record(z.string(), z.number()),
  entries: z.array(Entry),
})
export type Manifest = z.infer<typeof Manifest>

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex")

const written = (archive: Pack, name: string, bytes: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const done = (error?: Error | null) => (error ? reject(error) : resolve())
    archive.entry({ name, size: bytes.length, mode: 0o600 }, done).end(bytes)
  })

export interface Writing {
  add(name: string, bytes: Buffer): Promise<void>
  /** As entries NAME/0, NAME/1 … */
  addStream(name: string, stream: AsyncIterable<Buffer>): Promise<void>
}

/**
 * Writes a file that is there whole or not at all, for its owner's eyes alone; `fill` returns what the
 * manifest says beside the entries.
 */
export async function writeArchive(
  file: string,
  fill: (writing: Writing) => Promise<Pick<Manifest, "contents" | "rows">>,
): Promise<void> {
  const draft = `${file}.part`
  const archive = pack()
  const entries: z.infer<typeof Entry>[] = []
  const add = async (name: string, bytes: Buffer) => {
    entries.push({ name, sha256: sha256(bytes) })
    await written(archive, name, bytes)
  }
  const addStream = async (name: string, stream: AsyncIterable<Buffer>) => {
    let pieces: Buffer[] = []
    let size = 0
    let count = 0
    const flush = () => {
      const bytes = Buffer.concat(pieces)
      pieces = []
      size = 0
      return add(`${name}/${count++}`, bytes)
    }
    for await (const piece of stream) {
      pieces.push(piece)
      size += piece.length
      if (size >= PIECE_BYTES) await flush()
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
      const rest = await fill({ add, addStream })
      const manifest: Manifest = {
        format: FORMAT,
        made_at: new Date().toISOString(),
        ...rest,
        entries,
      }
      await written(archive, MANIFEST, Buffer.from(JSON.stringify(manifest)))
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

/** The entries of a file one after the other; fails for one that is no archive, or not whole. */
export async function* readArchive(file: string): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const archive = extract()
  const reading = pipeline(createReadStream(file), createGunzip(), archive)
  // Heard below; until then it must not end the process.
  reading.catch(() => {})
  for await (const entry of archive) yield { name: entry.header.name, bytes: await buffer(entry) }
  await reading
}

const broken = (file: string, why: string) =>
  new StartFailure(
    `${file} is no whole backup: ${why}. Nothing was restored. Take another copy of it, or an older backup.`,
  )

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ENOENT"

/** Reads all of the file and returns its manifest; throws {@link StartFailure} unless everything is as it says. */
export async function verifyArchive(file: string): Promise<Manifest> {
  const found: z.infer<typeof Entry>[] = []
  let last: { name: string; bytes: Buffer } | null = null
  try {
    for await (const entry of readArchive(file)) {
      if (entry.name === MANIFEST) last = entry
      else found.push({ name: entry.name, sha256: sha256(entry.bytes) })
    }
  } catch (error) {
    if (isMissing(error)) throw new StartFailure(`There is no file ${file}.`)
    throw broken(file, error instanceof Error ? error.message : String(error))
  }
  if (!last) throw broken(file, "its end is missing")
  const manifest = Manifest.safeParse(JSON.parse(String(last.bytes)))
  if (!manifest.success) throw broken(file, "its manifest is of another format")
  if (JSON.stringify(manifest.data.entries) !== JSON.stringify(found)) {
    throw broken(file, "what is in it is not what its manifest says")
  }
  return manifest.data
}
