/** Reads the rest of a request's body. Otherwise a proxy may answer the connection's next request with 502. */
import type { IncomingMessage } from "node:http"
import type { HttpBindings } from "@hono/node-server"
import type { MiddlewareHandler } from "hono"

/** Maximum size of a body that is read to its end. The largest accepted body, a picture, has 4.5 MB. */
const MAX_BODY_BYTES = 5_000_000
const MAX_READ_MS = 5_000

/** Reads the body and ignores it. Returns false if the body is too long or too slow. */
function discardBody(incoming: IncomingMessage): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  let bytes = 0
  const timer = setTimeout(resolve, MAX_READ_MS, false)
  const finish = () => resolve(incoming.complete)
  const countBytes = (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) resolve(false)
  }
  // The function's web stream has listeners that would pause the request.
  incoming.removeAllListeners("data").on("data", countBytes)
  incoming.once("end", finish).once("close", finish).resume()
  return promise.finally(() => {
    clearTimeout(timer)
    incoming.off("data", countBytes).off("end", finish).off("close", finish)
  })
}

export const finishBody: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  await next()
  const { incoming } = c.env
  const isRead = incoming.complete && incoming.readableLength === 0
  if (isRead || incoming.destroyed) return
  const isLong = Number(incoming.headers["content-length"]) > MAX_BODY_BYTES
  if (isLong || !(await discardBody(incoming))) c.header("connection", "close")
}
