/** What the project makes out of its own sources before a build, once for each state of them. */
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"

const CACHE = fileURLToPath(new URL("../.cache/", import.meta.url))

interface Generated {
  name: string
  /** Names the state of what it is made from. */
  hash: string
  /** Where the files go, and one of them. */
  into: URL
  sign: string
  /** Writes them below that folder. */
  make(folder: URL): Promise<void>
}

/**
 * Makes the files unless they are there already. They are made aside and then replaced one by one: another
 * build may be copying them, or making the same ones, at this very moment.
 */
export async function generate({ name, hash, into, sign, make }: Generated): Promise<void> {
  const madeFrom = join(CACHE, `${name}.txt`)
  const last = await readFile(madeFrom, "utf8").catch(() => "")
  if (last === hash && existsSync(new URL(sign, into))) return
  await mkdir(CACHE, { recursive: true })
  const aside = await mkdtemp(join(CACHE, `${name}-`))
  try {
    await make(pathToFileURL(`${aside}/`))
    for (const entry of await readdir(aside, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const target = join(fileURLToPath(into), file.slice(aside.length))
      await mkdir(dirname(target), { recursive: true })
      await rename(file, target)
    }
    await writeFile(madeFrom, hash)
  } finally {
    await rm(aside, { recursive: true, force: true })
  }
}
