/** Creating a Response doubles the time. sirv and serveStatic open a file at each request. */
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
  /** Returns false for a path that was not requested before. */
  sendIfRequestedBefore(res: ServerResponse): boolean
  /** Responds to a request that no function handles. */
  handle(request: Request, res: ServerResponse): Response
}

/** Netlify does not serve its configuration files. */
const CONFIGURATION = new Set(["/_headers", "/_redirects"])

/** XML files declare their encoding, so their type has no charset. */
const TYPES = {
  ...mimes,
  json: "application/json; charset=utf-8",
  svg: "image/svg+xml",
  xml: "application/xml",
}

const COMPRESSIBLE = /\.(html|css|js|mjs|json|svg|xml|txt|ics|webmanifest|map)$/

/** Most files stay the same in the next build, so builds share the cache. */
const readFile = createFileReader()

/** A CDN may have made the tag weak. */
const matchesTag = (condition: string | undefined, etag: string) =>
  condition === "*" || condition?.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag)

const createTextResponse = (status: number, body: string, headers: Record<string, string> = {}) =>
  new Response(body, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", ...headers },
  })

/** Returns Unicode's composed form; null for an invalid path. */
function decodePath(url: string): string | null {
  try {
    return decodeURIComponent(new URL(url).pathname).normalize()
  } catch {
    return null
  }
}

/** `assets` has the hashed files of earlier builds. */
export function serveSite(
  site: SiteFiles,
  redirects: Redirect[],
  findHeaders: HeaderFinder,
  assets: Assets = new Map(),
): SiteHandler {
  /** Keys are names in Unicode's composed form. */
  const namesByComposed = new Map<string, string>()
  const findFile = (path: string): ServedFile | undefined => {
    const name = namesByComposed.get(path) ?? path
    const entry = CONFIGURATION.has(name) ? undefined : site.manifest.get(name)
    const located = entry ? { ...entry, path: getPathInSite(site, name) } : assets.get(name)
    return located && { ...located, isCompressible: COMPRESSIBLE.test(name) }
  }
  for (const name of site.manifest.keys()) {
    const path = name.normalize()
    if (path !== name) namesByComposed.set(path, name)
  }
  /** Keys are encoded paths. */
  const responsesByPath = new Map<string, FileResponse>()

  const createFileResponse = (file: ServedFile, path: string, status = 200): FileResponse => ({
    file,
    status,
    headers: {
      "cache-control": "public, max-age=0, must-revalidate",
      "content-type": getMimeType(file.path, TYPES) ?? "application/octet-stream",
      ...(file.isCompressible && { vary: "accept-encoding" }),
      ...findHeaders(path),
    },
  })

  // As on Netlify, `/news` is news.html, and `/news/` redirects to it.
  const findPage = (path: string, status = 200): SiteResponse => {
    const isFolder = path.endsWith("/")
    const stem = isFolder ? path.slice(0, -1) : path
    const [asFile, asFolder] = [findFile(`${stem}.html`), findFile(`${stem}/index.html`)]
    if (isFolder && !asFolder) {
      return stem && asFile ? { location: encodePath(stem), status: 301 } : null
    }
    const file = isFolder ? asFolder : (findFile(path) ?? asFile)
    if (file) return createFileResponse(file, path, status)
    return asFolder ? { location: encodePath(`${path}/`), status: 301 } : null
  }

  const findResponse = (path: string): SiteResponse => {
    const rule = redirects.find(({ target }) => target(path) !== null)
    const location = rule?.target(path) ?? ""
    const response = rule?.isForced ? null : findPage(path)
    if (response) return response
    if (rule && rule.status >= 300 && rule.status < 400) return { location, status: rule.status }
    const rewritten = rule && findPage(location, rule.status)
    const page = rewritten && "file" in rewritten ? rewritten : null
    return page ?? findPage("/404", 404)
  }

  const send = (res: ServerResponse, { file, status, headers }: FileResponse) => {
    const requestHeaders = res.req.headers
    const encoding = file.isCompressible
      ? chooseEncoding(String(requestHeaders["accept-encoding"]))
      : null
    const etag = `"${file.hash}${encoding ? `-${encoding}` : ""}"`
    if (status === 200 && matchesTag(requestHeaders["if-none-match"], etag)) {
      const { "content-type": _, ...keptHeaders } = headers
      return void res.writeHead(304, { ...keptHeaders, etag }).end()
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
      // Variants of the encoding would fill the memory.
      if (isRead && response.status === 200 && encodePath(path) === pathname)
        responsesByPath.set(pathname, response)
      send(res, response)
      return RESPONSE_ALREADY_SENT
    },
  }
}
