/** What a built site depends on besides the database's content. */
import { createHash } from "node:crypto"
import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { filesIn } from "./files.ts"

const FOLDERS = ["src", "public", "db", "scripts"]
const FILES =
  /^(astro\.config\.mjs|astro-i18next\.config\.cjs|netlify\.toml|package-lock\.json|tsconfig\.json)$/
const HOST_FILES = ["netlify/host/csp.ts", "netlify/host/precompress.ts"]
// A test beside the code, and the record of migrations, change no page; demo content is in the database.
const WITHOUT_EFFECT = /\.test\.tsx?$|^db\/(demo|migrations)\//
// Made by the first build, out of what is counted already.
const GENERATED = /^(src\/fonts\/|public\/(art\/|favicon\.svg$|site\.webmanifest$|[^/]*\.png$))/

async function sourceFiles(root: string): Promise<string[]> {
  const folders = await Promise.all(
    FOLDERS.map(async (folder) => {
      const files = await filesIn(join(root, folder)).catch(() => [])
      return files.map((file) => `${folder}/${file}`)
    }),
  )
  const top = (await readdir(root)).filter((name) => FILES.test(name))
  return [...folders.flat(), ...top, ...HOST_FILES].filter(
    (path) => !WITHOUT_EFFECT.test(path) && !GENERATED.test(path),
  )
}

/** Names a state of the source, and anything else that changes what is built. */
export async function sourceKey(root: string, ...others: string[]): Promise<string> {
  const hash = createHash("sha256")
  for (const path of (await sourceFiles(root)).sort()) {
    if (!(await stat(join(root, path)).catch(() => null))) continue
    hash
      .update(`${path}\0`)
      .update(await readFile(join(root, path)))
      .update("\0")
  }
  return hash.update(JSON.stringify(others)).digest("hex").slice(0, 32)
}
