/**
 * Serves the built site. Writes to the connection directly,
 * because creating a Response doubles the time of a request.
 */
import type { ServerResponse } from "node:http"
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response"
import { getMimeType, mimes } from "hono/utils/mime"
import { logFailure } from "../lib/monitoring/log.ts"
import type { Assets } from "./build/earlier-assets.ts"
import { getPathInSite, type ManifestEntry, type SiteFiles } from "./build/site-files.ts"
import { chooseEncoding, createFileReader } from "./compressed-files.ts"
import { encodePath, type HeaderFinder, type Redirect } from "./rules.ts"

interface ServedFile extends ManifestEntry {
  path: string
  isCompressible: boolean
}

interface FileResponse {
  file: ServedFile
  status: number
  headers: Record<string, string>
}

type SiteResponse = FileResponse | { location: string; status: number } | null

export interface SiteHandler {
  /** Sends the file of a path that was requested before. Returns false for other paths. */
  sendIfRequestedBefore(res: ServerResponse): boolean
  handle(request: Request, res: ServerResponse): Response
}

/** Netlify's configuration files are not served, as on Netlify. */
const CONFIGURATION_FILES = new Set(["/_headers", "/_redirects"])

/** XML files declare their encoding, so their type has no charset. */
const CONTENT_TYPES = {
  ...mimes,
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  xml: "application/xml",
}

const COMPRESSIBLE_PATTERN = /\.(html|css|js|mjs|json|svg|xml|txt|ics|webmanifest|map)$/

/** One reader for the sites of all builds, because most files stay the same in the next build. */
const readFile = createFileReader()

/** Returns whether the header If-None-Match contains the tag, which a CDN may have made weak. */
const matchesTag = (condition: string | undefined, etag: string) =>
  condition === "*" || condition?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)

const createTextResponse = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  })

/** Returns the decoded path in Unicode's composed form; null for an invalid path. */
function decodePath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname).normalize()
  } catch {
    return null
  }
}

/** Returns the handler of a site. `assets` are hashed files of this build and of earlier builds. */
export function serveSite(
  site: SiteFiles,
  redirects: Redirect[],
  findHeaders: HeaderFinder,
  assets: Assets = new Map(),
): SiteHandler {
  /** Names of files that are not in Unicode's composed form, by their composed form. */
  const namesByComposed = new Map<string, string>()
  const findFile = (path: string): ServedFile | undefined => {
    const name = namesByComposed.get(path) ?? path
    const entry = CONFIGURATION_FILES.has(name) ? undefined : site.manifest.get(name)
    const file = entry ? { ...entry, path: getPathInSite(site, name) } : assets.get(name)
    return file && { ...file, isCompressible: COMPRESSIBLE_PATTERN.test(name) }
  }
  for (const name of site.manifest.keys()) {
    const path = name.normalize()
    if (path !== name) namesByComposed.set(path, name)
  }
  const responsesByPath = new Map<string, FileResponse>()

  const createFileResponse = (file: ServedFile, path: string, status = 200): FileResponse => ({
    file,
    status,
    headers: {
      "cache-control": "public, max-age=0, must-revalidate",
      "content-type": getMimeType(file.path, CONTENT_TYPES) ?? "application/octet-stream",
      ...(file.isCompressible && { vary: "accept-encoding" }),
      ...findHeaders(path),
    },
  })

  // As on Netlify, `/news` is news.html, and `/news/` redirects to it.
  const findPage = (path: string, status = 200): SiteResponse => {
    const isFolder = path.endsWith("/")
    const stem = isFolder ? path.slice(0, -1) : path
    const page = findFile(`${stem}.html`)
    const folderIndex = findFile(`${stem}/index.html`)
    if (isFolder && !folderIndex) {
      return stem && page ? { location: encodePath(stem), status: 301 } : null
    }
    const file = isFolder ? folderIndex : (findFile(path) ?? page)
    if (file) return createFileResponse(file, path, status)
    return folderIndex ? { location: encodePath(`${path}/`), status: 301 } : null
  }

  const findResponse = (path: string): SiteResponse => {
    const rule = redirects.find(({ getTarget }) => getTarget(path) !== null)
    const location = rule?.getTarget(path) ?? ""
    const response = rule?.isForced ? null : findPage(path)
    if (response) return response
    if (rule && rule.status >= 300 && rule.status < 400) return { location, status: rule.status }
    // A rule with another status shows the page of another path.
    const rewrite = rule && findPage(location, rule.status)
    const rewrittenPage = rewrite && "file" in rewrite ? rewrite : null
    return rewrittenPage ?? findPage("/404", 404)
  }

  const send = (res: ServerResponse, { file, status, headers }: FileResponse) => {
    const requestHeaders = res.req.headers
    const encoding = file.isCompressible
      ? chooseEncoding(String(requestHeaders["accept-encoding"]))
      : null
    const etag = `"${file.hash}${encoding ? `-${encoding}` : ""}"`
    if (status === 200 && matchesTag(requestHeaders["if-none-match"], etag)) {
      const { "content-type": _, ...keptHeaders } = headers
      res.writeHead(304, { ...keptHeaders, etag }).end()
      return
    }
    const respond = (body: Buffer) => {
      const encoded = encoding && { "content-encoding": encoding }
      const length = { "content-length": body.length }
      res.writeHead(status, { ...headers, etag, ...length, ...encoded }).end(body)
    }
    const body = readFile(file, encoding)
    if (!(body instanceof Promise)) return respond(body)
    body.then(respond).catch((error) => {
      logFailure(`${file.path} could not be read`, error)
      res.writeHead(500).end()
    })
  }

  return {
    sendIfRequestedBefore(res) {
      const { method, url = "" } = res.req
      const [path = ""] = url.split("?", 1)
      const response = method === "GET" && responsesByPath.get(path)
      if (response) send(res, response)
      return Boolean(response)
    },
    handle({ method, url }, res) {
      const path = decodePath(url)
      if (path === null) return createTextResponse(400, "Bad Request")
      const response = findResponse(path)
      if (!response) return createTextResponse(404, "Not Found")
      const { pathname, search } = new URL(url)
      if ("location" in response) {
        const { location, status } = response
        const target = location.includes("?") ? location : location + search
        return new Response(null, { status, headers: { location: target } })
      }
      const isRead = method === "GET" || method === "HEAD"
      if (!isRead && response.status === 200) {
        return createTextResponse(405, "Method Not Allowed", { allow: "GET, HEAD" })
      }
      // Remembers only the usual encoding of a path, because other encodings of all paths would fill the memory.
      if (isRead && response.status === 200 && encodePath(path) === pathname)
        responsesByPath.set(pathname, response)
      send(res, response)
      return RESPONSE_ALREADY_SENT
    },
  }
}
