/** Pages that other source code built are not reused. */
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { listFilesIn } from "./build-folder.ts"

const FOLDERS = ["src", "public", "db", "scripts", "netlify/host/build"]
const FILES =
  /^(astro\.config\.mjs|astro-i18next\.config\.cjs|netlify\.toml|package-lock\.json|tsconfig\.json)$/
/** Tests and migrations change no page. Demo content is read from the database. */
const WITHOUT_EFFECT = /\.test\.tsx?$|^db\/(demo|migrations)\//
/** A build generates these files from other source files. */
const GENERATED = /^(src\/fonts\/|public\/(art\/|favicon\.svg$|[^/]*\.png$))/

async function listSourceFiles(root: string): Promise<string[]> {
  const inFolders = await Promise.all(
    FOLDERS.map(async (folder) => {
      const files = await listFilesIn(join(root, folder)).catch(() => [])
      return files.map((file) => `${folder}/${file}`)
    }),
  )
  const inRoot = (await readdir(root)).filter((name) => FILES.test(name))
  return [...inFolders.flat(), ...inRoot].filter(
    (path) => !WITHOUT_EFFECT.test(path) && !GENERATED.test(path),
  )
}

/** `settings` affect the pages. */
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
