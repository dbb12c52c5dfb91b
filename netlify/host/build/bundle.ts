/** Creates bundles of the source code with Astro. Render workers load them. */
import { existsSync } from "node:fs"
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { createBuildFolder } from "./build-folder.ts"
import { type BuildEnvironment, startProgram, waitUntilDone } from "./child-program.ts"

/** Bundles that were not used for this time are removed. */
const MAX_UNUSED_MS = 7 * 24 * 60 * 60_000

export interface BundleOptions extends BuildEnvironment {
  source: string
  signal: AbortSignal
}

const isComplete = (folder: string) => existsSync(join(folder, "renderer.json"))

async function removeUnused(bundles: string): Promise<void> {
  for (const name of await readdir(bundles)) {
    const { mtimeMs } = await stat(join(bundles, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > MAX_UNUSED_MS) {
      await rm(join(bundles, name), { recursive: true, force: true })
    }
  }
}

/** Returns the folder of the bundle of this source code. Creates the bundle if it does not exist yet. */
export async function ensureBundle(options: BundleOptions): Promise<string> {
  const { root, source, signal } = options
  const bundles = join(root, ".cache/renderers")
  const folder = join(bundles, source)
  if (isComplete(folder)) {
    const now = new Date()
    await utimes(folder, now, now)
    return folder
  }
  await mkdir(bundles, { recursive: true })
  await removeUnused(bundles)
  await using buildFolder = await createBuildFolder(root)
  const draft = join(buildFolder.path, "renderer")
  signal.throwIfAborted()
  const astro = startProgram([join(root, "node_modules/astro/bin/astro.mjs"), "build"], options, {
    OUT_DIR: join(buildFolder.path, "dist"),
    CACHE_DIR: join(buildFolder.path, "cache"),
    RENDERER_FOLDER: draft,
  })
  await waitUntilDone(astro, signal)
  await rename(join(buildFolder.path, "dist"), join(draft, "public"))
  await rename(draft, folder).catch(async (error) => {
    // Another host of this checkout may have created the same bundle.
    if (!isComplete(folder)) throw error
  })
  return folder
}
