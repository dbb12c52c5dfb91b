/** Builds on the disk. `sites/<number>` has only the files that this build wrote; others stay in earlier folders. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { getPathInSite, Manifest, type ManifestEntry, type SiteFiles } from "./site-files.ts"

/** Written at the end of a build. New fields need a default, because new code reads the summaries of old code. */
const Summary = z.object({
  source: z.string(),
  version: z.number(),
  pages: z.number(),
  failed: z
    .object({
      count: z.number(),
      pages: z.array(z.object({ path: z.string(), reason: z.string() })),
    })
    .default({ count: 0, pages: [] }),
  /** The numbers of the builds whose files the site uses. */
  layers: z.array(z.number()),
})
type Summary = z.infer<typeof Summary>

export interface BuiltSite extends Omit<Summary, "layers">, SiteFiles {
  number: number
}

const KEPT_SITE_COUNT = 2

const SUMMARY_FILE = "finished.json"
const MANIFEST_FILE = "manifest.json"
const SITE_KEY_FILE = "site-key.txt"

/** Each pass has its own folder: the first pass's `dist` is served while the second pass writes to `late`. */
export type PassFolder = "dist" | "late"

/** Returns the numbers of all builds, also of unfinished ones, in ascending order. */
async function listNumbers(sites: string): Promise<number[]> {
  const names = await readdir(sites).catch(() => [])
  return names
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b)
}

const readJson = async <Value>(path: string, schema: z.ZodType<Value>): Promise<Value> =>
  schema.parse(JSON.parse(await readFile(path, "utf8")))

/** Replaces the file in one step, so that no reader gets an incomplete file. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(`${path}.draft`, JSON.stringify(value))
  await rename(`${path}.draft`, path)
}

export const getPassFolder = (sites: string, number: number, passFolder: PassFolder = "dist") =>
  join(sites, String(number), passFolder)

const readSummary = (sites: string, number: number): Promise<Summary | null> =>
  readJson(join(sites, String(number), SUMMARY_FILE), Summary).catch(() => null)

const readManifest = (sites: string, number: number) =>
  readJson(join(sites, String(number), MANIFEST_FILE), Manifest)

export async function readSite(sites: string, number: number): Promise<BuiltSite | null> {
  const summary = await readSummary(sites, number)
  const manifest = await readManifest(sites, number).catch(() => null)
  if (!summary || !manifest) return null
  const { layers: _, ...fields } = summary
  return { ...fields, number, folder: getPassFolder(sites, number), manifest }
}

export async function findNewestSite(sites: string): Promise<BuiltSite | null> {
  for (const number of (await listNumbers(sites)).reverse()) {
    const site = await readSite(sites, number)
    if (site) return site
  }
  return null
}

export const writeSiteKey = (sites: string, number: number, siteKey: string): Promise<void> =>
  writeFile(join(sites, String(number), SITE_KEY_FILE), siteKey)

/** Returns the newest site, even if other source code built it; null if it has another site key. */
export async function findSiteToResume(sites: string, siteKey: string): Promise<BuiltSite | null> {
  const newest = await findNewestSite(sites)
  if (!newest) return null
  const file = join(sites, String(newest.number), SITE_KEY_FILE)
  return (await readFile(file, "utf8").catch(() => "")) === siteKey ? newest : null
}

export async function createNextFolder(sites: string): Promise<number> {
  const number = ((await listNumbers(sites)).at(-1) ?? 0) + 1
  await mkdir(getPassFolder(sites, number), { recursive: true })
  return number
}

/** The changes since the previous site, because few of the tens of thousands of files change. */
export interface SiteChange extends Omit<BuiltSite, "folder" | "manifest"> {
  /** Whether `changed` has all files of the site. */
  isAll: boolean
  changed: [string, ManifestEntry][]
  removed: string[]
}

export function applyChange(
  sites: string,
  previous: Pick<BuiltSite, "manifest">,
  { isAll, changed, removed, ...fields }: SiteChange,
): BuiltSite {
  const manifest: Manifest = new Map(isAll ? [] : previous.manifest)
  for (const [path, entry] of changed) manifest.set(path, entry)
  for (const path of removed) manifest.delete(path)
  return { ...fields, folder: getPassFolder(sites, fields.number), manifest }
}

/** Writes the manifest and the summary. At a start, the host serves only sites that have both. */
export async function writeSite(sites: string, site: BuiltSite): Promise<void> {
  const { number, folder: _, manifest, ...fields } = site
  const folders = new Set(Array.from(manifest.values(), ({ from }) => from ?? `${number}`))
  const layers = [...new Set([...folders].map((from) => Number.parseInt(from, 10)))]
  await writeJson(join(sites, String(number), MANIFEST_FILE), Object.fromEntries(manifest))
  await writeJson(join(sites, String(number), SUMMARY_FILE), { ...fields, layers })
}

export const removeBuild = (sites: string, number: number) =>
  rm(join(sites, String(number)), { recursive: true, force: true })

async function removeUnusedFiles(
  sites: string,
  number: number,
  keptManifests: Manifest[],
): Promise<void> {
  const manifest = await readManifest(sites, number).catch(() => new Map())
  const site = { folder: getPassFolder(sites, number), manifest }
  for (const [path, { from }] of manifest) {
    const isKept = keptManifests.some((keptManifest) => keptManifest.get(path)?.from === from)
    if (isKept) continue
    await rm(getPathInSite(site, path), { force: true })
  }
  await rm(join(sites, String(number), SUMMARY_FILE), { force: true })
}

/** Removes all builds except the newest sites and the files that they use. */
export async function removeOldBuilds(sites: string): Promise<void> {
  const numbers = (await listNumbers(sites)).reverse()
  const summaries = await Promise.all(numbers.map((number) => readSummary(sites, number)))
  const finishedNumbers = numbers.filter((_, i) => summaries[i])
  const keptNumbers = finishedNumbers.slice(0, KEPT_SITE_COUNT)
  const [newest = Number.POSITIVE_INFINITY] = keptNumbers
  const usedNumbers = new Set(
    numbers.flatMap((number, i) =>
      keptNumbers.includes(number) ? (summaries[i]?.layers ?? []) : [],
    ),
  )
  const manifests = await Promise.all(keptNumbers.map((number) => readManifest(sites, number)))
  for (const number of finishedNumbers.slice(KEPT_SITE_COUNT))
    await removeUnusedFiles(sites, number, manifests)
  for (const number of numbers) {
    if (number < newest && !keptNumbers.includes(number) && !usedNumbers.has(number))
      await removeBuild(sites, number)
  }
}
