/** Free ports, and what takes one. */
import { createServer, type Server } from "node:net"

/** Listens, or rejects with the system's error. */
export function listen(server: Server, port: number, host: string): Promise<number> {
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
  const probe = createServer()
  try {
    return await listen(probe, preferred, "127.0.0.1")
  } catch {
    return freePort()
  } finally {
    probe.close()
  }
}
