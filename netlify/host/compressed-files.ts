import { readFile } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib"
import pLimit from "p-limit"
import { logFailure } from "../lib/monitoring/log.ts"

const MAX_CACHED_FILE = 256 * 1024
const MAX_CACHE = 32 * 1024 * 1024

export type Encoding = "br" | "gzip" | null

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)

/** For a page, quality 5 takes 1 ms and gives 11.1 kB. The best quality takes 40 ms and gives 10.0 kB. */
const FAST_QUALITY = 5
const BEST_QUALITY = constants.BROTLI_MAX_QUALITY
/** A pause between two files leaves most of the processor to requests. */
const BEST_QUALITY_PAUSE_MS = 200
/** The best quality takes seconds for larger files. */
const MAX_BEST_QUALITY_BYTES = 1024 * 1024
/** A window is 16 bytes smaller than its power of two (RFC 7932, 9.1). */
const WINDOW_GAP = 16

const compressWithBrotli = (content: Buffer, quality: number) =>
  compressBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      // Setting up the default window of 4 MB takes a quarter of the time.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(
        Math.max(
          constants.BROTLI_MIN_WINDOW_BITS,
          Math.ceil(Math.log2(content.length + WINDOW_GAP)),
        ),
        constants.BROTLI_DEFAULT_WINDOW,
      ),
    },
  })

interface CachedFile {
  body: Buffer
  /** Also true while the body is being compressed with the best quality. */
  isBest: boolean
}

interface File {
  path: string
  hash: string
}

/** The first request gets a fast compression, and the second starts the best compression (decision 30). */
export function createFileReader(): (file: File, encoding: Encoding) => Buffer | Promise<Buffer> {
  const cache = new Map<string, CachedFile>()
  const loading = new Map<string, Promise<Buffer>>()
  let cachedBytes = 0
  const compressionQueue = pLimit(1)

  const load = async (key: string, { path }: File, encoding: Encoding) => {
    const content = await readFile(path)
    const body =
      encoding === null
        ? content
        : await (encoding === "br"
            ? compressWithBrotli(content, FAST_QUALITY)
            : compressGzip(content))
    if (body.length > MAX_CACHED_FILE) return body
    cache.set(key, { body, isBest: encoding !== "br" || content.length > MAX_BEST_QUALITY_BYTES })
    cachedBytes += body.length
    for (const [oldest, { body }] of cache) {
      if (cachedBytes <= MAX_CACHE) break
      cache.delete(oldest)
      cachedBytes -= body.length
    }
    return body
  }

  const improve = async (key: string, cached: CachedFile) => {
    const bestBody = await compressWithBrotli(await decompressBrotli(cached.body), BEST_QUALITY)
    if (cache.get(key) === cached) {
      cachedBytes += bestBody.length - cached.body.length
      cached.body = bestBody
    }
    await sleep(BEST_QUALITY_PAUSE_MS)
  }

  return (file, encoding) => {
    // A failed build and the next build can write different files to the same path.
    const key = `${file.path} ${file.hash} ${encoding}`
    const cached = cache.get(key)
    if (!cached) {
      const body = loading.get(key) ?? load(key, file, encoding).finally(() => loading.delete(key))
      loading.set(key, body)
      return body
    }
    // Files at the beginning of the cache are removed first.
    cache.delete(key)
    cache.set(key, cached)
    if (!cached.isBest) {
      cached.isBest = true
      compressionQueue(improve, key, cached).catch((error) =>
        logFailure(`${file.path} could not be compressed further`, error),
      )
    }
    return cached.body
  }
}

const ACCEPTS_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i
const ACCEPTS_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

export function chooseEncoding(acceptHeader: string): Encoding {
  if (ACCEPTS_BROTLI.test(acceptHeader)) return "br"
  return ACCEPTS_GZIP.test(acceptHeader) ? "gzip" : null
}
