/** Renders the changed pages of a build: first without slow work, then with it. See README.md in this folder. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import pLimit from "p-limit"
import type { AstroApp, Page } from "./astro-app.ts"
import type { Dependencies, DependencyRecorder } from "./dependencies.ts"
import { fetchDeployedFile, getPagePath, PageFailures } from "./failed-pages.ts"
import { hashInput } from "./input-hash.ts"
import type { BuildRequest } from "./messages.ts"
import { createFileWriter, getPathOfEntry, hashContent, type ManifestEntry } from "./site-files.ts"
import { getPassFolder, type PassFolder } from "./sites.ts"

/** Inputs of a rendered page. If they are unchanged, the next build keeps the page. */
export interface PageInputs {
  /** Hash of the page's props. It is an empty string if the next build must render the page again. */
  props: string
  dependencies: Dependencies
}

export interface SiteFile {
  entry: ManifestEntry
  /** Undefined for copied files, build.json and _headers. */
  inputs?: PageInputs
  /** The page whose props were last compared with `inputs`. */
  page?: Page
}

export type FileMap = Map<string, SiteFile>

export interface Pass {
  files: FileMap
  failures: PageFailures
  write(path: string, body: Buffer, previous?: SiteFile): Promise<ManifestEntry>
}

interface Options {
  request: BuildRequest
  app: AstroApp
  recorder: DependencyRecorder
  publicFolder: string
  publicFiles: string[]
  /** A full build calls this only if a page cannot be rendered or a route cannot list its pages. */
  readPreviousFiles(): Promise<FileMap>
  onProgress(rendered: number): void
}

/** File with the content version. A pass does not render this file, because the worker writes it last. */
export const VERSION_FILE = "/build.json"

const MAX_CONCURRENT_WRITES = 12
const MAX_QUEUED_WRITES = 64
const PAGES_PER_PROGRESS_MESSAGE = 50

export function isUnchanged(
  page: Page,
  file: SiteFile,
  recorder: DependencyRecorder,
): boolean | Promise<boolean> {
  if (!file.inputs) return false
  if (file.page !== page && file.inputs.props !== hashInput(page.props)) return false
  file.page = page
  return recorder.isUnchanged(file.inputs.dependencies)
}

export function createPassRunner(options: Options) {
  const { app, recorder, publicFolder, publicFiles, onProgress } = options
  const { sitesFolder, number, deployed } = options.request
  const queue = pLimit(MAX_CONCURRENT_WRITES)
  const firstPassPaths = new Set<string>()
  let renderedCount = 0
  let previousFiles: Promise<FileMap> | undefined

  /** Runs a pass. The second pass writes to another folder, because the host already serves the first pass's folder. */
  return async (
    previous: FileMap | undefined,
    { isFirst, folder: passFolder }: { isFirst: boolean; folder: PassFolder },
  ): Promise<Pass> => {
    recorder.startPass({ isFirst })
    const failures = new PageFailures(recorder.isCancelled)
    const files: FileMap = new Map()
    const writes: Promise<unknown>[] = []
    const brokenRoutes: AstroApp["routes"] = []
    let renderingPath = ""
    recorder.onLeftOut((path, error) => failures.add(path ?? renderingPath, error))

    const writeFile = createFileWriter(getPassFolder(sitesFolder, number, passFolder))
    const write: Pass["write"] = async (path, body, previousFile) =>
      previousFile?.entry.hash === hashContent(body)
        ? previousFile.entry
        : { ...(await writeFile(path, body)), from: `${number}/${passFolder}` }

    const queueWrite = (path: string, body: () => Promise<Buffer>, inputs?: PageInputs) => {
      const previousFile = previous?.get(path)
      // Reserves the path until the file is written: the loop over `brokenRoutes` must not set the earlier version.
      if (previousFile) files.set(path, previousFile)
      const written = queue(async () => {
        const entry = await write(path, await body(), previousFile)
        files.set(path, inputs ? { entry, inputs } : { entry })
      })
      writes.push(written)
    }

    const readPreviousFiles = async () => {
      if (previous) return previous
      previousFiles ??= options.readPreviousFiles()
      return previousFiles
    }

    /** Keeps the file of the previous build or the deployed site, unless it has content that is no longer public. */
    const keepEarlierVersion = async (path: string): Promise<void> => {
      const file = (await readPreviousFiles()).get(path)
      const body = file
        ? await readFile(
            getPathOfEntry(getPassFolder(sitesFolder, number), path, file.entry),
          ).catch(() => null)
        : deployed && (await fetchDeployedFile(deployed, path, publicFiles))
      if (!body || (await recorder.hasNonPublicContent(body.toString()))) return
      files.set(path, file ?? { entry: await write(path, body) })
    }

    const renderPage = async (page: Page): Promise<void> => {
      const { path, props } = page
      if (isFirst) firstPassPaths.add(path)
      else if (previous && recorder.isCancelled()) throw new Error("A newer build is waiting")
      renderingPath = path
      const recorded = await recorder
        .record(() => app.render(page))
        .catch((error) => failures.add(path, error))
      if (!recorded) return keepEarlierVersion(path)
      const { result: body, dependencies } = recorded
      if (!body) return
      // If an item was left out of the page because of an error, the next build renders the page again.
      const inputs = { props: failures.has(path) ? "" : hashInput(props), dependencies }
      // Waits for queued writes, which limits the memory.
      if (queue.pendingCount > MAX_QUEUED_WRITES) await queue(() => {})
      queueWrite(path, async () => body, inputs)
      renderedCount += 1
      if (renderedCount % PAGES_PER_PROGRESS_MESSAGE === 0) onProgress(renderedCount)
    }

    for (const path of publicFiles) {
      const previousFile = previous?.get(path)
      if (previousFile) files.set(path, previousFile)
      else queueWrite(path, () => readFile(join(publicFolder, path)))
    }
    // Files of the public folder have priority over routes.
    const usedPaths = new Set([...publicFiles, VERSION_FILE])
    for (const route of app.routes) {
      const pages = await app.listPages(route).catch((error) => failures.add(route.route, error))
      if (!pages) brokenRoutes.push(route)
      for (const page of pages ?? []) {
        const { path } = page
        if (files.has(path) || usedPaths.has(path)) continue
        const previousFile = previous?.get(path)
        const readsClock = previousFile?.inputs?.dependencies.readsClock
        // The second pass renders pages that depend on the date, unless the first pass has rendered them.
        const isOutdated = readsClock && !isFirst && !firstPassPaths.has(path)
        const isKept = previousFile && !isOutdated && isUnchanged(page, previousFile, recorder)
        // Awaits only a promise, because 50,000 awaits take longer than the comparisons.
        if (previousFile && (isKept === true || (await isKept))) {
          files.set(path, previousFile)
          continue
        }
        usedPaths.add(path)
        await renderPage(page)
      }
    }
    // If a route cannot list its pages, all its earlier pages are kept.
    for (const { pattern } of brokenRoutes) {
      for (const path of (await readPreviousFiles()).keys()) {
        if (!files.has(path) && pattern.test(getPagePath(path))) await keepEarlierVersion(path)
      }
    }
    await Promise.all(writes)
    return { files, failures, write }
  }
}
