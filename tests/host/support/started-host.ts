import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"

export interface StartedHost {
  process: ChildProcess
  origin: string
  getOutput(): string
}

const IGNORED_VARIABLE =
  /^(DEV|NODE_ENV|VITEST|DATABASE_(OWNER_)?URL|SITE_URL|DATA_DIR|HOST|PORT|DEMO|TRUSTED_PROXY|OUTBOX_DIR|SMTP_URL|MAIL_FROM|GOOGLE_\w+)$/

/** Returns the environment of this process, without settings of the project and variables that affect Astro. */
export const makePlainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !IGNORED_VARIABLE.test(name)))

export async function runProgram(program: string, args: string[], env: Record<string, string>) {
  const options = { env: { ...makePlainEnvironment(), ...env } }
  const result = await promisify(execFile)(program, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => error,
  )
  return { code: Number(result.code), output: `${result.stdout}${result.stderr}`.trim() }
}

export const getCookies = ({ headers }: { headers: Headers }) =>
  headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ")

/** Starts the host or another program. Its environment has only these settings. `nodeOptions` precede the program. */
export function spawnHost(
  env: Record<string, string>,
  nodeOptions: string[] = [],
  program = "netlify/host/main.ts",
): StartedHost {
  const child = spawn(process.execPath, [...nodeOptions, program], {
    env: { ...makePlainEnvironment(), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  return {
    process: child,
    origin: `http://127.0.0.1:${env["PORT"] ?? ""}`,
    getOutput: () => output,
  }
}

/** Throws an error with the host's output if `/api/health` does not respond with 200 in time. */
export async function waitUntilHealthy(host: StartedHost, timeoutMs = 120_000): Promise<void> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end && host.process.exitCode === null) {
    const response = await fetch(`${host.origin}/api/health`).catch(() => null)
    if (response?.ok) return
    await sleep(100)
  }
  throw new Error(`The host is not healthy. It printed:\n${host.getOutput()}`)
}

/** Returns the exit code; null if a signal ended the host. */
export async function waitForExit(host: StartedHost): Promise<number | null> {
  if (host.process.exitCode === null && host.process.signalCode === null) {
    await once(host.process, "exit")
  }
  return host.process.exitCode
}
