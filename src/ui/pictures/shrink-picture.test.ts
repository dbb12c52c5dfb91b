import { afterEach, describe, expect, test, vi } from "vitest"
import { canBeSentUnchanged, fitSize, shrinkPicture } from "./shrink-picture.ts"

afterEach(() => void vi.unstubAllGlobals())

test("a picture keeps its proportions and is never enlarged", () => {
  expect(fitSize({ width: 5120, height: 2880 }, 2560)).toEqual({ width: 2560, height: 1440 })
  expect(fitSize({ width: 1000, height: 4000 }, 2560)).toEqual({ width: 640, height: 2560 })
  expect(fitSize({ width: 800, height: 450 }, 2560)).toEqual({ width: 800, height: 450 })
})

test("a picture can be sent unchanged only if it is small and of a supported type", () => {
  const size = { width: 1280, height: 720 }
  expect(canBeSentUnchanged("image/png", 900_000, size)).toBe(true)
  expect(canBeSentUnchanged("image/gif", 900_000, size)).toBe(false)
  expect(canBeSentUnchanged("image/png", 4_000_001, size)).toBe(false)
  expect(canBeSentUnchanged("image/png", 900_000, { width: 1280, height: 2561 })).toBe(false)
})

test("a picture with a side longer than the given maximum cannot be sent unchanged", () => {
  const size = { width: 1280, height: 720 }
  expect(canBeSentUnchanged("image/png", 900_000, size, 1280)).toBe(true)
  expect(canBeSentUnchanged("image/png", 900_000, size, 1024)).toBe(false)
})

test.each(["application/pdf", "text/html", "image/svg+xml", ""])(
  'a file of type "%s" is not a picture',
  async (type) => {
    const file = new File(["x"], "cover.png", { type })
    expect(await shrinkPicture(file)).toEqual({ ok: false, reason: "invalid" })
  },
)

describe("a picture that the browser cannot decode", () => {
  /** Returns the first box of an ISO media file, which lists the brands of its format. */
  const makeFtypBox = (...brands: string[]) => `\0\0\0\x18ftyp${brands.join("")}`
  const shrink = (bytes: string, type: string) => {
    vi.stubGlobal("createImageBitmap", () => Promise.reject(new DOMException("not decoded")))
    return shrinkPicture(new File([bytes], "IMG_1234", { type }))
  }

  test.each([
    ["from an iPhone", makeFtypBox("heic", "\0\0\0\0", "mif1", "heic"), "image/heic"],
    ["of a type unknown to the browser", makeFtypBox("heic", "\0\0\0\0", "mif1"), ""],
    ["with the type of a JPEG", makeFtypBox("heix", "\0\0\0\0", "mif1", "heix"), "image/jpeg"],
    ["from a Samsung", makeFtypBox("mif1", "\0\0\0\0", "mif1", "heic"), "image/heif"],
    [
      "of a burst of photos",
      makeFtypBox("msf1", "\0\0\0\0", "hevc", "msf1"),
      "application/octet-stream",
    ],
  ])("is refused as HEIC if it is a HEIC photo %s", async (_source, bytes, type) => {
    expect(await shrink(bytes, type)).toEqual({ ok: false, reason: "heic" })
  })

  test.each([
    ["an AVIF", makeFtypBox("avif", "\0\0\0\0", "mif1", "miaf"), "image/avif"],
    ["a TIFF", "II*\0", "image/tiff"],
    ["a damaged JPEG", "\xff\xd8", "image/jpeg"],
  ])("is refused as unreadable if it is %s", async (_format, bytes, type) => {
    expect(await shrink(bytes, type)).toEqual({ ok: false, reason: "unreadable" })
  })

  test("is refused as invalid if it is a video", async () => {
    const bytes = makeFtypBox("qt  ", "\0\0\0\0", "qt  ")
    expect(await shrink(bytes, "video/quicktime")).toEqual({ ok: false, reason: "invalid" })
  })
})

test("a HEIC photo that the browser can decode is converted to WebP", async () => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 1000, height: 500, close() {} }))
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext = () => null
      convertToBlob = async ({ type }: { type: string }) => new Blob(["x"], { type })
    },
  )
  const file = new File(["\0\0\0\x18ftypheic"], "IMG_1234.HEIC", { type: "image/heic" })
  expect(await shrinkPicture(file)).toMatchObject({ ok: true, picture: { type: "image/webp" } })
})

test("a picture of more than 10 MB is refused before it is decoded", async () => {
  const file = new File([new Uint8Array(10_000_001)], "cover.png", { type: "image/png" })
  expect(await shrinkPicture(file)).toEqual({ ok: false, reason: "too-large" })
})

test.each([
  [1, 5000],
  [5000, 1],
  [100, 801],
])("a picture of %i x %i is refused as too narrow", async (width, height) => {
  const close = vi.fn()
  vi.stubGlobal("createImageBitmap", async () => ({ width, height, close }))
  const file = new File(["x"], "cover.png", { type: "image/png" })
  expect(await shrinkPicture(file)).toEqual({ ok: false, reason: "too-narrow" })
  expect(close).toHaveBeenCalledOnce()
})

test("a picture that the browser cannot shrink is refused", async () => {
  vi.stubGlobal("createImageBitmap", async () => ({ width: 5000, height: 5000, close() {} }))
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      constructor() {
        throw new RangeError("out of memory")
      }
    },
  )
  const file = new File(["x"], "cover.png", { type: "image/png" })
  expect(await shrinkPicture(file)).toEqual({ ok: false, reason: "failed" })
})

test("a picture that is encoded as JPEG gets a light background behind it", async () => {
  const steps: string[] = []
  const context = {
    globalCompositeOperation: "source-over",
    fillStyle: "",
    drawImage: () => steps.push("picture"),
    fillRect: () => steps.push(`${context.globalCompositeOperation} ${context.fillStyle}`),
  }
  vi.stubGlobal("createImageBitmap", async () => ({ width: 5000, height: 5000, close() {} }))
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext = () => context
      async convertToBlob({ type }: { type: string }) {
        const written = type === "image/webp" ? "image/png" : type
        steps.push(written)
        return new Blob(["x"], { type: written })
      }
    },
  )
  const shrunk = await shrinkPicture(new File(["x"], "logo.png", { type: "image/png" }))
  expect(shrunk).toMatchObject({ ok: true, picture: { type: "image/jpeg" } })
  expect(steps).toEqual(["picture", "image/png", "destination-over #f9f6f2", "image/jpeg"])
})
