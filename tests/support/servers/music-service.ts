import type { IncomingMessage, ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { beforeEach } from "vitest"
import { startFakeServer } from "./fake-server.ts"

export interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** The response to a request. For "hang", the service never responds. */
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

/**
 * Starts a fake music service. The next requests get the responses in `nextFailures`. All other requests get
 * `lastingFailure` if it is set, otherwise the response of `getReply`.
 */
export function startMusicService(variableNames: string[], getReply: (call: Call) => Reply) {
  const service = {
    calls: [] as Call[],
    nextFailures: [] as Failure[],
    lastingFailure: null as Failure | null,
    listCallsTo: (path: RegExp) => service.calls.filter(({ url }) => path.test(url.pathname)),
  }
  startFakeServer(variableNames, async (request, response) => {
    const { method = "", headers } = request
    const url = new URL(request.url ?? "/", "http://service.test")
    const call = { method, url, headers, body: await text(request), at: performance.now() }
    service.calls.push(call)
    const failure = service.nextFailures.shift() ?? service.lastingFailure
    if (failure === "hang") return
    send(response, failure ?? getReply(call))
  })
  beforeEach(() => {
    service.calls.splice(0)
    service.nextFailures.splice(0)
    service.lastingFailure = null
  })
  return service
}
