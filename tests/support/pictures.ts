import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"

function makeChunk(type: string, data: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from(type, "latin1"), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}

/** Color type in the PNG header, and number of samples per pixel. */
const PIXEL_FORMATS = { gray: [0, 1], rgb: [2, 3], rgba: [6, 4] } as const

export interface BlackPng {
  width: number
  height: number
  pixels?: keyof typeof PIXEL_FORMATS
  bits?: 1 | 8 | 16
  interlaced?: boolean
}

/** Passes of an interlaced PNG: first column, first row, column step, row step. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

export function makeBlackPng({ width, height, ...format }: BlackPng): Buffer {
  const { pixels = "rgb", bits = 8, interlaced = false } = format
  const [colorType, samples] = PIXEL_FORMATS[pixels]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(bits, 8)
  header.writeUInt8(colorType, 9)
  header.writeUInt8(interlaced ? 1 : 0, 12)
  // Each row starts with a byte for its filter.
  const countBytes = (columns: number, rows: number) =>
    rows * (1 + Math.ceil((columns * bits * samples) / 8))
  let size = countBytes(width, height)
  if (interlaced) {
    size = 0
    for (const [left, top, columnStep, rowStep] of PASSES) {
      const columns = Math.ceil((width - left) / columnStep)
      size += countBytes(columns, Math.ceil((height - top) / rowStep))
    }
  }
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    makeChunk("IHDR", header),
    makeChunk("IDAT", deflateSync(Buffer.alloc(size), { level: 1 })),
    makeChunk("IEND", Buffer.alloc(0)),
  ])
}

/** Returns a small PNG file that decodes to a huge black square. `side` is the length in pixels. */
export const makePictureBomb = (side: number): Buffer =>
  makeBlackPng({ width: side, height: side, pixels: "gray", bits: 1 })

export const makeOneColorPicture = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#ff5a7d" },
    limitInputPixels: false,
  })

/** Returns a JPEG file of random soft shapes, which compresses like a photo. */
export async function makePhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const
  const shapes = await sharp({
    create: { width: 60, height: 45, channels: 3, background: "#808080", noise },
  })
    .png()
    .toBuffer()
  return sharp(shapes).resize(width, height, { kernel: "cubic" }).jpeg({ quality: 85 }).toBuffer()
}

export const makeSmallPng = (background = "#ff5a7d", width = 9, height = 9): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
