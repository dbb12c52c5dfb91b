/** Members' input can neither block nor attack the host: a child has limits and an empty environment. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { execPath } from "node:process"
import { promisify } from "node:util"
import { runInNewContext } from "node:vm"
import pLimit from "p-limit"
import { problem, refuseWith } from "../http/problem.ts"
import type { ProcessLimits } from "./limit-process.ts"

/** Per queue. Further requests are refused. */
const MAX_WAITING = 40
const RETRY_AFTER_S = "10"
/** Fallback for a child that cannot kill itself at its limits. */
const CHILD_TIMEOUT_MS = 30_000
/** A cover of pure noise in all its sizes is smaller. */
const MAX_OUTPUT_BYTES = 16_000_000

/** Concurrent children. Slow calendars must not delay pictures. */
const queues = { pictures: pLimit(2), texts: pLimit(1) }
const run = promisify(execFile)

interface Work<Result> {
  queue: keyof typeof queues
  child: string
  args: string[]
  input: string | Uint8Array
  limits: ProcessLimits
  env?: Record<string, string>
  read: (output: Buffer) => Result
  /** Result for an input whose child was killed. */
  killedResult: Result
  /** For Netlify, which bundles each function into one file without a child program. */
  inProcess: () => Result | Promise<Result>
}

/** Ends the request with `busy` if the queue is full. */
export function runInChild<Result>(work: Work<Result>): Promise<Result> {
  const queue = queues[work.queue]
  if (queue.pendingCount >= MAX_WAITING) {
    refuseWith(problem("busy", {}, { "retry-after": RETRY_AFTER_S }))
  }
  return queue(async () => (existsSync(work.child) ? startChild(work) : work.inProcess()))
}

async function startChild<Result>(work: Work<Result>): Promise<Result> {
  const { child, args, input, limits, env = {}, read, killedResult } = work
  const { memoryMaxBytes, cpuMaxMs } = limits
  const running = run(execPath, [child, String(memoryMaxBytes), String(cpuMaxMs), ...args], {
    env,
    encoding: "buffer",
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: CHILD_TIMEOUT_MS,
    killSignal: "SIGKILL",
  })
  // A child may exit before it has read its input.
  running.child.stdin?.on("error", () => {}).end(input)
  try {
    return read((await running).stdout)
  } catch (error) {
    // The child itself, the host, or a system without memory killed the child.
    const isKilled = error instanceof Error && "signal" in error && error.signal
    if (isKilled) return killedResult
    throw error
  }
}

/** Returns `timeoutResult` after `maxMs` milliseconds. */
export function runWithTimeout<Result>(
  maxMs: number,
  work: () => Result,
  timeoutResult: Result,
): Result {
  try {
    return runInNewContext("work()", { work }, { timeout: maxMs })
  } catch (error) {
    // The error comes from the new context, so `instanceof Error` is false.
    if (Object(error).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return timeoutResult
    throw error
  }
}
