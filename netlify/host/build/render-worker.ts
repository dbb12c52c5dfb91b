/** Program that renders builds (messages.ts) and keeps the last build in memory. See README.md. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { z } from "zod"
import { openBundle } from "./astro-app.ts"
import { listFilesIn } from "./build-folder.ts"
import { createHeadersFile } from "./csp.ts"
import { recordDependencies } from "./dependencies.ts"
import type { BuildRequest, HostMessage, WarmUpRequest, WorkerMessage } from "./messages.ts"
import {
  createPassRunner,
  type FileMap,
  isUnchanged,
  type PageInputs,
  type Pass,
  type SiteFile,
  VERSION_FILE,
} from "./render-pass.ts"
import { getPathOfEntry, type Manifest } from "./site-files.ts"
import {
  getPassFolder,
  readSite,
  removeOldBuilds,
  type SiteChange,
  writeJson,
  writeSite,
} from "./sites.ts"

const HEADERS_FILE = "/_headers"
/** Inputs of all rendered pages, with which the next build finds the changed pages. */
const PAGE_INPUTS_FILE = "rendered.json"

const VersionFile = z.looseObject({ version: z.number() })

const bundle = process.argv[2] ?? ""
const recorder = recordDependencies()
const app = await openBundle(bundle)
const publicFolder = join(bundle, "public")
const publicFiles = (await listFilesIn(publicFolder)).map((name) => `/${name}`)

interface FinishedBuild {
  number: number
  files: FileMap
}

let lastBuild: FinishedBuild | null = null
let isIncremental = false

const send = (message: WorkerMessage) => process.send?.(message)

const getInputsPath = (sitesFolder: string, number: number) =>
  join(sitesFolder, String(number), PAGE_INPUTS_FILE)

async function readBuild(sitesFolder: string, number: number): Promise<FinishedBuild | null> {
  if (lastBuild?.number === number) return lastBuild
  const site = await readSite(sitesFolder, number)
  if (!site) return null
  const inputs: Record<string, PageInputs> = JSON.parse(
    await readFile(getInputsPath(sitesFolder, number), "utf8"),
  )
  const files = Array.from(site.manifest, ([path, entry]): [string, SiteFile] => {
    const pageInputs = inputs[path]
    return [path, pageInputs ? { entry, inputs: pageInputs } : { entry }]
  })
  return { number, files: new Map(files) }
}

async function writeBuild(
  { sitesFolder, number, source }: BuildRequest,
  files: FileMap,
  { version, pages, failed }: SiteChange,
): Promise<void> {
  const manifest: Manifest = new Map()
  const allInputs: Record<string, PageInputs> = {}
  for (const [path, { entry, inputs }] of files) {
    manifest.set(path, entry)
    if (inputs) allInputs[path] = inputs
  }
  await writeJson(getInputsPath(sitesFolder, number), allInputs)
  const folder = getPassFolder(sitesFolder, number)
  await writeSite(sitesFolder, { number, folder, source, version, pages, failed, manifest })
}

/** Makes the next pass read the content again. `previous` is null for a full build. */
function startBuild(sitesFolder: string, previous: FinishedBuild | null): void {
  recorder.startBuild(
    previous
      ? async (path) => {
          const file = previous.files.get(path)
          if (!file) return null
          return readFile(
            getPathOfEntry(getPassFolder(sitesFolder, previous.number), path, file.entry),
            "utf8",
          )
        }
      : undefined,
  )
  app.reset()
}

/** Reads the content and computes the hashes of the last build, so that the next build has them in memory. */
async function warmUp({ sitesFolder, number }: WarmUpRequest): Promise<void> {
  lastBuild = await readBuild(sitesFolder, number)
  startBuild(sitesFolder, lastBuild)
  recorder.startPass({ isFirst: true })
  for (const route of app.routes) {
    // Ignores a route that cannot list its pages, because the build reports it.
    for (const page of await app.listPages(route).catch(() => [])) {
      const file = lastBuild?.files.get(page.path)
      if (file) await isUnchanged(page, file, recorder)
    }
  }
}

/** Adds the files that depend on all other files. Returns the changes since the previous site. */
async function completePass(
  { number, source, siteUrl }: BuildRequest,
  { files, failures, write }: Pass,
  previous?: FileMap,
): Promise<SiteChange> {
  const pages = [...files.keys()].filter((path) => path.endsWith(".html")).length
  const failed = failures.summary()
  const [firstFailure] = failed.pages
  if (pages === 0 && firstFailure) {
    throw new Error(
      `No page could be rendered. ${firstFailure.path} failed with: ${firstFailure.reason}`,
    )
  }
  const route = app.routes.find(({ pathname }) => pathname === VERSION_FILE)
  const body = route && (await app.render({ path: VERSION_FILE, route, props: {} }))
  const versionFile = VersionFile.parse(JSON.parse(String(body)))
  for (const [path, text] of [
    [VERSION_FILE, JSON.stringify({ ...versionFile, pages })],
    [HEADERS_FILE, createHeadersFile(app.getInlineBlocks(), siteUrl)],
  ] as const) {
    files.set(path, { entry: await write(path, Buffer.from(text), previous?.get(path)) })
  }
  const changed: SiteChange["changed"] = []
  let addedCount = 0
  for (const [path, { entry }] of files) {
    const previousFile = previous?.get(path)
    if (!previousFile) addedCount += 1
    if (previousFile?.entry !== entry) changed.push([path, entry])
  }
  const hasRemovedFiles = previous && files.size - addedCount < previous.size
  return {
    ...{ number, source, pages, failed, version: versionFile.version },
    isAll: previous === undefined,
    changed,
    removed: hasRemovedFiles ? [...previous.keys()].filter((path) => !files.has(path)) : [],
  }
}

/** Renders a first pass without slow work, and then a second pass with it. A full build has one pass with all work. */
async function build(request: BuildRequest): Promise<void> {
  const { sitesFolder, number } = request
  const readPrevious = async () =>
    request.previous === null ? null : readBuild(sitesFolder, request.previous)
  const previous = request.isFull ? null : await readPrevious()
  isIncremental = previous !== null
  startBuild(sitesFolder, previous)
  const runPass = createPassRunner({
    ...{ request, app, recorder, publicFolder, publicFiles },
    readPreviousFiles: async () => (await readPrevious().catch(() => null))?.files ?? new Map(),
    onProgress: (rendered) => send({ rendered }),
  })

  let pass = await runPass(previous?.files, { isFirst: isIncremental, folder: "dist" })
  let site = await completePass(request, pass, previous?.files)
  send({ site })
  if (isIncremental) {
    try {
      const firstFiles = pass.files
      const secondPass = await runPass(firstFiles, { isFirst: false, folder: "late" })
      site = await completePass(request, secondPass, firstFiles)
      send({ site })
      pass = secondPass
    } catch (error) {
      // After a cancellation, the site of the first pass remains.
      if (!recorder.isCancelled()) throw error
    }
  }
  await writeBuild(request, pass.files, site)
  lastBuild = { number, files: pass.files }
  if (recorder.isCancelled()) return
  await removeOldBuilds(sitesFolder).catch((error) =>
    console.error("Earlier builds could not be removed:", error),
  )
}

let work = Promise.resolve()
process.on("message", (message: HostMessage) => {
  if ("cancel" in message) {
    if (isIncremental) recorder.cancelSecondPass()
    return
  }
  work = work.then(async () => {
    if ("warmUp" in message) return warmUp(message.warmUp)
    await build(message.build)
    send({ isDone: true })
  })
})
process.once("disconnect", () => process.exit())
