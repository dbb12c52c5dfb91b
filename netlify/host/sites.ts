/** The folders of built sites below the data folder: `sites/<number>`, the last ones kept. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { type Compressed, Manifest } from "./precompress.ts"

/** What the host notes beside a finished build; without it the folder is a build that was cut short. */
const Finished = z.object({
  /** What it was built from, see source-key.ts. */
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
