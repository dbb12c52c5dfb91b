import { createServer, type RequestListener } from "node:http"
import { afterAll, beforeAll } from "vitest"
import { listen } from "../../../netlify/host/listening.ts"

/** Starts a server for the tests of a file. Sets the environment variables with these names to its address. */
export function startFakeServer(variableNames: string[], listener: RequestListener): void {
  const server = createServer(listener)
  beforeAll(async () => {
    const port = await listen(server, 0, "127.0.0.1")
    for (const name of variableNames) process.env[name] = `http://127.0.0.1:${port}`
  })
  afterAll(() => {
    for (const name of variableNames) delete process.env[name]
    server.closeAllConnections()
    server.close()
  })
}
