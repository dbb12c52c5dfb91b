/** Answers every request: functions first, then the built site and its rules, as on Netlify. */
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http"
import type { Functions } from "./functions.ts"
import type { OutboxViewer } from "./outbox-viewer.ts"
import { encodePath, readTarget } from "./paths.ts"
import { sendFile } from "./send-file.ts"
import type { Served } from "./static.ts"

interface Parts {
  functions: Functions
  /** The build being served now; null before the first one. */
  served(): Served | null
  /** Shows the mails that were kept, where that is allowed. */
  viewOutbox?: OutboxViewer | null
}

function sendText(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
) {
  res.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    ...headers,
  })
  res.end(res.req.method === "HEAD" ? undefined : text)
}

export function createListener({ functions, served, viewOutbox }: Parts): RequestListener {
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    const { method = "GET", url = "" } = req
    const now = served()
    const isRead = method === "GET" || method === "HEAD"
    const question = url.indexOf("?")
    const rawPath = question === -1 ? url : url.slice(0, question)
    const known = method === "GET" && now?.known.get(rawPath)
    if (now && known) return sendFile(req, res, known, now.bodies)

    const target = readTarget(url)
    if (!target) return sendText(res, 400, "Bad Request")
    if (viewOutbox?.(req, res, target.path)) return
    const match = functions.match(method, target.pathname)
    const isFileFirst = match?.hosted.config.preferStatic && now?.site.find(target.path)
    if (match && !isFileFirst) return functions.answer(req, res, match)
    if (!now) return sendText(res, 503, "Starting", { "retry-after": "2" })

    const found = now.answer(target.path)
    if (!found) return sendText(res, 404, "Not Found")
    if ("location" in found) {
      const location = found.location.includes("?")
        ? found.location
        : found.location + target.search
      return res.writeHead(found.status, { location, "content-length": 0 }).end()
    }
    if (!isRead && found.status === 200) {
      return sendText(res, 405, "Method Not Allowed", { allow: "GET, HEAD" })
    }
    // One spelling of each path alone: others would fill the memory.
    if (method === "GET" && found.status === 200 && rawPath === encodePath(target.path)) {
      now.known.set(rawPath, found)
    }
    return sendFile(req, res, found, now.bodies)
  }

  return (req, res) => {
    try {
      answer(req, res)
    } catch (error) {
      console.error(`${req.method} ${req.url} failed:`, error)
      if (res.headersSent) res.destroy()
      else sendText(res, 500, "Internal Server Error")
    }
  }
}
