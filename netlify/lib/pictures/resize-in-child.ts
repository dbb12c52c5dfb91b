/** Resizes pictures in a child process, so that a malicious file cannot attack the host. */
import { fileURLToPath } from "node:url"
import * as z from "zod/mini"
import { runInChild } from "../child/run-in-child.ts"
import type { PictureKind, ResizeResult } from "./resize-picture.ts"

const CHILD = fileURLToPath(new URL("./resize-picture.child.ts", import.meta.url))

/** Memory limit of the child process. It took 80 MB without a picture, and 280 MB with the largest accepted picture. */
const MEMORY_MAX_BYTES = 300_000_000
/** Limit of processor time. A camera's picture of 24 megapixels took 0.8 s, and the slowest AVIF 1.7 s. */
const CPU_MAX_MS = 3_000

const outputHeader = z.union([
  z.object({ lengths: z.array(z.int()), width: z.int(), height: z.int() }),
  z.object({ refusal: z.enum(["unsupported_image", "picture_shape", "picture_too_complex"]) }),
])

/** Parses the child's output, which is a line of JSON, followed by the files. */
function parseOutput(output: Buffer): ResizeResult {
  const end = output.indexOf("\n")
  const header = outputHeader.parse(JSON.parse(output.toString("utf8", 0, end)))
  if ("refusal" in header) return header
  let position = end + 1
  const { lengths, ...size } = header
  const files = lengths.map((length) => {
    position += length
    return output.subarray(position - length, position)
  })
  return { files, ...size }
}

interface ResizeOptions {
  child?: string
  cpuMaxMs?: number
}

export const resizeInChild = (
  kind: PictureKind,
  bytes: Uint8Array,
  { child = CHILD, cpuMaxMs = CPU_MAX_MS }: ResizeOptions = {},
): Promise<ResizeResult> =>
  runInChild<ResizeResult>({
    queue: "pictures",
    child,
    args: [kind],
    input: bytes,
    limits: { memoryMaxBytes: MEMORY_MAX_BYTES, cpuMaxMs },
    // By default, libvips decodes large pictures into temporary files.
    env: { VIPS_DISC_THRESHOLD: "1g" },
    parseOutput,
    killedResult: { refusal: "picture_too_complex" },
    async inProcess() {
      const { resizePicture } = await import("./resize-picture.ts")
      return resizePicture(kind, bytes)
    },
  })
