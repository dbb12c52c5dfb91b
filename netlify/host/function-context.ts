/** What a Netlify function is told about its call. */
import { randomUUID } from "node:crypto"
import type { IncomingMessage } from "node:http"
import type { Context } from "@netlify/functions"
import { parse, serialize } from "hono/utils/cookie"
import { isLoopback } from "./settings.ts"

export interface Call {
  request: Request
  /** Whoever asks; empty for a schedule. */
  ip: string
  params: Record<string, string>
}

export interface Surroundings {
  siteUrl: string
  waitUntil(promise: Promise<unknown>): void
}

const peerOf = (incoming: IncomingMessage) =>
  incoming.socket.remoteAddress?.replace(/^::ffff:/, "") ?? ""

function isFrom(incoming: IncomingMessage, proxy: string | null): boolean {
  const peer = peerOf(incoming)
  return proxy === "loopback" ? isLoopback(peer) : peer === proxy
}

// The last address is the one that the proxy itself saw; those before it are anybody's claim.
const lastOf = (header: string | string[] | undefined) =>
  String(header ?? "")
    .split(",")
    .at(-1)
    ?.trim() || undefined

/** The address of whoever asks: the connection's, or the one that the trusted proxy forwards. */
export function clientAddress(incoming: IncomingMessage, trustedProxy: string | null): string {
  const forwarded = isFrom(incoming, trustedProxy) && lastOf(incoming.headers["x-forwarded-for"])
  return forwarded || peerOf(incoming)
}

/** The request as the browser sent it to the trusted proxy. */
export function publicRequest(
  request: Request,
  incoming: IncomingMessage,
  trustedProxy: string | null,
): Request {
  if (!isFrom(incoming, trustedProxy)) return request
  const { protocol, host, pathname, search } = new URL(request.url)
  const scheme = lastOf(incoming.headers["x-forwarded-proto"]) ?? protocol.slice(0, -1)
  const name = lastOf(incoming.headers["x-forwarded-host"]) ?? host
  const url = URL.parse(`${scheme}://${name}${pathname}${search}`)
  return url ? new Request(url, request) : request
}

const unavailable = (name: string) => () => {
  throw new Error(`context.${name} exists in edge functions only`)
}

/** The context, and the `Set-Cookie` lines that the function made through it. */
export function contextFor({ request, ip, params }: Call, { siteUrl, waitUntil }: Surroundings) {
  const setCookies: string[] = []
  const setCookie = (name: string, value: string, attributes = {}) => {
    setCookies.push(serialize(name, value, attributes))
  }
  const context: Context = {
    account: { id: "" },
    cookies: {
      get: (key) => parse(request.headers.get("cookie") ?? "", key)[key] ?? "",
      set: (input: string | { name: string; value: string }, value?: string) =>
        typeof input === "string"
          ? setCookie(input, value ?? "")
          : setCookie(input.name, input.value, input),
      delete: (input) => {
        const { name, ...scope } = typeof input === "string" ? { name: input } : input
        setCookie(name, "", { ...scope, maxAge: 0 })
      },
    },
    deploy: { context: "production", id: "0", published: true },
    geo: {},
    ip,
    json: (input) => Response.json(input),
    log: (...data) => console.log(...data),
    next: unavailable("next"),
    params,
    requestId: randomUUID(),
    rewrite: unavailable("rewrite"),
    server: { region: "local" },
    site: { id: "local", name: "daina", url: siteUrl },
    url: new URL(request.url),
    waitUntil,
  }
  return { context, setCookies }
}
