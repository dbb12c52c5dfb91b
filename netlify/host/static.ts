/**
 * What a built site answers to a path, by Netlify's rules. Contents are held in memory and written straight
 * to the connection: a Response takes twice the time, and sirv and serveStatic open a file at each request.
 */
import { readFile } from "node:fs/promises"
import type { ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { brotliCompress, brotliDecompress, constants, gzip } from "node:zlib"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { getMimeType, mimes } from "hono/utils/mime"
import pLimit from "p-limit"
import { logFailure } from "../lib/monitoring/log.ts"
import type { Assets } from "./build/earlier-assets.ts"
import { type FileNote, fileIn, type SiteFiles } from "./build/site-files.ts"
import { encodePath, type HeadersOf, type Redirect } from "./rules.ts"

interface File extends FileNote {
  /** Where it lies. */
  path: string
  /** Whether its text shrinks by being sent compressed. */
  isCompressible: boolean
}

interface FileAnswer {
  file: File
  status: number
  headers: Record<string, string>
}

type Answer = FileAnswer | { location: string; status: number } | null

export interface Served {
  /** Sends a page or file that was asked for before; false when there is none: functions and rules come first. */
  sendKnown(res: ServerResponse): boolean
  /** Answers a request that no function takes. */
  answer(request: Request, res: ServerResponse): Response
}

/** Netlify reads these and does not serve them. */
const CONFIGURATION = new Set(["/_headers", "/_redirects"])

// As Netlify names them: an XML file says its encoding itself.
const TYPES = {
  ...mimes,
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  xml: "application/xml",
}

const COMPRESSIBLE = /\.(html|css|js|mjs|json|svg|xml|txt|ics|webmanifest|map)$/

const LARGEST_HELD_BYTES = 256 * 1024
const MOST_HELD_BYTES = 32 * 1024 * 1024

type Coding = "br" | "gzip" | null

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)
const decompressBrotli = promisify(brotliDecompress)

// Of a page: 1 ms for 11.1 kB, or 40 ms for 10.0 kB.
const QUICK = 5
const BEST = constants.BROTLI_MAX_QUALITY
/** Four fifths of a processor are left to whoever waits for something. */
const BETWEEN_BEST_MS = 200
/** In bytes; of a larger one the best takes seconds. */
const LARGEST_BEST = 1024 * 1024
/** Of so many bytes Brotli makes no use, RFC 7932, 9.1. */
const WINDOW_GAP = 16

const brotli = (content: Buffer, quality: number) =>
  compressBrotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      // The file's own size, as a power of two: to set up the usual one, of 4 MB, is a quarter of what it takes.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(
        Math.max(
          constants.BROTLI_MIN_WINDOW_BITS,
          Math.ceil(Math.log2(content.length + WINDOW_GAP)),
        ),
        constants.BROTLI_DEFAULT_WINDOW,
      ),
    },
  })

interface Held {
  body: Buffer
  /** Whether it is as small as it gets, or is being made so. */
  isBest: boolean
}

/**
 * Reads files, compressed for whoever takes it; what was asked for lately is held. Whoever asks first does not wait
 * for the best that Brotli makes; it is made once somebody asks again.
 */
function createReader(): (file: File, coding: Coding) => Buffer | Promise<Buffer> {
  const held = new Map<string, Held>()
  const loading = new Map<string, Promise<Buffer>>()
  let bytes = 0
  const inTurn = pLimit(1)
  const load = async (key: string, { path }: File, coding: Coding) => {
    const content = await readFile(path)
    const body =
      coding === null
        ? content
        : await (coding === "br" ? brotli(content, QUICK) : compressGzip(content))
    if (body.length > LARGEST_HELD_BYTES) return body
    held.set(key, { body, isBest: coding !== "br" || content.length > LARGEST_BEST })
    bytes += body.length
    for (const [oldest, { body }] of held) {
      if (bytes <= MOST_HELD_BYTES) break
      held.delete(oldest)
      bytes -= body.length
    }
    return body
  }
  const improve = async (key: string, known: Held) => {
    const best = await brotli(await decompressBrotli(known.body), BEST)
    if (held.get(key) === known) {
      bytes += best.length - known.body.length
      known.body = best
    }
    await sleep(BETWEEN_BEST_MS)
  }
  return (file, coding) => {
    // A build that came to nothing may be followed by one in its place.
    const key = `${file.path} ${file.hash} ${coding}`
    const known = held.get(key)
    if (!known) {
      const body = loading.get(key) ?? load(key, file, coding).finally(() => loading.delete(key))
      loading.set(key, body)
      return body
    }
    held.delete(key)
    held.set(key, known)
    if (!known.isBest) {
      known.isBest = true
      inTurn(improve, key, known).catch((error) =>
        logFailure(`${file.path} stays as it was compressed first`, error),
      )
    }
    return known.body
  }
}

/** Of all sites: a file stays as it was from one build to the next. */
const read = createReader()

const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i

