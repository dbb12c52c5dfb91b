/**
 * Builds on the disk. The folder `sites/<number>` has only the files that this build wrote. Unchanged files of its site
 * stay in the folders of earlier builds.
 */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { getPathInSite, Manifest, type ManifestEntry, type SiteFiles } from "./site-files.ts"

/** File that a build writes at its end. New fields need a default, because new code reads the summaries of old code. */
const Summary = z.object({
  source: z.string(),
  version: z.number(),
  pages: z.number(),
  failed: z.object({
    count: z.number(),
    pages: z.array(z.object({ path: z.string(), reason: z.string() })),
  }),
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

/** Returns the numbers of all builds, including unfinished builds, in ascending order. */
async function listNumbers(sitesFolder: string): Promise<number[]> {
  const names = await readdir(sitesFolder).catch(() => [])
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

export const getPassFolder = (
  sitesFolder: string,
  number: number,
  passFolder: PassFolder = "dist",
) => join(sitesFolder, String(number), passFolder)

const readSummary = (sitesFolder: string, number: number): Promise<Summary | null> =>
  readJson(join(sitesFolder, String(number), SUMMARY_FILE), Summary).catch(() => null)

const readManifest = (sitesFolder: string, number: number) =>
  readJson(join(sitesFolder, String(number), MANIFEST_FILE), Manifest)

export async function readSite(sitesFolder: string, number: number): Promise<BuiltSite | null> {
  const summary = await readSummary(sitesFolder, number)
  const manifest = await readManifest(sitesFolder, number).catch(() => null)
  if (!summary || !manifest) return null
  const { layers: _, ...fields } = summary
  return { ...fields, number, folder: getPassFolder(sitesFolder, number), manifest }
}

export async function findNewestSite(sitesFolder: string): Promise<BuiltSite | null> {
  for (const number of (await listNumbers(sitesFolder)).reverse()) {
    const site = await readSite(sitesFolder, number)
    if (site) return site
  }
  return null
}

export const writeSiteKey = (sitesFolder: string, number: number, siteKey: string): Promise<void> =>
  writeFile(join(sitesFolder, String(number), SITE_KEY_FILE), siteKey)

/** Returns the newest site, even if other source code built it; null if it has another site key. */
export async function findSiteToResume(
  sitesFolder: string,
  siteKey: string,
): Promise<BuiltSite | null> {
  const newest = await findNewestSite(sitesFolder)
  if (!newest) return null
  const file = join(sitesFolder, String(newest.number), SITE_KEY_FILE)
  return (await readFile(file, "utf8").catch(() => "")) === siteKey ? newest : null
}

export async function createNextFolder(sitesFolder: string): Promise<number> {
  const number = ((await listNumbers(sitesFolder)).at(-1) ?? 0) + 1
  await mkdir(getPassFolder(sitesFolder, number), { recursive: true })
  return number
}

/** The changes from the previous site to a new site. Of tens of thousands of files, usually only a few change. */
export interface SiteChange extends Omit<BuiltSite, "folder" | "manifest"> {
  /** Whether `changed` contains all files of the site, as after a full build. */
  isAll: boolean
  changed: [string, ManifestEntry][]
  removed: string[]
}

export function applyChange(
  sitesFolder: string,
  previous: Pick<BuiltSite, "manifest">,
  { isAll, changed, removed, ...fields }: SiteChange,
): BuiltSite {
  const manifest: Manifest = new Map(isAll ? [] : previous.manifest)
  for (const [path, entry] of changed) manifest.set(path, entry)
  for (const path of removed) manifest.delete(path)
  return { ...fields, folder: getPassFolder(sitesFolder, fields.number), manifest }
}

/** Writes the manifest and the summary. At a start, the host serves only sites that have both. */
export async function writeSite(sitesFolder: string, site: BuiltSite): Promise<void> {
  const { number, folder: _, manifest, ...fields } = site
  const folders = new Set(Array.from(manifest.values(), ({ from }) => from ?? `${number}`))
  const layers = [...new Set([...folders].map((from) => Number.parseInt(from, 10)))]
  await writeJson(join(sitesFolder, String(number), MANIFEST_FILE), Object.fromEntries(manifest))
  await writeJson(join(sitesFolder, String(number), SUMMARY_FILE), { ...fields, layers })
}

export const removeBuild = (sitesFolder: string, number: number) =>
  rm(join(sitesFolder, String(number)), { recursive: true, force: true })

async function removeUnusedFiles(
  sitesFolder: string,
  number: number,
  keptManifests: Manifest[],
): Promise<void> {
  const manifest = await readManifest(sitesFolder, number).catch(() => new Map())
  const site = { folder: getPassFolder(sitesFolder, number), manifest }
  for (const [path, { from }] of manifest) {
    const isKept = keptManifests.some((keptManifest) => keptManifest.get(path)?.from === from)
    if (isKept) continue
    await rm(getPathInSite(site, path), { force: true })
  }
  await rm(join(sitesFolder, String(number), SUMMARY_FILE), { force: true })
}

/** Removes all builds except the newest sites and the files that they use. */
export async function removeOldBuilds(sitesFolder: string): Promise<void> {
  const numbers = (await listNumbers(sitesFolder)).reverse()
  const summaries = await Promise.all(numbers.map((number) => readSummary(sitesFolder, number)))
  const finishedNumbers = numbers.filter((_, i) => summaries[i])
  const keptNumbers = finishedNumbers.slice(0, KEPT_SITE_COUNT)
  const [newest = Number.POSITIVE_INFINITY] = keptNumbers
  const usedNumbers = new Set(
    numbers.flatMap((number, i) =>
      keptNumbers.includes(number) ? (summaries[i]?.layers ?? []) : [],
    ),
  )
  const manifests = await Promise.all(
    keptNumbers.map((number) => readManifest(sitesFolder, number)),
  )
  for (const number of finishedNumbers.slice(KEPT_SITE_COUNT))
    await removeUnusedFiles(sitesFolder, number, manifests)
  for (const number of numbers) {
    if (number < newest && !keptNumbers.includes(number) && !usedNumbers.has(number))
      await removeBuild(sitesFolder, number)
  }
}
