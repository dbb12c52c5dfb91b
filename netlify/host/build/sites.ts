/** The folders of built sites below the data folder: `sites/<number>`, the last ones kept. */
import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { filesIn } from "./build-folder.ts"
import { type Compressed, Manifest } from "./precompress.ts"

/** What the host notes beside a finished build; without it the folder is a build that was cut short. */
const Finished = z.object({
  /** What it was built from, see sourceKey. */
  source: z.string(),
  /** The content version it contains. */
  version: z.number(),
  pages: z.number(),
  manifest: Manifest,
})
type Finished = z.infer<typeof Finished>

export interface BuiltSite extends Omit<Finished, "manifest">, Compressed {
  number: number
}

const KEPT = 2
const NOTE = "finished.json"

async function numbersIn(sites: string): Promise<number[]> {
  const names = await readdir(sites).catch(() => [])
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)
}

async function finishedSite(sites: string, number: number): Promise<BuiltSite | null> {
  const home = join(sites, String(number))
  try {
    const noted = Finished.parse(JSON.parse(await readFile(join(home, NOTE), "utf8")))
    return { ...noted, number, folder: join(home, "dist") }
  } catch {
    return null
  }
}

/** The newest finished site, or null. */
export async function newestSite(sites: string): Promise<BuiltSite | null> {
  for (const number of (await numbersIn(sites)).reverse()) {
    const site = await finishedSite(sites, number)
    if (site) return site
  }
  return null
}

/** Makes the folder for the next build; the site itself goes into its `dist`. */
export async function nextFolder(sites: string): Promise<{ number: number; folder: string }> {
  const number = ((await numbersIn(sites)).at(-1) ?? 0) + 1
  const folder = join(sites, String(number), "dist")
  await mkdir(folder, { recursive: true })
  return { number, folder }
}

/** Notes that the site is whole, so that the next start can serve it. */
export async function finish(sites: string, site: BuiltSite): Promise<void> {
  const { number, folder: _, ...noted } = site
  const path = join(sites, String(number), NOTE)
  await writeFile(`${path}.draft`, JSON.stringify(noted))
  await rename(`${path}.draft`, path)
}

/** Removes a build that came to nothing. */
export const discard = (sites: string, number: number) =>
  rm(join(sites, String(number)), { recursive: true, force: true })

/** Removes all but the last finished sites, and what was cut short before them. */
export async function prune(sites: string): Promise<void> {
  const numbers = (await numbersIn(sites)).reverse()
  let kept = 0
  for (const number of numbers) {
    if (kept < KEPT && (await finishedSite(sites, number))) kept += 1
    else if (kept > 0) await discard(sites, number)
  }
}

const FOLDERS = ["src", "public", "db", "scripts"]
const FILES =
  /^(astro\.config\.mjs|astro-i18next\.config\.cjs|netlify\.toml|package-lock\.json|tsconfig\.json)$/
const HOST_FILES = ["netlify/host/build/csp.ts", "netlify/host/build/precompress.ts"]
// A test beside the code, and the record of migrations, change no page; demo content is in the database.
const WITHOUT_EFFECT = /\.test\.tsx?$|^db\/(demo|migrations)\//
// Made by the first build, out of what is counted already.
const GENERATED = /^(src\/fonts\/|public\/(art\/|favicon\.svg$|[^/]*\.png$))/

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
