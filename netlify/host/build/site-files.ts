/** The files of a site, and what the host must know to serve them. */
import { hash } from "node:crypto"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { z } from "zod"
import { codeOf } from "../start-failure.ts"

const FileNote = z.object({
  /** The beginning of the content's SHA-256. */
  hash: z.string(),
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

export interface SiteFiles {
  folder: string
  manifest: Manifest
}

/** Where a file of a site lies: in its folder, or in that of the build that made it. */
export const fileIn = ({ folder, manifest }: SiteFiles, path: string): string =>
  noteIn(folder, path, manifest.get(path))

/** The same of a file's note. */
export const noteIn = (folder: string, path: string, note?: FileNote): string =>
  join(note?.from === undefined ? folder : join(folder, "../..", note.from), path)

/** Writes a file of a site. */
export type Put = (path: string, content: Buffer) => Promise<FileNote>

export function putInto(folder: string): Put {
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
    return { hash: hashOf(content) }
  }
}

/** As notes have it. */
export const hashOf = (content: Buffer) => hash("sha256", content).slice(0, 20)
