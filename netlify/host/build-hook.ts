/** The host's own build hook: functions ask for a build here as they ask Netlify's. */
import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import { listen } from "./ports.ts"

export interface BuildHook {
  url: string
  stop(): void
}

/** Listens on loopback under a path that nobody can guess; a POST there calls `ask`. */
export async function startBuildHook(ask: () => void): Promise<BuildHook> {
  const path = `/build_hooks/${randomBytes(24).toString("base64url")}`
  const server = createServer((req, res) => {
    const isAsking = req.method === "POST" && req.url?.split("?")[0] === path
    if (isAsking) ask()
    res.writeHead(isAsking ? 200 : 404).end()
  })
  const port = await listen(server, 0, "127.0.0.1")
  return {
    url: `http://127.0.0.1:${port}${path}`,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}
