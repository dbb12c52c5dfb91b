/**
 * Reads the remaining body of a request if the response is ready early. A connection with an unread body looks
 * reusable, but the next request on it is lost, and a proxy in front responds to it with 502.
 */
import type { IncomingMessage } from "node:http"
import type { HttpBindings } from "@hono/node-server"
import type { MiddlewareHandler } from "hono"

/** More than the largest body that a function accepts, which is a picture of 4.5 MB. */
const MAX_BYTES = 5_000_000
const MAX_MS = 5_000

/** Reads and ignores the remaining body. Returns false if it is too long or too slow. */
function discardBody(incoming: IncomingMessage): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let bytes = 0
  const timer = setTimeout(resolve, MAX_MS, false)
  const end = () => resolve(incoming.complete)
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BYTES) resolve(false)
  }
  // The function's web stream has listeners that would pause the request.
  incoming.removeAllListeners("data").on("data", count)
  incoming.once("end", end).once("close", end).resume()
  return promise.finally(() => {
    clearTimeout(timer)
    incoming.off("data", count).off("end", end).off("close", end)
  })
}

/** Delays the response until the body was read, or closes the connection after it. */
export const finishBody: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  await next()
  const { incoming } = c.env
  const isRead = incoming.complete && incoming.readableLength === 0
  if (isRead || incoming.destroyed) return
  const isLong = Number(incoming.headers["content-length"]) > MAX_BYTES
  if (isLong || !(await discardBody(incoming))) c.header("connection", "close")
}
