/** The English site has no prefix: `/en/…` leads to the page without it, never to another site. */
import type { Config } from "@netlify/functions"
import { api, serve } from "../lib/api.ts"

const app = api()

app.get("/en/*", (c) => {
  const { pathname, search } = new URL(c.req.url)
  const path = pathname.replace(/^\/en[/\\]*/, "")
  c.header("cache-control", "public, max-age=3600")
  return c.redirect(`/${path}${search}`, 301)
})

export default serve(app)
export const config: Config = { path: ["/en", "/en/*"] }
