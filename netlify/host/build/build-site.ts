import { mkdir } from "node:fs/promises"
import { join } from "node:path"
import { type BundleOptions, ensureBundle } from "./bundle.ts"
import { BuildFailed, type Program, startProgram, waitUntilDone } from "./child-program.ts"
import type { BuildRequest, HostMessage } from "./messages.ts"
import { applyChange, type BuiltSite, getPassFolder } from "./sites.ts"

export interface BuildOptions extends BundleOptions {
  sitesFolder: string
  number: number
  /** The previous build of the same source. Without it, all pages are rendered. */
  previous?: BuiltSite | undefined
  /** Whether all pages are rendered, even if there is a previous build. */
  isFull?: boolean
  /** Origin of the deployed site, whose pages replace pages that cannot be rendered. */
  deployed?: string | undefined
  onProgress(phase: "preparing" | "rendering", pages: number): void
  /** Called after each pass (see README.md). */
  onSite?(site: BuiltSite): Promise<void>
  /** Slot in which an incremental build leaves its worker for the next build. By default, the worker ends. */
  worker?: WorkerSlot
}

export interface WorkerSlot {
  /** A worker that waits for the next build and has the last build in its memory. */
  idle: Program | null
  /** The worker of a running incremental build, whose second pass can be canceled. */
  building?: Program | null
}

const send = ({ child }: Program, message: HostMessage) => child.send(message)

const isRunning = ({ child }: Program) =>
  child.connected && child.exitCode === null && child.signalCode === null

const startWorker = (bundle: string, options: BundleOptions) =>
  startProgram([join(import.meta.dirname, "render-worker.ts"), bundle], options)

/** Lets this process exit while the worker is idle. */
function unref({ child }: Program) {
  child.unref()
  child.channel?.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    if (stream && "unref" in stream && typeof stream.unref === "function") stream.unref()
  }
}

/** Ends the build's second pass, because a newer build is waiting. The site of the first pass remains. */
export function cancelSecondPass({ building }: WorkerSlot): void {
  if (building && isRunning(building)) send(building, { cancel: true })
}

export function stopWorker(slot: WorkerSlot): void {
  slot.idle?.child.disconnect()
  slot.idle = null
}

/** Starts a worker that loads the previous build, so that the next incremental build is fast. */
export async function warmUpWorker(
  slot: WorkerSlot,
  previous: number,
  options: BundleOptions & Pick<BuildOptions, "sitesFolder">,
): Promise<void> {
  const bundle = await ensureBundle(options)
  if (slot.idle || slot.building || options.signal.aborted) return
  slot.idle = startWorker(bundle, options)
  send(slot.idle, { warmUp: { sitesFolder: options.sitesFolder, number: previous } })
  unref(slot.idle)
}

/**
 * Builds the site in a worker process. Throws {@link BuildFailed} or an error of `onSite`. If the build is aborted,
 * throws {@link BuildFailed} while Astro or the worker runs, and the abort reason before either of them starts.
 */
export async function buildSite(options: BuildOptions): Promise<BuiltSite> {
  const { sitesFolder, number, source, siteUrl, previous, isFull = false, onProgress } = options
  const { deployed = null, worker: slot, signal } = options
  onProgress("preparing", 0)
  const bundle = await ensureBundle(options)
  onProgress("rendering", 0)
  const request: BuildRequest = {
    sitesFolder,
    number,
    source,
    siteUrl,
    isFull,
    deployed,
    previous: previous?.number ?? null,
  }
  await mkdir(getPassFolder(sitesFolder, number), { recursive: true })
  let site: BuiltSite | undefined
  let onSiteCalls = Promise.resolve()
  // `waitUntilDone()` stops the worker only if the signal is aborted later, so an earlier abort must throw here.
  signal.throwIfAborted()
  const idle = slot?.idle
  const worker = idle && isRunning(idle) ? idle : startWorker(bundle, options)
  // A worker is not kept after a full build, because it holds all content in memory.
  const keepsWorker = slot && previous && !isFull
  if (slot) Object.assign(slot, { idle: null, building: keepsWorker ? worker : null })
  send(worker, { build: request })
  try {
    await waitUntilDone(worker, signal, (message) => {
      if ("rendered" in message) return onProgress("rendering", message.rendered)
      const changedSite = applyChange(
        sitesFolder,
        site ?? previous ?? { manifest: new Map() },
        message.site,
      )
      site = changedSite
      onSiteCalls = onSiteCalls.then(() => options.onSite?.(changedSite))
      // `await onSiteCalls` below handles the error.
      onSiteCalls.catch(() => {})
    })
  } finally {
    if (slot) slot.building = null
    await onSiteCalls.catch(() => {})
  }
  await onSiteCalls
  unref(worker)
  if (keepsWorker) slot.idle = worker
  else worker.child.disconnect()
  if (!site) throw new BuildFailed("The build ended without a site.")
  return site
}
