import type { APIRoute } from "astro"
import { LOCALES } from "../i18n/locales.ts"
import { localePath } from "../i18n/paths.ts"
import { toAbsoluteUrl } from "../ui/seo.ts"

/** Pages that crawlers should not request. */
const PRIVATE_PATHS = ["/admin", "/newsroom", "/debug-role"]

export const GET: APIRoute = () => {
  const paths = LOCALES.flatMap((locale) => PRIVATE_PATHS.map((path) => localePath(path, locale)))
  const lines = [
    "User-agent: *",
    "Allow: /",
    ...[...paths, "/api/"].map((path) => `Disallow: ${path}`),
    "Crawl-delay: 1",
    "",
    `Sitemap: ${toAbsoluteUrl("/sitemap.xml")}`,
  ]
  return new Response(`${lines.join("\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8" },
  })
}
