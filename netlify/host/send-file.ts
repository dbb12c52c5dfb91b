/** Sends a file of a site: the smallest encoding the client takes, conditional and partial answers. */
import { createReadStream } from "node:fs"
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http"
import { pipeline } from "node:stream"
import { type Bodies, LARGEST_BYTES } from "./bodies.ts"
import type { SiteFile } from "./site.ts"

export interface FileAnswer {
  file: SiteFile
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
}

type Encoding = "br" | "gz" | "identity"

const CODING = { br: "br", gz: "gzip", identity: undefined }
const TAKES_BROTLI = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i
const TAKES_GZIP = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i
const RANGE = /^bytes=(\d*)-(\d*)$/

function encodingFor(accepted: string, file: SiteFile): Encoding {
  if (file.br && TAKES_BROTLI.test(accepted)) return "br"
  if (file.gz && TAKES_GZIP.test(accepted)) return "gz"
  return "identity"
}

/** True when If-None-Match names the tag; a CDN may have weakened it on the way. */
function isKnown(condition: string | undefined, etag: string): boolean {
  if (!condition) return false
  if (condition === "*" || condition === etag) return true
  return condition.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)
}

interface Part {
  start: number
  end: number
}

/** The part asked for; null for the whole, "none" when it lies outside the file. */
function partOf(range: string | undefined, size: number): Part | "none" | null {
  const [, from, to] = RANGE.exec(range ?? "") ?? []
  if (from === undefined || to === undefined || (from === "" && to === "")) return null
  const start = from === "" ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1)
  if (from !== "" && to !== "" && Number(to) < Number(from)) return null
  return start < size ? { start, end } : "none"
}

const prepared = new WeakMap<FileAnswer, Map<Encoding, Record<string, string>>>()

function headersOf(answer: FileAnswer, encoding: Encoding): Record<string, string> {
  const known = prepared.get(answer) ?? new Map<Encoding, Record<string, string>>()
  prepared.set(answer, known)
  const before = known.get(encoding)
  if (before) return before
  const { file } = answer
  const coding = CODING[encoding]
  const headers = {
    "cache-control": "public, max-age=0, must-revalidate",
    "content-type": file.type,
    etag: `"${file.hash}${coding ? `-${encoding}` : ""}"`,
    ...(file.br ? { vary: "accept-encoding" } : { "accept-ranges": "bytes" }),
    ...(coding ? { "content-encoding": coding } : {}),
    ...answer.headers,
  }
  known.set(encoding, headers)
  return headers
}

function notModified(headers: Record<string, string>): OutgoingHttpHeaders {
  const { "content-type": _, "content-encoding": __, ...kept } = headers
  return kept
}

function stream(res: ServerResponse, path: string, part?: Part) {
  pipeline(createReadStream(path, part), res, (error) => {
    // The client left, or the file did: the connection's end tells it that the answer is cut short.
    if (error) res.destroy()
  })
}

/** Answers a GET or HEAD with the file. */
export function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  answer: FileAnswer,
  bodies: Bodies,
): void {
  const { file, status } = answer
  const encoding = encodingFor(String(req.headers["accept-encoding"] ?? ""), file)
  const headers = headersOf(answer, encoding)
  const isWhole = status === 200

  if (isWhole && isKnown(req.headers["if-none-match"], headers.etag ?? "")) {
    res.writeHead(304, notModified(headers)).end()
    return
  }
  // Parts of a compressed page help nobody; parts are for pictures, sound and film.
  const isSame = !req.headers["if-range"] || req.headers["if-range"] === headers.etag
  const part = isWhole && !file.br && isSame ? partOf(req.headers.range, file.size) : null
  if (part === "none") {
    res.writeHead(416, { "content-range": `bytes */${file.size}` }).end()
    return
  }
  const size = encoding === "identity" ? file.size : (file[encoding] ?? 0)
  const path = encoding === "identity" ? file.path : `${file.path}.${encoding}`
  if (part) {
    res.writeHead(206, {
      ...headers,
      "content-length": part.end - part.start + 1,
      "content-range": `bytes ${part.start}-${part.end}/${size}`,
    })
  } else res.writeHead(status, { ...headers, "content-length": size })

  if (req.method === "HEAD") res.end()
  else if (part || size > LARGEST_BYTES) stream(res, path, part ?? undefined)
  else {
    const body = bodies.get(path)
    if (body) res.end(body)
    else
      bodies.read(path).then(
        (read) => res.end(read),
        () => res.destroy(),
      )
  }
}
