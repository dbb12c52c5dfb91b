import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { LOCALES } from "../../../src/i18n/locales.ts"

const REPOSITORY = join(import.meta.dirname, "../../..")

const makePage = (title: string) => `<!doctype html>
<html><head><title>${title}</title>
<script>document.documentElement.dataset.theme = "dark"</script>
<script type="application/ld+json">{"name":"${title}"}</script>
</head><body><h1>${title}</h1>${"<p>여러분 Sveiki, tere, labas, привет.</p>\n".repeat(60)}</body></html>
`

/** Paths and contents of the pages in each language. The pages under `shell/` are for content newer than the build. */
const pages = LOCALES.flatMap((locale) => {
  const prefix = locale === "en" ? "" : `${locale}/`
  const home = locale === "en" ? "index" : locale
  return [
    [`${home}.html`, makePage(`Home ${locale}`)],
    [`${prefix}news.html`, makePage(`News ${locale}`)],
    [`${prefix}news/first.html`, makePage(`First article ${locale}`)],
    [`${prefix}news/page/2.html`, makePage(`News 2 ${locale}`)],
    [`${prefix}shell/news.html`, makePage(`Shell ${locale}`)],
    [`${prefix}404.html`, makePage(`Not found ${locale}`)],
  ]
})

const FILES: Record<string, string> = {
  ...Object.fromEntries(pages),
  "news/rīgas-zvaigznes.html": makePage("Rīgas zvaigznes"),
  "folder/index.html": makePage("Folder"),
  "lv/embed/events.html": "<!doctype html><h1>A list for other sites</h1>",
  "_astro/app.D4f2.js": `console.log(${JSON.stringify("x".repeat(2_000))})`,
  "_astro/app.B1c9.css": `.a { color: red }\n${".b { color: blue }\n".repeat(100)}`,
  "art/v1/ee-0-640.webp": "not a real picture".repeat(10),
  "fonts/onest.woff2": "not a real font",
  "feed.xml": `<?xml version="1.0"?><feed>${"<entry/>".repeat(200)}</feed>`,
  "robots.txt": "User-agent: *\nAllow: /\n",
  "problems/not-found.json": JSON.stringify({ code: "not_found" }),
  "build.json": JSON.stringify({ version: 7 }),
  "icon.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
}

// EXTRA_RULES has kinds of rules that netlify.toml lacks. These rules are first, because the first matching rule counts.
const makeRule = (from: string, to: string, status: number, options = "") =>
  `[[redirects]]\nfrom = "${from}"\nto = "${to}"\nstatus = ${status}\n${options}\n`
const EXTRA_RULES = [
  makeRule("/en", "/", 301),
  makeRule("/en/*", "/:splat", 301),
  makeRule("/old/:slug", "/news/:slug", 301),
  makeRule("/news/first.html", "/news/first", 301, "force = true"),
  makeRule("/rewritten/*", "/news/:splat", 200),
  makeRule("/elsewhere", "https://example.org/there", 302),
].join("")

const FUNCTIONS: Record<string, string> = {
  "echo.ts": `
    export default async (request, context) => Response.json({
      method: request.method,
      path: new URL(request.url).pathname,
      query: new URL(request.url).search,
      body: await request.text(),
    }, { headers: { "cache-control": "private, no-store", "x-from": "echo" } })
    export const config = { path: ["/api/echo", "/api/echo/:id"] }`,
  "wild.ts": `
    export default (request, context) => new Response("wild", {
      status: 201, headers: { "content-type": "text/plain; charset=utf-8" },
    })
    export const config = { path: "/api/wild/*" }`,
  "over-static.ts": `
    export default () => new Response("from the function")
    export const config = { path: "/folder/index.html" }`,
  "cookies.ts": `
    export default () => {
      const headers = new Headers()
      headers.append("set-cookie", "one=1; Path=/; HttpOnly")
      headers.append("set-cookie", "two=2; Path=/")
      return new Response(null, { status: 204, headers })
    }
    export const config = { path: "/api/cookies" }`,
  "broken.ts": `
    export default () => { throw new Error("on purpose") }
    export const config = { path: "/api/broken" }`,
}

async function writeFiles(folder: string, files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

/** Writes a small built site with functions and with the rules of netlify.toml, for tests that need no real build. */
export async function writeFixtureSite(extraFunctions: Record<string, string> = {}) {
  const root = await mkdtemp(join(tmpdir(), "daina-site-"))
  const dist = join(root, "dist")
  const rules = await readFile(join(REPOSITORY, "netlify.toml"), "utf8")
  const firstRule = rules.indexOf("[[redirects]]")
  await writeFiles(dist, FILES)
  await writeFiles(join(root, "netlify/functions"), { ...FUNCTIONS, ...extraFunctions })
  await writeFiles(root, {
    "netlify.toml": `${rules.slice(0, firstRule)}${EXTRA_RULES}\n${rules.slice(firstRule)}`,
    "package.json": JSON.stringify({ name: "fixture", type: "module" }),
  })
  await symlink(join(REPOSITORY, "node_modules"), join(root, "node_modules"))
  return { root, dist, remove: () => rm(root, { recursive: true, force: true }) }
}
