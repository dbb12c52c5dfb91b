/** Runs work on members' input in a child process with limits and without the host's environment variables. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { execPath } from "node:process"
import { promisify } from "node:util"
import { runInNewContext } from "node:vm"
import pLimit from "p-limit"
import { createProblem, refuseWith } from "../http/problem.ts"
import type { ProcessLimits } from "./limit-process.ts"

/** Maximum number of jobs that wait in a queue. If the queue is full, a request is refused. */
const MAX_QUEUED = 40
const RETRY_AFTER_SECONDS = "10"
/** The host kills a child after this time, if limitProcess() in the child has not ended it earlier. */
const CHILD_TIMEOUT_MS = 30_000
/** Maximum size of a child's output. A cover picture of pure noise in all its sizes is smaller. */
const MAX_OUTPUT_BYTES = 16_000_000

/**
 * Each queue limits the number of concurrent children.
 * Pictures have their own queue, so that slow calendars do not delay them.
 */
const queues = { pictures: pLimit(2), texts: pLimit(1) }
const runFile = promisify(execFile)

interface ChildWork<Result> {
  queue: keyof typeof queues
  /** Path of the program. Its first arguments are the limits. */
  child: string
  args: string[]
  input: string | Uint8Array
  limits: ProcessLimits
  env?: Record<string, string>
  parseOutput: (output: Buffer) => Result
  /** Result for an input whose child was killed. */
  killedResult: Result
  /** Does the work in this process on Netlify, which bundles each function into one file without a child program. */
  inProcess: () => Result | Promise<Result>
}

/** Ends the request with `busy` if the queue is full. */
export function runInChild<Result>(work: ChildWork<Result>): Promise<Result> {
  const queue = queues[work.queue]
  if (queue.pendingCount >= MAX_QUEUED) {
    refuseWith(createProblem("busy", {}, { "retry-after": RETRY_AFTER_SECONDS }))
  }
  return queue(async () => (existsSync(work.child) ? startChild(work) : work.inProcess()))
}

async function startChild<Result>(work: ChildWork<Result>): Promise<Result> {
  const { child, args, input, limits, env = {}, parseOutput, killedResult } = work
  const { memoryMaxBytes, cpuMaxMs } = limits
  const running = runFile(execPath, [child, String(memoryMaxBytes), String(cpuMaxMs), ...args], {
    env,
    encoding: "buffer",
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: CHILD_TIMEOUT_MS,
    killSignal: "SIGKILL",
  })
  // Ignores the error of a child that exits before it has read its input.
  running.child.stdin?.on("error", () => {}).end(input)
  try {
    return parseOutput((await running).stdout)
  } catch (error) {
    // The child itself, the host, or a system without memory killed the child.
    const isKilled = error instanceof Error && "signal" in error && error.signal
    if (isKilled) return killedResult
    throw error
  }
}

/** Runs synchronous work in this process. Returns `timeoutResult` if the work takes longer than `maxMs`. */
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
