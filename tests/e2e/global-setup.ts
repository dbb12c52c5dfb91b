/** Makes the site that each worker's host gets a copy of, and answers at its address. */
import { createServer } from "node:http"
import { SITE_URL, siteTemplate } from "../support/site-template.ts"
import { HOST_COOKIE } from "./host.ts"

export default async function setup() {
  process.env.E2E_TEMPLATE = await siteTemplate()
  // The way back from Google leads to the site's own address; whose browser it is, its cookie says.
  const server = createServer((request, response) => {
    const port = new RegExp(`${HOST_COOKIE}=(\\d+)`).exec(request.headers.cookie ?? "")?.[1]
    const location = port ? `http://127.0.0.1:${port}${request.url}` : undefined
    response.writeHead(location ? 307 : 404, { ...(location && { location }) }).end()
  })
  server.listen(Number(new URL(SITE_URL).port), "127.0.0.1")
  return () => void server.close()
}
