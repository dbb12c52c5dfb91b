/** The server behind the fakes of the music services, with failures that tests choose. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { afterAll, beforeAll, beforeEach } from "vitest"
import { listen } from "../../../netlify/host/listening.ts"

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** A failure in place of the right answer: another answer, or none. */
export type Mishap = Reply | "hang"

export interface Call {
  method: string
  url: URL
  headers: IncomingMessage["headers"]
  body: string
  /** Time of the request in milliseconds. */
  at: number
}

function send(response: ServerResponse, { status = 200, headers = {}, body = {} }: Reply): void {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  const isReady = typeof body === "string" || body instanceof Uint8Array
  response.end(isReady ? body : JSON.stringify(body))
}

/** Starts the server for the tests of a file, and sets these environment variables to its address. */
export function musicService(variables: string[], answer: (call: Call) => Reply) {
  const service = {
    calls: [] as Call[],
    /** Failures of the next requests. */
    failNext: [] as Mishap[],
    /** Failure of all later requests. */
    failAlways: null as Mishap | null,
    /** Returns the requests to a path, in order. */
    callsTo: (path: RegExp) => service.calls.filter(({ url }) => path.test(url.pathname)),
  }
  const server = createServer(async (request, response) => {
    const { method = "", headers } = request
    const url = new URL(request.url ?? "/", "http://service.test")
    const call = { method, url, headers, body: await text(request), at: performance.now() }
    service.calls.push(call)
    const mishap = service.failNext.shift() ?? service.failAlways
    if (mishap === "hang") return
    send(response, mishap ?? answer(call))
  })
  beforeAll(async () => {
    const port = await listen(server, 0, "127.0.0.1")
    for (const name of variables) process.env[name] = `http://127.0.0.1:${port}`
  })
  beforeEach(() => {
    service.calls.splice(0)
    service.failNext.splice(0)
    service.failAlways = null
  })
  afterAll(() => {
    for (const name of variables) delete process.env[name]
    server.closeAllConnections()
    server.close()
  })
  return service
}
