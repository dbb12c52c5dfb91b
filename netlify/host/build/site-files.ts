/** The files of a built site, with a manifest of the build folders that they are in. */
import { hash } from "node:crypto"
import { mkdir, rename, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { z } from "zod"
import { codeOf } from "../start-failure.ts"

const FileNote = z.object({
  /** The beginning of the content's SHA-256. */
  hash: z.string(),
  /** The folder of the file below the folder of built sites, such as `12/dist`; missing for sites in one folder. */
  from: z.string().optional(),
})
export type FileNote = z.infer<typeof FileNote>

/** Files by path with a leading slash. A map of 60,000 entries is copied much faster than an object. */
export type Manifest = Map<string, FileNote>

/** Parses a manifest file. */
export const Manifest = z
  .record(z.string(), FileNote)
  .transform((notes): Manifest => new Map(Object.entries(notes)))

export interface SiteFiles {
  folder: string
  manifest: Manifest
}

/** Returns where a site's file is on the disk. */
export const fileIn = ({ folder, manifest }: SiteFiles, path: string): string =>
  fileOf(folder, path, manifest.get(path))

/** Returns where a file is on the disk; `folder` is that of the site. */
export const fileOf = (folder: string, path: string, note?: FileNote): string =>
  join(note?.from === undefined ? folder : join(folder, "../..", note.from), path)

/** Returns the hash of a file for its note. */
export const hashOf = (content: Buffer) => hash("sha256", content).slice(0, 20)

/** Returns a function that writes files of a site into a folder. */
export function fileWriter(folder: string) {
  const folders = new Map<string, Promise<unknown>>()
  return async (path: string, content: Buffer): Promise<FileNote> => {
    const file = join(folder, path)
    const parent = dirname(file)
    const made = folders.get(parent) ?? mkdir(parent, { recursive: true })
    folders.set(parent, made)
    await made
    // An existing file is replaced in one step, because the host may be reading it.
    await writeFile(file, content, { flag: "wx" }).catch(async (error) => {
      if (codeOf(error) !== "EEXIST") throw error
      await writeFile(`${file}.draft`, content)
      await rename(`${file}.draft`, file)
    })
    return { hash: hashOf(content) }
  }
}
