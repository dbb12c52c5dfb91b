/** A fake server of a music service. Tests can make its requests fail. */
import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { beforeEach } from "vitest"
import { startFakeServer } from "./fake-server.ts"

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** A failure: this answer is sent, or the request hangs without an answer. */
export type Failure = Reply | "hang"

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
  const isRaw = typeof body === "string" || body instanceof Uint8Array
  response.end(isRaw ? body : JSON.stringify(body))
}

/** Starts the server for the tests of a file. The environment variables with these names are set to the server's address. */
export function startMusicService(variableNames: string[], answerTo: (call: Call) => Reply) {
  const service = {
    calls: [] as Call[],
    /** Failures of the next requests. */
    failNext: [] as Failure[],
    /** Failure of all later requests. */
    failAlways: null as Failure | null,
    /** Returns the requests to a path, in order. */
    callsTo: (path: RegExp) => service.calls.filter(({ url }) => path.test(url.pathname)),
  }
  startFakeServer(variableNames, async (request, response) => {
    const { method = "", headers } = request
    const url = new URL(request.url ?? "/", "http://service.test")
    const call = { method, url, headers, body: await text(request), at: performance.now() }
    service.calls.push(call)
    const failure = service.failNext.shift() ?? service.failAlways
    if (failure === "hang") return
    send(response, failure ?? answerTo(call))
  })
  beforeEach(() => {
    service.calls.splice(0)
    service.failNext.splice(0)
    service.failAlways = null
  })
  return service
}
