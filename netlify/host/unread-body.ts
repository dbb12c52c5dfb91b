/** A connection with an unread body looks reusable, but a proxy would respond with 502 to its next request. */
import type { IncomingMessage } from "node:http"
import type { HttpBindings } from "@hono/node-server"
import type { MiddlewareHandler } from "hono"

/** More than the largest accepted body, a picture of 4.5 MB. */
const MAX_BYTES = 5_000_000
const MAX_MS = 5_000

/** Returns false if the body is too long or too slow. */
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

/** Delays the response until the body was read, or closes the connection. */
export const finishBody: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  await next()
  const { incoming } = c.env
  const isRead = incoming.complete && incoming.readableLength === 0
  if (isRead || incoming.destroyed) return
  const isLong = Number(incoming.headers["content-length"]) > MAX_BYTES
  if (isLong || !(await discardBody(incoming))) c.header("connection", "close")
}
