import { once } from "node:events"
import { readFile, writeFile } from "node:fs/promises"
import { type ClientRequest, createServer, type IncomingHttpHeaders, request } from "node:http"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { createListener } from "../../../netlify/host/app.ts"
import { listFilesIn } from "../../../netlify/host/build/build-folder.ts"
import { createHeadersFile } from "../../../netlify/host/build/csp.ts"
import { keepAssets } from "../../../netlify/host/build/earlier-assets.ts"
import { hashContent, type Manifest } from "../../../netlify/host/build/site-files.ts"
import { createTasks, loadFunctions } from "../../../netlify/host/functions.ts"
import { listen } from "../../../netlify/host/listening.ts"
import type { OutboxViewer } from "../../../netlify/host/outbox/viewer.ts"
import { readHeaders, readRedirects } from "../../../netlify/host/rules.ts"
import { type SiteHandler, serveSite } from "../../../netlify/host/static.ts"

export interface TestResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
  /** The number of bytes before decompression. */
  bytes: number
}

export interface TestRequest {
  method?: string
  /** Path or URL in the first line of the request, sent unchanged. */
  path: string
  headers?: Record<string, string>
  body?: string
  host?: string
  localAddress?: string
}

const decoders: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

export async function sendRequest(
  port: number,
  { body, ...options }: TestRequest,
): Promise<TestResponse> {
  const clientRequest = request({ host: "127.0.0.1", port, agent: false, ...options })
  clientRequest.end(body)
  return readResponse(clientRequest)
}

export async function readResponse(request: ClientRequest): Promise<TestResponse> {
  const [response] = await once(request, "response")
  const bytes = await buffer(response)
  const decode = decoders[response.headers["content-encoding"] ?? ""]
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (decode && bytes.length > 0 ? decode(bytes) : bytes).toString(),
    bytes: bytes.length,
  }
}

export async function prepareSite(root: string, dist: string, assets?: string) {
  const blocks = { scripts: [], styles: [], embedStyles: [] }
  await writeFile(join(dist, "_headers"), createHeadersFile(blocks, "http://localhost"))
  const { redirects } = await readRedirects(root)
  const manifest: Manifest = new Map()
  for (const name of await listFilesIn(dist)) {
    manifest.set(`/${name}`, { hash: hashContent(await readFile(join(dist, name))) })
  }
  const site = { folder: dist, manifest }
  const findHeaders = await readHeaders(root, join(dist, "_headers"))
  return serveSite(
    site,
    redirects,
    findHeaders,
    assets ? await keepAssets(assets, site) : undefined,
  )
}

export async function serveFixture(
  root: string,
  initialSite: SiteHandler | null,
  outbox: OutboxViewer | null = null,
) {
  let servedSite = initialSite
  const functions = await loadFunctions(join(root, "netlify/functions"))
  const parts = { functions, tasks: createTasks(), trustedProxy: null, outbox }
  const server = createServer(createListener({ ...parts, getServedSite: () => servedSite }))
  const port = await listen(server, 0, "127.0.0.1")
  return {
    port,
    setSite(site: SiteHandler | null) {
      servedSite = site
    },
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
