/**
 * The folders of built sites below the data folder: `sites/<number>`, the last ones kept. A build holds in its
 * `dist` what it made itself; whatever an earlier one made alike is still in that one's.
 */
import { createHash } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { filesIn } from "./build-folder.ts"
import { type FileNote, fileIn, Manifest, type SiteFiles } from "./site-files.ts"

/**
 * The note of a finished build; a folder without it is a build that was cut short, or the rest of an earlier one. A
 * new version serves the site of the version before: later fields need a default.
 */
const Noted = z.object({
  /** What it was built from, see sourceKey. */
  source: z.string(),
  /** The content version it contains. */
  version: z.number(),
  pages: z.number(),
  /** Pages that could not be rendered; the first ones are named. */
  failed: z
    .object({
      count: z.number(),
      pages: z.array(z.object({ path: z.string(), reason: z.string() })),
    })
    .default({ count: 0, pages: [] }),
  /** The builds whose files it has. */
  layers: z.array(z.number()),
})
type Noted = z.infer<typeof Noted>

export interface BuiltSite extends Omit<Noted, "layers">, SiteFiles {
  number: number
}

const KEPT = 2

const NOTE = "finished.json"
const MANIFEST = "manifest.json"
const INSTANCE = "instance.txt"

/** What a build makes first, and what it makes while that is served already. */
export type Part = "dist" | "late"

async function numbersIn(sites: string): Promise<number[]> {
  const names = await readdir(sites).catch(() => [])
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)
}

const readJson = async <Value>(path: string, schema: z.ZodType<Value>): Promise<Value> =>
  schema.parse(JSON.parse(await readFile(path, "utf8")))

/** Files are put aside first: nobody reads half of one. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.draft`, JSON.stringify(value))
  await rename(`${path}.draft`, path)
}

export const folderOf = (sites: string, number: number, part: Part = "dist") =>
  join(sites, String(number), part)

const noted = (sites: string, number: number): Promise<Noted | null> =>
  readJson(join(sites, String(number), NOTE), Noted).catch(() => null)

const manifestOf = (sites: string, number: number) =>
  readJson(join(sites, String(number), MANIFEST), Manifest)

/** A built site; null when there is none. */
export async function builtSite(sites: string, number: number): Promise<BuiltSite | null> {
  const note = await noted(sites, number)
  const manifest = await manifestOf(sites, number).catch(() => null)
  if (!note || !manifest) return null
  const { layers: _, ...about } = note
  return { ...about, number, folder: folderOf(sites, number), manifest }
}

/** The newest finished site, or null. */
export async function newestSite(sites: string): Promise<BuiltSite | null> {
  for (const number of (await numbersIn(sites)).reverse()) {
    const site = await builtSite(sites, number)
    if (site) return site
  }
  return null
}

/** Notes the address and the database that a build is for, see `instanceOf` in database.ts. */
export const noteInstance = (sites: string, number: number, instance: string): Promise<void> =>
  writeFile(join(sites, String(number), INSTANCE), instance)

/** Returns the newest finished site of any source code; null if it belongs to another instance. */
export async function siteToResume(sites: string, instance: string): Promise<BuiltSite | null> {
  const newest = await newestSite(sites)
  if (!newest) return null
  const noted = await readFile(join(sites, String(newest.number), INSTANCE), "utf8").catch(() => "")
  return noted === instance ? newest : null
}

/** Makes the folder for the next build; the site itself goes into its `dist`. */
export async function nextFolder(sites: string): Promise<number> {
  const number = ((await numbersIn(sites)).at(-1) ?? 0) + 1
  await mkdir(folderOf(sites, number), { recursive: true })
  return number
}

/** A site as another one than that before it: of ten thousands of files it is few that change. */
export interface SiteChange extends Omit<BuiltSite, "folder" | "manifest"> {
  /** Whether `changed` is all of it. */
  isAll: boolean
  changed: [string, FileNote][]
  gone: string[]
}

export function changedSite(
  sites: string,
  before: Pick<BuiltSite, "manifest">,
  { isAll, changed, gone, ...about }: SiteChange,
): BuiltSite {
  const manifest: Manifest = new Map(isAll ? [] : before.manifest)
  for (const [path, note] of changed) manifest.set(path, note)
  for (const path of gone) manifest.delete(path)
  return { ...about, folder: folderOf(sites, about.number), manifest }
}

/** Notes that a site is whole; a next start looks for such alone. */
export async function noteSite(sites: string, site: BuiltSite): Promise<void> {
  const { number, folder: _, manifest, ...about } = site
  const froms = new Set(Array.from(manifest.values(), ({ from }) => from))
  const layers = [...new Set([...froms].map((from) => numberIn(from) ?? number))]
  await writeJson(join(sites, String(number), MANIFEST), Object.fromEntries(manifest))
  await writeJson(join(sites, String(number), NOTE), { ...about, layers })
}

/** Which build a file is of. */
const numberIn = (from: FileNote["from"]) => (from === undefined ? null : Number.parseInt(from, 10))

/** Removes a build that came to nothing. */
export const discard = (sites: string, number: number) =>
  rm(join(sites, String(number)), { recursive: true, force: true })

/** Removes from a site that is not kept what none that are kept has. */
async function strip(sites: string, number: number, kept: Manifest[]): Promise<void> {
  const manifest = await manifestOf(sites, number).catch(() => new Map())
  const site = { folder: folderOf(sites, number), manifest }
  for (const [path, { from }] of manifest) {
    const isKept = kept.some((other) => other.get(path)?.from === from)
    if (isKept) continue
    await rm(fileIn(site, path), { force: true })
  }
  await rm(join(sites, String(number), NOTE), { force: true })
}

/** Removes all but the last finished sites and what they have of others, and what was cut short before them. */
export async function prune(sites: string): Promise<void> {
  const numbers = (await numbersIn(sites)).reverse()
  const notes = await Promise.all(numbers.map((number) => noted(sites, number)))
  const whole = numbers.filter((_, i) => notes[i])
  const kept = whole.slice(0, KEPT)
  const [newest = Number.POSITIVE_INFINITY] = kept
  const needed = new Set(
    numbers.flatMap((n, i) => (kept.includes(n) ? (notes[i]?.layers ?? []) : [])),
  )
  const manifests = await Promise.all(kept.map((number) => manifestOf(sites, number)))
  for (const number of whole.slice(KEPT)) await strip(sites, number, manifests)
  for (const number of numbers) {
    if (number < newest && !kept.includes(number) && !needed.has(number))
      await discard(sites, number)
  }
}

const FOLDERS = ["src", "public", "db", "scripts"]
const FILES =
  /^(astro\.config\.mjs|astro-i18next\.config\.cjs|netlify\.toml|package-lock\.json|tsconfig\.json)$/
const HOST_FILES = [
  "build-site",
  "csp",
  "failed-pages",
  "fingerprint",
  "render",
  "renderer",
  "site-files",
].map((name) => `netlify/host/build/${name}.ts`)
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