function codingFor(accepted: string): Coding {
  if (TAKES_BROTLI.test(accepted)) return "br"
  return TAKES_GZIP.test(accepted) ? "gzip" : null
}

/** True when If-None-Match names the tag; a CDN may have weakened it on the way. */
const isKnown = (condition: string | undefined, etag: string) =>
  condition === "*" || condition?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)

const text = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  })

/** A path as files are named: decoded, in Unicode's composed form; null for one that cannot be read. */
function decodedPath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname).normalize()
  } catch {
    return null
  }
}

/** Returns the answers of a build; `assets` also has the hashed files that earlier builds had. */
export function serveSite(
  site: SiteFiles,
  redirects: Redirect[],
  headersOf: HeadersOf,
  assets: Assets = new Map(),
): Served {
  /** Names that a file system spells its own way, by how requests do. */
  const spelled = new Map<string, string>()
  const fileAt = (path: string): File | undefined => {
    const name = spelled.get(path) ?? path
    const note = CONFIGURATION.has(name) ? undefined : site.manifest.get(name)
    const found = note ? { ...note, path: fileIn(site, name) } : assets.get(name)
    return found && { ...found, isCompressible: COMPRESSIBLE.test(name) }
  }
  for (const name of site.manifest.keys()) {
    const path = name.normalize()
    if (path !== name) spelled.set(path, name)
  }
  /** Files answered before, by the path as it stands in a request. */
  const known = new Map<string, FileAnswer>()

  const answerOf = (file: File, path: string, status = 200): FileAnswer => ({
    file,
    status,
    headers: {
      "cache-control": "public, max-age=0, must-revalidate",
      "content-type": getMimeType(file.path, TYPES) ?? "application/octet-stream",
      ...(file.isCompressible && { vary: "accept-encoding" }),
      ...headersOf(path),
    },
  })

  // As Netlify: `/news` is news.html, `/news/` redirects to it.
  const find = (path: string, status = 200): Answer => {
    const isFolder = path.endsWith("/")
    const stem = isFolder ? path.slice(0, -1) : path
    const [asFile, asFolder] = [fileAt(`${stem}.html`), fileAt(`${stem}/index.html`)]
    if (isFolder && !asFolder) {
      return stem && asFile ? { location: encodePath(stem), status: 301 } : null
    }
    const file = isFolder ? asFolder : (fileAt(path) ?? asFile)
    if (file) return answerOf(file, path, status)
    return asFolder ? { location: encodePath(`${path}/`), status: 301 } : null
  }

  const look = (path: string): Answer => {
    const rule = redirects.find(({ target }) => target(path) !== null)
    const location = rule?.target(path) ?? ""
    const found = rule?.isForced ? null : find(path)
    if (found) return found
    if (rule && rule.status >= 300 && rule.status < 400) return { location, status: rule.status }
    const rewritten = rule && find(location, rule.status)
    const page = rewritten && "file" in rewritten ? rewritten : null
    return page ?? find("/404", 404)
  }

  const send = (res: ServerResponse, { file, status, headers }: FileAnswer) => {
    const asked = res.req.headers
    const coding = file.isCompressible ? codingFor(String(asked["accept-encoding"])) : null
    const etag = `"${file.hash}${coding ? `-${coding}` : ""}"`
    if (status === 200 && isKnown(asked["if-none-match"], etag)) {
      const { "content-type": _, ...kept } = headers
      return void res.writeHead(304, { ...kept, etag }).end()
    }
    const respond = (body: Buffer) => {
      const encoding = coding && { "content-encoding": coding }
      const about = { etag, "content-length": body.length, ...encoding }
      res.writeHead(status, { ...headers, ...about }).end(body)
    }
    const body = read(file, coding)
    if (!(body instanceof Promise)) return respond(body)
    body.then(respond).catch((error) => {
      logFailure(`${file.path} cannot be sent`, error)
      res.writeHead(500).end()
    })
  }

  return {
    sendKnown(res) {
      const { method, url = "" } = res.req
      const [path = ""] = url.split("?", 1)
      const answer = method === "GET" && known.get(path)
      if (answer) send(res, answer)
      return Boolean(answer)
    },
    answer({ method, url }, res) {
      const path = decodedPath(url)
      if (path === null) return text(400, "Bad Request")
      const found = look(path)
      if (!found) return text(404, "Not Found")
      const { pathname, search } = new URL(url)
      if ("location" in found) {
        const { location, status } = found
        const target = location.includes("?") ? location : location + search
        return new Response(null, { status, headers: { location: target } })
      }
      const isRead = method === "GET" || method === "HEAD"
      if (!isRead && found.status === 200) {
        return text(405, "Method Not Allowed", { allow: "GET, HEAD" })
      }
      // One spelling of each path alone: others would fill the memory.
      if (isRead && found.status === 200 && encodePath(path) === pathname)
        known.set(pathname, found)
      send(res, found)
      return RESPONSE_ALREADY_SENT
    },
  }
}
