/** Generates unusual pictures. */
import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"

function chunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, sum])
}

/** PNG's color types, and the number of samples per pixel. */
const PIXELS = { gray: [0, 1], rgb: [2, 3], rgba: [6, 4] } as const

export interface BlackPng {
  width: number
  height: number
  pixels?: keyof typeof PIXELS
  /** Bits per sample. */
  bits?: 1 | 8 | 16
  interlaced?: boolean
}

/** Start and step of the seven passes of an interlaced PNG. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Returns a valid black PNG. Its file is small for any number of pixels. */
export function blackPng({ width, height, ...kind }: BlackPng): Buffer {
  const { pixels = "rgb", bits = 8, interlaced = false } = kind
  const [type, samples] = PIXELS[pixels]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(bits, 8)
  header.writeUInt8(type, 9)
  header.writeUInt8(interlaced ? 1 : 0, 12)
  const bytesOf = (columns: number, rows: number) =>
    rows * (1 + Math.ceil((columns * bits * samples) / 8))
  const size = interlaced
    ? PASSES.reduce(
        (sum, [left, top, right, down]) =>
          sum + bytesOf(Math.ceil((width - left) / right), Math.ceil((height - top) / down)),
        0,
      )
    : bytesOf(width, height)
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(size), { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

/** Returns a black square with one bit per pixel: 400 million pixels for a side of 20,000. */
export const bombOf = (side: number): Buffer =>
  blackPng({ width: side, height: side, pixels: "gray", bits: 1 })

/** Returns a picture of one color. */
export const flat = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#ff5a7d" },
    limitInputPixels: false,
  })

/** Returns a picture like a camera's: soft shapes with some grain. */
export async function photo(width: number, height: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const
  const shapes = await sharp({
    create: { width: 60, height: 45, channels: 3, background: "#808080", noise },
  })
    .png()
    .toBuffer()
  return sharp(shapes).resize(width, height, { kernel: "cubic" }).jpeg({ quality: 85 }).toBuffer()
}

/** Returns the file of a small picture of one color. */
export const smallPng = (background = "#ff5a7d", width = 9, height = 9): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
