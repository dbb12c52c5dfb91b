/** The real host as a process of its own, as `npm start` runs it. */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"

export interface StartedHost {
  process: ChildProcess
  origin: string
  /** Everything it has printed. */
  output(): string
}

const SETTING =
  /^(DEV|NODE_ENV|VITEST|DATABASE_(OWNER_)?URL|SITE_URL|DATA_DIR|HOST|PORT|DEMO|TRUSTED_PROXY|OUTBOX_DIR|SMTP_URL|MAIL_FROM|GOOGLE_\w+)$/

/** The environment of the test run without settings of ours, and without what Astro would take for its own. */
export const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTING.test(name)))

/**
 * Starts it, or another program like it, with these settings; it inherits no settings of the test run.
 * `nodeOptions` come before its file.
 */
export function spawnHost(
  env: Record<string, string>,
  nodeOptions: string[] = [],
  program = "netlify/host/main.ts",
): StartedHost {
  const child = spawn(process.execPath, [...nodeOptions, program], {
    env: { ...plainEnvironment(), ...env },
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
    output: () => output,
  }
}

/** Waits for `/api/health` to answer 200; fails with what the host printed. */
export async function untilHealthy(host: StartedHost, timeoutMs = 120_000): Promise<void> {
  const end = Date.now() + timeoutMs
  while (Date.now() < end && host.process.exitCode === null) {
    const answer = await fetch(`${host.origin}/api/health`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`The host is not healthy. It printed:\n${host.output()}`)
}

/** The exit code, once it has ended. */
export async function ended(host: StartedHost): Promise<number | null> {
  if (host.process.exitCode === null && host.process.signalCode === null) {
    await once(host.process, "exit")
  }
  return host.process.exitCode
}
