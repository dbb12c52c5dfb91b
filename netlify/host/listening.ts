/** The host's own server, and free ports. */

import { createServer, type RequestListener, type Server } from "node:http"
import net from "node:net"
import { isLoopback } from "../lib/site-url.ts"
import { type Settings, urlHost } from "./settings.ts"
import { codeOf, reasonOf, StartFailure } from "./start-failure.ts"

/** Listens, or rejects with the system's error. */
export function listen(server: net.Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, host, () => {
      server.off("error", reject)
      const address = server.address()
      resolve(typeof address === "object" && address ? address.port : port)
    })
  })
}

/** A port on loopback that nothing listens on: the preferred one when it is free, else the system's choice. */
export async function freePort(preferred = 0): Promise<number> {
  const probe = net.createServer()
  try {
    return await listen(probe, preferred, "127.0.0.1")
  } catch {
    return freePort()
  } finally {
    probe.close()
  }
}

export interface Listening {
  server: Server
  /** Where to open the site from this machine. */
  address: string
  /** From now on requests are answered by it; before, with 503. */
  answerWith(listener: RequestListener): void
  /** Takes no new connections, and lets requests under way finish for so long. */
  stop(patienceMs: number): Promise<void>
}

const REQUEST_TIMEOUT_MS = 60_000

function failure({ host, port }: Settings, error: unknown): StartFailure {
  const code = codeOf(error)
  if (code === "EADDRINUSE") {
    return new StartFailure(
      `Port ${port} is taken by another program. Stop that one, or start on another port: PORT=${port + 1} npm start`,
    )
  }
  if (code === "EACCES") {
    return new StartFailure(
      `This user may not listen on port ${port}: ports below 1024 belong to the system. Start on another one: PORT=4321 npm start`,
    )
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new StartFailure(
      `HOST is ${host}, which is no address of this machine. Use HOST=127.0.0.1 (this machine alone) or HOST=0.0.0.0 (every network it is in).`,
    )
  }
  return new StartFailure(
    `The server cannot listen on ${host}, port ${port}: ${reasonOf(error)}. Try another PORT or HOST.`,
  )
}

/** Takes the port at once, so that nobody else can have it by the time the site is ready. */
export async function startListening(settings: Settings): Promise<Listening> {
  let stopped: Promise<void> | null = null
  let listener: RequestListener = (_, res) => {
    res.writeHead(503, { "content-type": "text/plain", "retry-after": "2" }).end("Starting\n")
  }
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (req, res) =>
    listener(req, res),
  )
  // A client that breaks off or speaks nonsense is everyday.
  server.on("clientError", (_, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
    else socket.destroy()
  })
  const port = await listen(server, settings.port, settings.host).catch((error) => {
    throw failure(settings, error)
  })
  server.on("error", (error) => console.error("The server reports:", error))
  const isEverywhere = settings.host === "0.0.0.0" || settings.host === "::"
  const host = isLoopback(settings.host) || isEverywhere ? "localhost" : urlHost(settings.host)
  return {
    server,
    address: `http://${host}:${port}`,
    answerWith(next) {
      listener = next
    },
    stop(patienceMs) {
      stopped ??= new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), patienceMs).unref()
      return stopped
    },
  }
}
