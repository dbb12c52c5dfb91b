/** One build: Astro in a process of its own, then the policy and the compressed files. */
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"
import { makeBuildFolder, moveFolder } from "./build-folder.ts"
import { writePolicy } from "./csp.ts"
import { type Compressed, precompress } from "./precompress.ts"

export type Phase = "preparing" | "rendering" | "compressing"

export interface BuildOptions {
  root: string
  /** Where the site goes. */
  folder: string
  siteUrl: string
  databaseUrl: string
  /** Where drawn pictures are kept; by default in the checkout. */
  pictures?: string | undefined
  previous?: Compressed | undefined
  signal: AbortSignal
  onProgress(phase: Phase, pages: number): void
}

/** A build that failed; the message is the end of what Astro said. */
export class BuildFailed extends Error {
  override name = "BuildFailed"
}

const KEPT_OUTPUT = 2_000
const KILL_AFTER_MS = 5_000
/** As for the database, which takes a build of which nothing was heard for so long as lost. */
const LONGEST_MS = 30 * 60_000
// Astro's line for a page: a branch, its file, the time it took.
const PAGE_LINE = /^\S*\s*[├└]─ \S*\.html\b/
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

/** Builds into `dist` of the work folder; returns the number of pages. */
function runAstro(options: BuildOptions, work: string): Promise<number> {
  const { root, siteUrl, databaseUrl, pictures, signal, onProgress } = options
  const preload = ["--import", pathToFileURL(join(import.meta.dirname, "end-with-host.ts")).href]
  const program = join(root, "node_modules/astro/bin/astro.mjs")
  const astro = spawn(process.execPath, [...preload, program, "build"], {
    cwd: root,
    env: {
      ...process.env,
      // Whatever the host runs under: readers get React's production build.
      NODE_ENV: "production",
      OUT_DIR: join(work, "dist"),
      CACHE_DIR: join(work, "cache"),
      SITE_URL: siteUrl,
      ...(pictures && { PICTURES_FOLDER: pictures }),
      DATABASE_URL: databaseUrl,
      // The build reads as a stranger; what others may see is not within its reach.
      AUTH_DATABASE_URL: "",
      DATABASE_OWNER_URL: "",
      ASTRO_TELEMETRY_DISABLED: "1",
      FORCE_COLOR: "0",
    },
    // Its own process group: a Ctrl-C is for the host, which ends the build itself.
    detached: true,
    // Nothing is written to the first: it tells the build that the host is there.
    stdio: ["pipe", "pipe", "pipe"],
  })
  const stop = () => {
    endGroup(astro, "SIGTERM")
    setTimeout(() => endGroup(astro, "SIGKILL"), KILL_AFTER_MS).unref()
  }
  signal.addEventListener("abort", stop, { once: true })
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    stop()
  }, LONGEST_MS)

  let pages = 0
  let output = ""
  const listen = (line: string) => {
    const text = line.replace(ESCAPES, "")
    output = `${output}${text}\n`.slice(-2 * KEPT_OUTPUT)
    if (PAGE_LINE.test(text)) {
      pages += 1
      onProgress("rendering", pages)
    }
  }
  createInterface(astro.stdout).on("line", listen)
  createInterface(astro.stderr).on("line", listen)

  return new Promise((resolve, reject) => {
    astro.once("error", (error) => reject(new BuildFailed(`Astro cannot be run: ${error.message}`)))
    astro.once("close", (code, ended) => {
      signal.removeEventListener("abort", stop)
      clearTimeout(limit)
      if (signal.aborted) reject(new BuildFailed("The build was stopped with the host."))
      else if (isLate) reject(new BuildFailed("The build was not done after half an hour."))
      else if (code === 0) resolve(pages)
      else {
        const end = ended
          ? `The build was killed (${ended}); the machine may be short of memory.`
          : `Astro ended with ${code}.`
        const said = output.slice(-KEPT_OUTPUT).trim()
        reject(new BuildFailed(ended ? `${end}\n${said}`.trim() : said || end))
      }
    })
  })
}

async function astroInto(folder: string, options: BuildOptions): Promise<number> {
  await using work = await makeBuildFolder(options.root)
  const pages = await runAstro(options, work.path)
  await moveFolder(join(work.path, "dist"), folder)
  return pages
}

/** Builds a site that can be served as it is. */
export async function buildSite(options: BuildOptions): Promise<Compressed & { pages: number }> {
  // An abort that came before is an event nobody will hear.
  options.signal.throwIfAborted()
  options.onProgress("preparing", 0)
  const pages = await astroInto(options.folder, options)
  options.onProgress("compressing", pages)
  await writePolicy(options.folder, options.siteUrl)
  return { ...(await precompress(options.folder, options.previous)), pages }
}
