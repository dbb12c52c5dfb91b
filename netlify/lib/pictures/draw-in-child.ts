/** Draws pictures in a child process, because a malicious file must not attack the host. */
import { fileURLToPath } from "node:url"
import * as z from "zod/mini"
import { runInChild } from "../child/run-in-child.ts"
import type { DrawResult, PictureKind } from "./draw-picture.ts"

const CHILD = fileURLToPath(new URL("./draw-picture.child.ts", import.meta.url))

/** Node and sharp take 80 MB. The largest accepted picture took 280 MB in total. */
const MEMORY_MAX_BYTES = 300_000_000
/** A camera's picture of 24 megapixels takes 0.8 s of processor time, the slowest AVIF 1.7 s. */
const CPU_MAX_MS = 3_000

const outputHeader = z.union([
  z.object({ lengths: z.array(z.int()), width: z.int(), height: z.int() }),
  z.object({ refusal: z.enum(["unsupported_image", "picture_shape", "picture_too_complex"]) }),
])

/** The output is a line of JSON, followed by the files. */
function parseOutput(output: Buffer): DrawResult {
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

interface DrawOptions {
  child?: string
  cpuMaxMs?: number
}

export const drawInChild = (
  kind: PictureKind,
  bytes: Uint8Array,
  { child = CHILD, cpuMaxMs = CPU_MAX_MS }: DrawOptions = {},
): Promise<DrawResult> =>
  runInChild<DrawResult>({
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
      const { drawPicture } = await import("./draw-picture.ts")
      return drawPicture(kind, bytes)
    },
  })
