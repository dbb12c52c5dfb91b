import { randomBytes } from "node:crypto"
import { createServer } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { BlobsServer } from "@netlify/blobs/server"
import { listen } from "./listening.ts"

export type Blobs = Awaited<ReturnType<typeof startBlobs>>

/**
 * Starts a server with the API of Netlify Blobs (file storage) on this machine. Uses private members of the package,
 * because its method `start` would listen on all addresses.
 */
export async function startBlobs(directory: string, siteID = "local") {
  const token = randomBytes(24).toString("base64url")
  const blobs = new BlobsServer({ directory, token })
  const listener = getRequestListener((request) => blobs["handleRequest"](request), {
    overrideGlobalObjects: false,
  })
  const server = createServer(listener)
  const port = await listen(server, 0, "127.0.0.1")
  const url = `http://127.0.0.1:${port}`
  blobs["address"] = url
  const context = {
    edgeURL: url,
    uncachedEdgeURL: url,
    token,
    siteID,
    deployID: "0",
    primaryRegion: "local",
  }
  return {
    /** Value for the variable NETLIFY_BLOBS_CONTEXT, with which `getStore()` finds the server. */
    context: Buffer.from(JSON.stringify(context)).toString("base64"),
    stop: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
    },
  }
}
