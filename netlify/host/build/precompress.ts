/** The files of a site, with Brotli beside each that gains from it, and what the host must know to serve them. */
import { hash } from "node:crypto"
import { copyFile, link, mkdir, readFile, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { brotliCompress, constants } from "node:zlib"
import pLimit from "p-limit"
import { z } from "zod"
import { codeOf } from "../start-failure.ts"
import { filesIn } from "./build-folder.ts"

const compressBrotli = promisify(brotliCompress)

const COMPRESSIBLE = /\.(html|css|js|mjs|json|svg|xml|txt|ics|webmanifest|map)$/
/** Scripts of a few hundred bytes still lose a third. */
const SMALLEST_BYTES = 256
/** More than zlib has threads (4), so that reading and compressing overlap. */
export const AT_ONCE = 12
// Measured on a 30 kB page: quality 5 takes 1 ms, 11 takes 40 ms and saves 8 %. Hashed assets are
// compressed once and downloaded for a year.
const QUALITY = { page: 5, asset: 11 }
/** Of so many bytes Brotli makes no use, RFC 7932, 9.1. */
const WINDOW_GAP = 16

const FileNote = z.object({
  /** The beginning of the content's SHA-256. */
  hash: z.string(),
  /** Whether `.br` lies beside it. */
  isCompressed: z.boolean(),
  /** Where it lies below the folder of built sites, as `12/dist`; left out where a site is one folder. */
  from: z.string().optional(),
})
export type FileNote = z.infer<typeof FileNote>

/** By path with a leading slash; a map, of which 60,000 entries are copied in a fraction of the time of an object's. */
export type Manifest = Map<string, FileNote>

/** As it is on disk. */
export const Manifest = z
  .record(z.string(), FileNote)
  .transform((notes): Manifest => new Map(Object.entries(notes)))

export interface Compressed {
  folder: string
  manifest: Manifest
}

/** Where a file of a site lies: in its folder, or in that of the build that made it. */
export const fileIn = ({ folder, manifest }: Compressed, path: string): string =>
  noteIn(folder, path, manifest.get(path))

/** The same of a file's note. */
export const noteIn = (folder: string, path: string, note?: FileNote): string =>
  join(note?.from === undefined ? folder : join(folder, "../..", note.from), path)

// Other file systems, and some that know no links, get copies.
const linkOrCopy = (from: string, to: string) => link(from, to).catch(() => copyFile(from, to))

/**
 * Brotli's window, as a power of two: the file's own size. To set up its usual one, of 4 MB, is a quarter of what
 * compressing takes, and gains nothing.
 */
const windowFor = ({ length }: Buffer) =>
  Math.min(
    Math.max(constants.BROTLI_MIN_WINDOW_BITS, Math.ceil(Math.log2(length + WINDOW_GAP))),
    constants.BROTLI_DEFAULT_WINDOW,
  )

/** False when there is nothing to gain. */
async function compress(path: string, content: Buffer, isAsset: boolean): Promise<boolean> {
  const quality = isAsset ? QUALITY.asset : QUALITY.page
  const br = await compressBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_LGWIN]: windowFor(content),
    },
  })
  if (br.length >= content.length) return false
  await writeFile(`${path}.br`, br)
  return true
}

// The previous build's folder may be gone; compressing anew is only slower.
const linkCompressed = (from: string, to: string) =>
  linkOrCopy(`${from}.br`, `${to}.br`).then(
    () => true,
    () => false,
  )

/** Writes a file of a site, beside what it compresses to. */
export type Put = (path: string, content: Buffer) => Promise<FileNote>

/** Writes into a folder; what the previous build held with the same content is linked from there. */
export function putInto(folder: string, previous?: Compressed): Put {
  const known = new Map<string, string>()
  for (const [path, { hash, isCompressed }] of previous?.manifest ?? []) {
    if (previous && isCompressed) known.set(hash, fileIn(previous, path))
  }
  const folders = new Map<string, Promise<unknown>>()
  return async (path, content) => {
    const file = join(folder, path)
    const home = dirname(file)
    const made = folders.get(home) ?? mkdir(home, { recursive: true })
    folders.set(home, made)
    await made
    // Nothing is written over what somebody may be reading, or another build has, too.
    await writeFile(file, content, { flag: "wx" }).catch(async (error) => {
      if (codeOf(error) !== "EEXIST") throw error
      await writeFile(`${file}.draft`, content)
      await rename(`${file}.draft`, file)
    })
    const key = hashOf(content)
    const before = known.get(key)
    const isWorthIt = COMPRESSIBLE.test(path) && content.length >= SMALLEST_BYTES
    return {
      hash: key,
      isCompressed:
        isWorthIt &&
        ((before !== undefined && (await linkCompressed(before, file))) ||
          (await compress(file, content, path.startsWith("/_astro/")))),
    }
  }
}

/** As notes have it. */
export const hashOf = (content: Buffer) => hash("sha256", content).slice(0, 20)

/** Compresses a built folder where it is. */
export async function precompress(folder: string, previous?: Compressed): Promise<Compressed> {
  const put = putInto(folder, previous)
  const manifest: Manifest = new Map()
  await pLimit(AT_ONCE).map(await filesIn(folder), async (name) => {
    manifest.set(`/${name}`, await put(`/${name}`, await readFile(join(folder, name))))
  })
  return { folder, manifest }
}
