import { createServer } from "node:http"
import { getSiteTemplate, SITE_URL } from "../support/site-template.ts"
import { HOST_PORT_COOKIE } from "./host.ts"

/** Builds the site that the host of each Playwright worker copies, and starts the server at SITE_URL (see below). */
export default async function setup() {
  process.env.E2E_TEMPLATE = await getSiteTemplate()
  // After a log-in, the fake Google server redirects to SITE_URL. This server listens there, and redirects to the host of
  // the Playwright worker, whose port is in a cookie.
  const server = createServer((request, response) => {
    const port = new RegExp(`${HOST_PORT_COOKIE}=(\\d+)`).exec(request.headers.cookie ?? "")?.[1]
    const location = port ? `http://127.0.0.1:${port}${request.url}` : undefined
    if (location) response.writeHead(307, { location }).end()
    else response.writeHead(404).end()
  })
  server.listen(Number(new URL(SITE_URL).port), "127.0.0.1")
  return () => void server.close()
}
