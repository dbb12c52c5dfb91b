/**
 * Reads what a refused request is still sending. An answer over a connection with an unread body looks reusable,
 * but the next request on it is lost; a proxy in front would answer that one with 502.
 */
import type { IncomingMessage } from "node:http"
import type { HttpBindings } from "@hono/node-server"
import type { MiddlewareHandler } from "hono"

/** The largest body that any function takes is a picture of 4.5 MB. */
const MAX_BYTES = 5_000_000
const MAX_MS = 5_000

/** Discards the rest of a body. Resolves to false when it is too long or too slow. */
function discardBody(incoming: IncomingMessage): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let bytes = 0
  const timer = setTimeout(resolve, MAX_MS, false)
  const end = () => resolve(incoming.complete)
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) resolve(false)
  }
  // A web stream over the body, made for a function that did not read all of it, would pause the request again.
  incoming.removeAllListeners("data").on("data", count)
  incoming.once("end", end).once("close", end).resume()
  return promise.finally(() => {
    clearTimeout(timer)
    incoming.off("data", count).off("end", end).off("close", end)
  })
}

/** Answers once the request's body is read, or has the connection closed after the answer. */
export const finishBody: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  await next()
  const { incoming } = c.env
  const isRead = incoming.complete && incoming.readableLength === 0
  if (isRead || incoming.destroyed) return
  const isLong = Number(incoming.headers["content-length"]) > MAX_BYTES
  if (isLong || !(await discardBody(incoming))) c.header("connection", "close")
}
