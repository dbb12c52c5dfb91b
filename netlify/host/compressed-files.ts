import { readFile } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib"
import pLimit from "p-limit"
import { logFailure } from "../lib/monitoring/log.ts"

const MAX_CACHED_FILE_BYTES = 256 * 1024
const MAX_CACHE_BYTES = 32 * 1024 * 1024

export type Encoding = "br" | "gzip" | null

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)

/** Brotli's qualities. For a page, quality 5 takes 1 ms and gives 11.1 kB; the best takes 40 ms and gives 10.0 kB. */
const FAST_QUALITY = 5
const BEST_QUALITY = constants.BROTLI_MAX_QUALITY
/** A pause between two files leaves most of the processor to requests. */
const BEST_QUALITY_PAUSE_MS = 200
/** Larger files are not compressed with the best quality, because this takes seconds. */
const MAX_BEST_QUALITY_BYTES = 1024 * 1024
/** A compression window is 16 bytes smaller than its power of two (RFC 7932, 9.1). */
const WINDOW_GAP_BYTES = 16

/** Chooses a window for the file, because setting up the default window of 4 MB takes a quarter of the time. */
const getWindowBits = (contentBytes: number) =>
  Math.min(
    Math.max(
      constants.BROTLI_MIN_WINDOW_BITS,
      Math.ceil(Math.log2(contentBytes + WINDOW_GAP_BYTES)),
    ),
    constants.BROTLI_DEFAULT_WINDOW,
  )

const compressWithBrotli = (content: Buffer, quality: number) =>
  compressBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      [constants.BROTLI_PARAM_LGWIN]: getWindowBits(content.length),
    },
  })

async function compressFast(content: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === null) return content
  return encoding === "br" ? compressWithBrotli(content, FAST_QUALITY) : compressGzip(content)
}

interface CachedFile {
  body: Buffer
  /** Whether the best compression is possible and not yet queued. */
  canImprove: boolean
}

interface File {
  path: string
  hash: string
}

/**
 * Returns a function that reads a file, compresses it and caches the result. The first request for a file gets a fast
 * compression. With Brotli, the second request starts the best compression, which later requests get (decision 30). A
 * cached file is returned without a promise.
 */
export function createFileReader(): (file: File, encoding: Encoding) => Buffer | Promise<Buffer> {
  const cache = new Map<string, CachedFile>()
  const loading = new Map<string, Promise<Buffer>>()
  let cachedBytes = 0
  const compressionQueue = pLimit(1)

  const load = async (key: string, { path }: File, encoding: Encoding) => {
    const content = await readFile(path)
    const body = await compressFast(content, encoding)
    if (body.length > MAX_CACHED_FILE_BYTES) return body
    cache.set(key, {
      body,
      canImprove: encoding === "br" && content.length <= MAX_BEST_QUALITY_BYTES,
    })
    cachedBytes += body.length
    for (const [oldest, { body }] of cache) {
      if (cachedBytes <= MAX_CACHE_BYTES) break
      cache.delete(oldest)
      cachedBytes -= body.length
    }
    return body
  }

  const compressFurther = async (key: string, cached: CachedFile) => {
    const bestBody = await compressWithBrotli(await decompressBrotli(cached.body), BEST_QUALITY)
    if (cache.get(key) === cached) {
      cachedBytes += bestBody.length - cached.body.length
      cached.body = bestBody
    }
    await sleep(BEST_QUALITY_PAUSE_MS)
  }

  return (file, encoding) => {
    // The key has the hash, because a failed build and the next build can write different files to the same path.
    const key = `${file.path} ${file.hash} ${encoding}`
    const cached = cache.get(key)
    if (!cached) {
      const body = loading.get(key) ?? load(key, file, encoding).finally(() => loading.delete(key))
      loading.set(key, body)
      return body
    }
    // Moves the file to the end of the cache, because the files at the beginning are removed first.
    cache.delete(key)
    cache.set(key, cached)
    if (cached.canImprove) {
      cached.canImprove = false
      compressionQueue(compressFurther, key, cached).catch((error) =>
        logFailure(`${file.path} could not be compressed further`, error),
      )
    }
    return cached.body
  }
}

/** The patterns match a header Accept-Encoding that contains the encoding with a quality above 0. */
const ACCEPTS_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i
const ACCEPTS_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

export function chooseEncoding(acceptHeader: string): Encoding {
  if (ACCEPTS_BROTLI.test(acceptHeader)) return "br"
  return ACCEPTS_GZIP.test(acceptHeader) ? "gzip" : null
}
