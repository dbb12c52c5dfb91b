import { createServer } from "node:http"
import { getSiteTemplate, SITE_URL } from "../support/site-template.ts"
import { HOST_PORT_COOKIE } from "./host.ts"

/** Builds the site that the workers' hosts copy, and starts the server that the fake Google redirects to. */
export default async function setup() {
  process.env.E2E_TEMPLATE = await getSiteTemplate()
  // After a log-in, the fake Google redirects to SITE_URL. This server there redirects to the worker's host, whose port is
  // in a cookie.
  const server = createServer((request, response) => {
    const port = new RegExp(`${HOST_PORT_COOKIE}=(\\d+)`).exec(request.headers.cookie ?? "")?.[1]
    const location = port ? `http://127.0.0.1:${port}${request.url}` : undefined
    response.writeHead(location ? 307 : 404, { ...(location && { location }) }).end()
  })
  server.listen(Number(new URL(SITE_URL).port), "127.0.0.1")
  return () => void server.close()
}
