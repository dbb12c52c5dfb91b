/** Draws each member's picture in its own child process, so that a malicious file cannot attack the host. */
import { fileURLToPath } from "node:url"
import * as z from "zod/mini"
import { runInChild } from "../child/run-in-child.ts"
import type { Drawn, PictureKind } from "./draw-picture.ts"

const CHILD = fileURLToPath(new URL("./draw-picture.child.ts", import.meta.url))

/** 80 MB of it are Node and sharp; the most that the header's limits let through took 280. */
const MEMORY_MAX_BYTES = 300_000_000
/** Of one core: a camera's 24 megapixels take 0.8 s, the worst AVIF 1.7 s. */
const CPU_MAX_MS = 3_000

const headerOf = z.union([
  z.object({ lengths: z.array(z.int()), width: z.int(), height: z.int() }),
  z.object({ refusal: z.enum(["unsupported_image", "picture_shape", "picture_too_complex"]) }),
])

/** Reads a child's output: a line of JSON, then its files, one after the other. */
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

/** Draws a picture in its turn. */
export const drawInChild = (
  kind: PictureKind,
  bytes: Uint8Array,
  { child = CHILD, cpuMaxMs = CPU_MAX_MS }: DrawOptions = {},
): Promise<Drawn> =>
  runInChild<Drawn>({
    queue: "pictures",
    child,
    args: [kind],
    input: bytes,
    limits: { memoryMaxBytes: MEMORY_MAX_BYTES, cpuMaxMs },
    // Without this, large pictures would be decoded into files.
    env: { VIPS_DISC_THRESHOLD: "1g" },
    read,
    killed: { refusal: "picture_too_complex" },
    async inProcess() {
      const { drawPicture } = await import("./draw-picture.ts")
      return drawPicture(kind, bytes)
    },
  })
