import { createServer, type RequestListener, type Server } from "node:http"
import net from "node:net"
import { isLoopback } from "../lib/http/site-url.ts"
import { type Settings, toUrlHost } from "./settings.ts"
import { getErrorCode, getReason, StartFailure } from "./start-failure.ts"

function listenWith(
  server: net.Server,
  options: net.ListenOptions & { fd?: number },
): Promise<net.AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(options, () => {
      server.off("error", reject)
      const address = server.address()
      if (typeof address === "object" && address) resolve(address)
      else reject(new Error("it is not a TCP socket"))
    })
  })
}

export const listen = async (server: net.Server, port: number, host: string): Promise<number> =>
  (await listenWith(server, { port, host })).port

/** Returns the preferred port, or another free port on 127.0.0.1 if the preferred port is in use. */
export async function findFreePort(preferredPort = 0): Promise<number> {
  const testServer = net.createServer()
  try {
    return await listen(testServer, preferredPort, "127.0.0.1")
  } catch {
    return findFreePort()
  } finally {
    testServer.close()
  }
}

export type Listening = Awaited<ReturnType<typeof startListening>>

const REQUEST_TIMEOUT_MS = 60_000

function createListenError({ host, port }: Settings, error: unknown): StartFailure {
  const code = getErrorCode(error)
  if (code === "EADDRINUSE") {
    return new StartFailure(
      `Another program uses port ${port}. Stop it, or start on another port: PORT=${port + 1} npm start`,
    )
  }
  if (code === "EACCES") {
    return new StartFailure(
      `This user may not listen on port ${port}: ports below 1024 are reserved. Start on another one: PORT=4321 npm start`,
    )
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return new StartFailure(
      `HOST is ${host}, which is not an address of this machine. Use HOST=127.0.0.1 (only this machine) or HOST=0.0.0.0 (all networks).`,
    )
  }
  return new StartFailure(
    `The server cannot listen on ${host}, port ${port}: ${getReason(error)}. Try another PORT or HOST.`,
  )
}

/** The first file descriptor that systemd passes, see sd_listen_fds(3). */
const FIRST_PASSED_FD = 3

/** Returns the socket that systemd passes; null if no systemd socket unit started this process. */
function findPassedSocket(env: NodeJS.ProcessEnv): { fd: number } | null {
  if (Number(env.LISTEN_PID) !== process.pid || !env.LISTEN_FDS) return null
  if (env.LISTEN_FDS === "1") return { fd: FIRST_PASSED_FD }
  throw new StartFailure(
    `systemd passes ${env.LISTEN_FDS} sockets, but Daina listens on one. Keep only one ListenStream= in its socket unit.`,
  )
}

async function listenOnPassedSocket(server: Server, socket: { fd: number }, host: string) {
  const address = await listenWith(server, socket).catch((error) => {
    throw new StartFailure(
      `The socket that systemd passes cannot be used: ${getReason(error)}. Its unit needs ListenStream= with an address and a port, such as 127.0.0.1:4321.`,
    )
  })
  // HOST decides whether the site counts as public, so it must match the socket.
  if (isLoopback(host) && !isLoopback(address.address)) {
    throw new StartFailure(
      `The socket unit listens on ${address.address}, which others can reach, but HOST is ${host}. Set HOST=${address.address} for the service, or ListenStream=127.0.0.1:${address.port} in the socket unit.`,
    )
  }
  return address.port
}

/** While the server stops, it closes idle connections at this interval. */
const CLOSE_IDLE_INTERVAL_MS = 50

/** Opens the port early, so that a port in use is reported at once. Requests wait until `setListener` is called. */
export async function startListening(settings: Settings) {
  let stopPromise: Promise<void> | null = null
  const firstListener = Promise.withResolvers<RequestListener>()
  let listener: RequestListener = (req, res) =>
    void firstListener.promise.then((handle) => handle(req, res))
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (req, res) => {
    // While the server stops, clients must not reuse the connection.
    if (stopPromise) res.setHeader("connection", "close")
    listener(req, res)
  })
  // Malformed requests are normal on a public port, so they are not logged.
  server.on("clientError", (_, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")
    else socket.destroy()
  })
  const passedSocket = findPassedSocket(process.env)
  const port = passedSocket
    ? await listenOnPassedSocket(server, passedSocket, settings.host)
    : await listen(server, settings.port, settings.host).catch((error) => {
        throw createListenError(settings, error)
      })
  server.on("error", (error) => console.error("HTTP server error:", error))
  const isEverywhere = settings.host === "0.0.0.0" || settings.host === "::"
  const host = isLoopback(settings.host) || isEverywhere ? "localhost" : toUrlHost(settings.host)
  return {
    server,
    address: `http://${host}:${port}`,
    setListener(hostListener: RequestListener): void {
      listener = hostListener
      firstListener.resolve(hostListener)
    },
    stop(timeoutMs: number): Promise<void> {
      stopPromise ??= new Promise<void>((resolve) => {
        const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_INTERVAL_MS)
        server.close(() => {
          clearInterval(closing)
          resolve()
        })
        setTimeout(() => server.closeAllConnections(), timeoutMs).unref()
      })
      return stopPromise
    },
  }
}
