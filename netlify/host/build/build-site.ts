/** One build: Astro bundles, once per state of the source, and what it bundled renders, each in a process of its own. */
import { type ChildProcess, spawn } from "node:child_process"
import { access, mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"
import { makeBuildFolder } from "./build-folder.ts"
import type { Asked, Job, Told } from "./render.ts"
import { type BuiltSite, changedSite, folderOf } from "./sites.ts"

type Phase = "preparing" | "rendering" | "compressing"

export interface BuildOptions {
  root: string
  /** The folder of built sites, and the number of this one in it. */
  sites: string
  number: number
  /** What it is built from, see sourceKey. */
  source: string
  siteUrl: string
  databaseUrl: string
  /** Where drawn pictures are kept; by default in the checkout. */
  pictures?: string | undefined
  /** The build before, which had the same source; all is rendered without one. */
  previous?: BuiltSite | undefined
  /** Renders all, whatever the build before has. */
  isFull?: boolean
  /** The origin of the deployed site, from which a page is taken that cannot be rendered and no build before has. */
  deployed?: string | undefined
  signal: AbortSignal
  onProgress(phase: Phase, pages: number): void
  /** Takes a site that can be served: the first may come while the rest of it is still being made. */
  onSite?(site: BuiltSite): Promise<void>
  /** Where the process that renders stays for the next build; by default it ends with this one. */
  resident?: Resident
}

/** The process that renders, between two builds; and during one of what changed. */
export interface Resident {
  program: Program | null
  building?: Program | null
}

/** A build that failed; the message is the end of what was said. */
class BuildFailed extends Error {
  override name = "BuildFailed"
}

const KEPT_OUTPUT = 2_000
const KILL_AFTER_MS = 5_000
/** As for the database, which takes a build of which nothing was heard for so long as lost. */
const LONGEST_MS = 30 * 60_000
const ESCAPES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g")

// With the helpers that it started.
function endGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals) {
  if (!pid || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, signal)
  } catch {
    // It ended by itself in between.
  }
}

type Environment = Pick<BuildOptions, "root" | "siteUrl" | "databaseUrl" | "pictures">

/** A program of the build's that runs. */
interface Program {
  child: ChildProcess
  /** The end of what it said. */
  output(): string
}

function start(
  program: string[],
  { root, siteUrl, databaseUrl, pictures }: Environment,
  settings: Record<string, string> = {},
): Program {
  const preload = ["--import", pathToFileURL(join(import.meta.dirname, "end-with-host.ts")).href]
  // Astro would take it for its own `import.meta.env.DEV`; test runners set it.
  const { DEV: _, ...environment } = process.env
  const child = spawn(process.execPath, [...preload, ...program], {
    cwd: root,
    env: {
      ...environment,
      // Whatever the host runs under: readers get React's production build.
      NODE_ENV: "production",
      SITE_URL: siteUrl,
      ...(pictures && { PICTURES_FOLDER: pictures }),
      DATABASE_URL: databaseUrl,
      // The build reads as a stranger; what others may see is not within its reach.
      AUTH_DATABASE_URL: "",
      DATABASE_OWNER_URL: "",
      ASTRO_TELEMETRY_DISABLED: "1",
      FORCE_COLOR: "0",
      ...settings,
    },
    // Its own process group: a Ctrl-C is for the host, which ends the build itself.
    detached: true,
    // Nothing is written to the first: it tells the build that the host is there.
    stdio: ["pipe", "pipe", "pipe", "ipc"],
  })
  let output = ""
  const listen = (line: string) => {
    output = `${output}${line.replace(ESCAPES, "")}\n`.slice(-2 * KEPT_OUTPUT)
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on("line", listen)
  }
  // Without it, a process that cannot be started would end the host; `finished` hears of it too.
  child.on("error", listen)
  return { child, output: () => output.slice(-KEPT_OUTPUT).trim() }
}

/** Resolves when a program has ended well, or has said that it is done. */
function finished(
  { child, output }: Program,
  signal: AbortSignal,
  onTold: (told: Exclude<Told, { isDone: true }>) => void = () => {},
): Promise<void> {
  const stop = () => {
    endGroup(child, "SIGTERM")
    setTimeout(() => endGroup(child, "SIGKILL"), KILL_AFTER_MS).unref()
  }
  signal.addEventListener("abort", stop, { once: true })
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    stop()
  }, LONGEST_MS)

  return new Promise((resolve, reject) => {
    const hear = (told: Told) => {
      if (!("isDone" in told)) return onTold(told)
      rest()
      resolve()
    }
    const fail = (error: Error) => end(new BuildFailed(`Node cannot be run: ${error.message}`))
    const close = (code: number | null, ended: NodeJS.Signals | null) => {
      if (signal.aborted) return end(new BuildFailed("The build was stopped with the host."))
      if (isLate) return end(new BuildFailed("The build was not done after half an hour."))
      if (code === 0) return end()
      const how = ended
        ? `The build was killed (${ended}); the machine may be short of memory.`
        : `The build ended with ${code}.`
      const said = output()
      end(new BuildFailed(ended ? `${how}\n${said}`.trim() : said || how))
    }
    const rest = () => {
      signal.removeEventListener("abort", stop)
      clearTimeout(limit)
      child.off("message", hear).off("error", fail).off("close", close)
    }
    const end = (error?: BuildFailed) => {
      rest()
      if (error) reject(error)
      else resolve()
    }
    child.on("message", hear).once("error", fail).once("close", close)
  })
}

