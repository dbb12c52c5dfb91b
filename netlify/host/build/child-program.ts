/** Starts the programs of a build, Astro and the render worker. They end with this process. */
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { pathToFileURL } from "node:url"
import type { WorkerMessage } from "./messages.ts"

/** The build failed. If a program ended with an error, the message contains its last output. */
export class BuildFailed extends Error {
  override name = "BuildFailed"
}

/** Maximum characters of a program's output in an error message. */
const MAX_OUTPUT_LENGTH = 2_000
/** Time between SIGTERM and SIGKILL. */
const KILL_AFTER_MS = 5_000
/** Time limit of a program. get_next_build_time() in SQL has the same limit. */
const TIMEOUT_MS = 30 * 60_000
const ANSI_COLORS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, "g")

export interface BuildEnvironment {
  root: string
  siteUrl: string
  databaseUrl: string
  /** Folder of generated pictures. By default, it is in the checkout. */
  pictures?: string | undefined
}

export interface Program {
  child: ChildProcess
  output(): string
}

export function startProgram(
  args: string[],
  { root, siteUrl, databaseUrl, pictures }: BuildEnvironment,
  settings: Record<string, string> = {},
): Program {
  const preload = ["--import", pathToFileURL(join(import.meta.dirname, "end-with-host.ts")).href]
  // Test runners set DEV, and Astro would use it as `import.meta.env.DEV`.
  const { DEV: _, ...environment } = process.env
  const child = spawn(process.execPath, [...preload, ...args], {
    cwd: root,
    env: {
      ...environment,
      // Visitors get React's production build, even if the host runs in development.
      NODE_ENV: "production",
      SITE_URL: siteUrl,
      ...(pictures && { PICTURES_FOLDER: pictures }),
      DATABASE_URL: databaseUrl,
      // Builds read only public content, so they get only the database role that can read it.
      AUTH_DATABASE_URL: "",
      DATABASE_OWNER_URL: "",
      ASTRO_TELEMETRY_DISABLED: "1",
      FORCE_COLOR: "0",
      ...settings,
    },
    // The program gets its own process group, so that Ctrl-C in the terminal does not reach it.
    detached: true,
    // end-with-host.ts exits when stdin is closed.
    stdio: ["pipe", "pipe", "pipe", "ipc"],
  })
  let output = ""
  const append = (line: unknown) => {
    output = `${output}${String(line).replace(ANSI_COLORS, "")}\n`.slice(-2 * MAX_OUTPUT_LENGTH)
  }
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface(stream).on("line", append)
  }
  // Without a listener, the error of a failed spawn would end the host.
  child.on("error", append)
  return { child, output: () => output.slice(-MAX_OUTPUT_LENGTH).trim() }
}

function signalGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals) {
  if (!pid || exitCode !== null || signalCode !== null) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The process group has already ended.
  }
}

export function waitUntilDone(
  { child, output }: Program,
  signal: AbortSignal,
  onMessage: (message: Exclude<WorkerMessage, { isDone: true }>) => void = () => {},
): Promise<void> {
  const stop = () => {
    signalGroup(child, "SIGTERM")
    setTimeout(() => signalGroup(child, "SIGKILL"), KILL_AFTER_MS).unref()
  }
  signal.addEventListener("abort", stop, { once: true })
  let isTimedOut = false
  const timeout = setTimeout(() => {
    isTimedOut = true
    stop()
  }, TIMEOUT_MS)

  return new Promise((resolve, reject) => {
    const finish = (error?: BuildFailed) => {
      signal.removeEventListener("abort", stop)
      clearTimeout(timeout)
      child.off("message", receive).off("error", fail).off("close", close)
      if (error) reject(error)
      else resolve()
    }
    const receive = (message: WorkerMessage) => {
      if ("isDone" in message) finish()
      else onMessage(message)
    }
    const fail = (error: Error) => finish(new BuildFailed(`Node cannot be run: ${error.message}`))
    const close = (code: number | null, killedBy: NodeJS.Signals | null) => {
      if (signal.aborted) return finish(new BuildFailed("The build was stopped with the host."))
      if (isTimedOut) return finish(new BuildFailed("The build was not done after half an hour."))
      if (code === 0) return finish()
      const reason = killedBy
        ? `The build was killed (${killedBy}); the machine may be short of memory.`
        : `The build ended with code ${code}.`
      const lastOutput = output()
      finish(new BuildFailed(killedBy ? `${reason}\n${lastOutput}`.trim() : lastOutput || reason))
    }
    child.on("message", receive).once("error", fail).once("close", close)
  })
}
