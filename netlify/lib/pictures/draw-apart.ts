/**
 * Draws members' pictures in processes of their own, one for each: what a picture makes a decoder do, it
 * does to a process that has none of our environment, may be killed, and never sees another member's picture.
 */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { execPath } from "node:process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import pLimit from "p-limit"
import * as z from "zod/mini"
import type { Drawn, PictureKind } from "./draw-picture.ts"

const CHILD = fileURLToPath(new URL("./draw-apart.child.ts", import.meta.url))

/** The processor has other things to do. */
const MOST_AT_ONCE = 2
/** 70 MB of it are Node and sharp; the most that the header's limits let through took 270. */
const MEMORY_MAX_BYTES = 290_000_000
/** Of one core: a camera's 24 megapixels take 0.8 s, the worst AVIF 1.7 s. */
const CPU_MAX_MS = 3_000
/** A child ends itself at those two; this is for one that cannot, or waits for a busy machine. */
const PATIENCE_MS = 30_000
/** More than noise as a cover, in all its sizes. */
const MOST_OUTPUT_BYTES = 16_000_000

const inTurn = pLimit(MOST_AT_ONCE)

const headerOf = z.union([
  z.object({ lengths: z.array(z.int()), width: z.int(), height: z.int() }),
  z.object({ refusal: z.enum(["unsupported_image", "picture_shape", "picture_too_complex"]) }),
])

/** What a child answered: a line of JSON, then its files, one after the other. */
function read(output: Buffer): Drawn {
  const end = output.indexOf("\n")
  const header = headerOf.parse(JSON.parse(output.toString("utf8", 0, end)))
  if ("refusal" in header) return header
  let at = end + 1
  const { lengths, ...size } = header
  const files = lengths.map((length) => {
    at += length
    return output.subarray(at - length, at)
  })
  return { files, ...size }
}

interface DrawOptions {
  child?: string
  cpuMaxMs?: number
}

const run = promisify(execFile)

async function drawInChild(kind: PictureKind, bytes: Uint8Array, options: Required<DrawOptions>) {
  const { child, cpuMaxMs } = options
  const running = run(execPath, [child, kind, String(MEMORY_MAX_BYTES), String(cpuMaxMs)], {
    // None of ours: no secrets. Without this one, large pictures would be decoded into files.
    env: { VIPS_DISC_THRESHOLD: "1g" },
    encoding: "buffer",
    maxBuffer: MOST_OUTPUT_BYTES,
    timeout: PATIENCE_MS,
    killSignal: "SIGKILL",
  })
  // It may end before it has read everything.
  running.child.stdin?.on("error", () => {}).end(bytes)
  try {
    return read((await running).stdout)
  } catch (error) {
    // By itself, by its limit of time, or by a system without memory: killed for its picture.
    const isKilled = error instanceof Error && "signal" in error && error.signal
    if (isKilled) return { refusal: "picture_too_complex" } as const
    throw error
  }
}

/** Draws a picture in its turn; in this process where there is no file to start another one from. */
export const drawApart = (
  kind: PictureKind,
  bytes: Uint8Array,
  { child = CHILD, cpuMaxMs = CPU_MAX_MS }: DrawOptions = {},
): Promise<Drawn> =>
  inTurn(async () => {
    if (existsSync(child)) return drawInChild(kind, bytes, { child, cpuMaxMs })
    // Netlify bundles each function into one file. There, a call has a machine to itself.
    const { drawPicture } = await import("./draw-picture.ts")
    return drawPicture(kind, bytes)
  })