const FORGOTTEN_MS = 7 * 24 * 60 * 60_000

/** What Astro bundled of this source for this address; made where it is not there yet. */
async function rendererFor(
  options: Pick<BuildOptions, "source" | "signal"> & Environment,
): Promise<string> {
  const { root, source } = options
  const renderers = join(root, ".cache/renderers")
  const folder = join(renderers, source)
  const isThere = await access(join(folder, "renderer.json")).then(
    () => true,
    () => false,
  )
  const now = new Date()
  if (isThere) {
    await utimes(folder, now, now)
    return folder
  }
  await mkdir(renderers, { recursive: true })
  for (const name of await readdir(renderers)) {
    const { mtimeMs } = await stat(join(renderers, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > FORGOTTEN_MS) {
      await rm(join(renderers, name), { recursive: true, force: true })
    }
  }
  await using work = await makeBuildFolder(root)
  const made = join(work.path, "renderer")
  options.signal.throwIfAborted()
  const astro = start([join(root, "node_modules/astro/bin/astro.mjs"), "build"], options, {
    OUT_DIR: join(work.path, "dist"),
    CACHE_DIR: join(work.path, "cache"),
    RENDERER_FOLDER: made,
  })
  await finished(astro, options.signal)
  await rename(join(work.path, "dist"), join(made, "public"))
  // Another host of this checkout may have made the same meanwhile.
  await rename(made, folder).catch(async (error) => {
    await access(join(folder, "renderer.json")).catch(() => Promise.reject(error))
  })
  return folder
}

const ask = ({ child }: Program, asked: Asked) => child.send(asked)

const isRunning = ({ child }: Program) =>
  child.connected && child.exitCode === null && child.signalCode === null

const startRendering = (renderer: string, options: Environment) =>
  start([join(import.meta.dirname, "render.ts"), renderer], options)

/** The process may stay, but keeps nobody else from ending. */
function letBe({ child }: Program) {
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref()
  }
}

/** Has a build under way end soon, with what takes long as it was: the next one follows at once. */
export function hurry({ building }: Resident): void {
  if (building && isRunning(building)) ask(building, { hurry: true })
}

/** Ends the process that stays; the next build starts another. */
export function endResident(resident: Resident): void {
  resident.program?.child.disconnect()
  resident.program = null
}

/** Has a fresh process read what the next build is a change of, before there is anything to build. */
export async function prepareNext(
  resident: Resident,
  previous: number,
  options: Pick<BuildOptions, "sites" | "source" | "signal"> & Environment,
): Promise<void> {
  const renderer = await rendererFor(options)
  if (resident.program || resident.building || options.signal.aborted) return
  resident.program = startRendering(renderer, options)
  ask(resident.program, { prepare: { sites: options.sites, number: previous } })
  letBe(resident.program)
}

/** Builds a site that can be served as it is. */
export async function buildSite(options: BuildOptions): Promise<BuiltSite> {
  const { sites, number, source, siteUrl, previous, isFull = false, onProgress, resident } = options
  const { deployed = null } = options
  onProgress("preparing", 0)
  const renderer = await rendererFor(options)
  onProgress("rendering", 0)
  const job: Job = {
    ...{ sites, number, source, siteUrl, isFull, deployed },
    previous: previous?.number ?? null,
  }
  await mkdir(folderOf(sites, number), { recursive: true })
  let site: BuiltSite | undefined
  let served = Promise.resolve()
  // An abort that came before is an event nobody will hear.
  options.signal.throwIfAborted()
  const known = resident?.program
  const program = known && isRunning(known) ? known : startRendering(renderer, options)
  // All that a full build reads is much: the next one begins without.
  const stays = resident && previous && !isFull
  if (resident) Object.assign(resident, { program: null, building: stays ? program : null })
  ask(program, { build: job })
  try {
    await finished(program, options.signal, (told) => {
      if ("rendered" in told) return onProgress("rendering", told.rendered)
      const next = changedSite(sites, site ?? previous ?? { manifest: new Map() }, told.site)
      site = next
      served = served.then(() => options.onSite?.(next))
      // Heard of below.
      served.catch(() => {})
    })
  } finally {
    if (resident) resident.building = null
    await served.catch(() => {})
  }
  await served
  letBe(program)
  if (stays) resident.program = program
  else program.child.disconnect()
  if (!site) throw new BuildFailed("The build ended without its site.")
  return site
}
