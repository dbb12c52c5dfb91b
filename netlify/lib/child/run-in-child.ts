/**
 * Runs work on members' input in child processes. A child sees one input and nothing of the host's environment,
 * and is killed at its limits, so no input keeps the host from answering.
 */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { execPath } from "node:process"
import { promisify } from "node:util"
import { runInNewContext } from "node:vm"
import pLimit from "p-limit"
import { problem, refuseWith } from "../http/problem.ts"
import type { ProcessLimits } from "./limit-process.ts"

/** Inputs of a kind that wait for a child; more are refused. */
const MAX_WAITING = 40
const RETRY_AFTER_S = "10"
/** A child kills itself at its limits. The host kills one that cannot, or that a busy machine slows down. */
const CHILD_TIMEOUT_MS = 30_000
/** Largest output in bytes: more than noise as a cover, in all its sizes. */
const MAX_OUTPUT_BYTES = 16_000_000

/**
 * Children at the same time, by kind of work. The host and Postgres need processor time and memory, too. Texts and
 * pictures have queues apart, so that slow calendars do not keep pictures waiting.
 */
const queues = { pictures: pLimit(2), texts: pLimit(1) }
const run = promisify(execFile)

interface Work<Result> {
  queue: keyof typeof queues
  /** The path of the child's program. */
  child: string
  args: string[]
  input: string | Uint8Array
  limits: ProcessLimits
  env?: Record<string, string>
  /** Reads the child's output. */
  read: (output: Buffer) => Result
  /** The result for an input that its child was killed for. */
  killed: Result
  /**
   * Does the same work in this process, where there is no program to start: Netlify bundles each function into
   * one file. There, a call has a machine to itself.
   */
  inProcess: () => Result | Promise<Result>
}

/** Runs work in its turn. Refuses the call with `busy` when too much waits already. */
export function runInChild<Result>(work: Work<Result>): Promise<Result> {
  const inTurn = queues[work.queue]
  if (inTurn.pendingCount >= MAX_WAITING) {
    refuseWith(problem("busy", {}, { "retry-after": RETRY_AFTER_S }))
  }
  return inTurn(async () => (existsSync(work.child) ? start(work) : work.inProcess()))
}

async function start<Result>(work: Work<Result>): Promise<Result> {
  const { child, args, input, limits, env = {}, read, killed } = work
  const { memoryMaxBytes, cpuMaxMs } = limits
  const running = run(execPath, [child, String(memoryMaxBytes), String(cpuMaxMs), ...args], {
    env,
    encoding: "buffer",
    maxBuffer: MAX_OUTPUT_BYTES,
    timeout: CHILD_TIMEOUT_MS,
    killSignal: "SIGKILL",
  })
  // A child may end before it has read everything.
  running.child.stdin?.on("error", () => {}).end(input)
  try {
    return read((await running).stdout)
  } catch (error) {
    // Killed by itself, by the host, or by a system without memory.
    const isKilled = error instanceof Error && "signal" in error && error.signal
    if (isKilled) return killed
    throw error
  }
}

/** Runs synchronous work, and stops it after `maxMs`: then the result is `stopped`. */
export function runFor<Result>(maxMs: number, work: () => Result, stopped: Result): Result {
  try {
    return runInNewContext("work()", { work }, { timeout: maxMs })
  } catch (error) {
    // The error is an Error of the new context, not of this one.
    if (Object(error).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return stopped
    throw error
  }
}
