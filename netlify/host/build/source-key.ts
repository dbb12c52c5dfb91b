/** The source key is a hash of the source code. A build reuses pages only of builds with the same key. */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { listFilesIn } from "./build-folder.ts"

const SOURCE_FOLDERS = ["src", "public", "db", "scripts", "netlify/host/build"]
const ROOT_FILE_PATTERN =
  /^(astro\.config\.mjs|astro-i18next\.config\.cjs|netlify\.toml|package-lock\.json|tsconfig\.json)$/
/** Tests and migrations change no page. Demo content is read from the database. */
const IGNORED_PATTERN = /\.test\.tsx?$|^db\/(demo|migrations)\//
/** These files are also ignored, because a build generates them from other source files. */
const GENERATED_PATTERN = /^(src\/fonts\/|public\/(art\/|favicon\.svg$|[^/]*\.png$))/

async function listSourceFiles(root: string): Promise<string[]> {
  const filesInFolders = await Promise.all(
    SOURCE_FOLDERS.map(async (folder) => {
      const files = await listFilesIn(join(root, folder)).catch(() => [])
      return files.map((file) => `${folder}/${file}`)
    }),
  )
  const filesInRoot = (await readdir(root)).filter((name) => ROOT_FILE_PATTERN.test(name))
  return [...filesInFolders.flat(), ...filesInRoot].filter(
    (path) => !IGNORED_PATTERN.test(path) && !GENERATED_PATTERN.test(path),
  )
}

/** `settings` are values that affect the pages, such as the site's URL. */
export async function createSourceKey(root: string, ...settings: string[]): Promise<string> {
  const hash = createHash("sha256")
  for (const path of (await listSourceFiles(root)).sort()) {
    hash
      .update(`${path}\0`)
      .update(await readFile(join(root, path)))
      .update("\0")
  }
  return hash.update(JSON.stringify(settings)).digest("hex").slice(0, 32)
}
