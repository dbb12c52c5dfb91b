import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { readHeaders, readRedirects } from "../../netlify/host/rules.ts"
import { temporaryFolder } from "./temporary-folder.ts"

async function projectWith(toml: string, headersFile = "") {
  const root = await temporaryFolder()
  await mkdir(join(root, "dist"))
  await writeFile(join(root, "netlify.toml"), toml)
  if (headersFile) await writeFile(join(root, "dist/_headers"), headersFile)
  return root
}

async function redirect(from: string, to: string) {
  const root = await projectWith(`[[redirects]]\nfrom = "${from}"\nto = "${to}"`)
  const [rule] = (await readRedirects(root)).redirects
  return (path: string) => rule?.target(path)
}

test("a splat takes everything behind it, and nothing", async () => {
  const target = await redirect("/en/*", "/:splat")
  expect(target("/en/a/b")).toBe("/a/b")
  expect(target("/en")).toBe("/")
  expect(target("/en/")).toBe("/")
  expect(target("/english")).toBeNull()
})

test("a placeholder takes one part", async () => {
  const target = await redirect("/blog/:year/:slug", "/news/:slug?year=:year")
  expect(target("/blog/2026/first")).toBe("/news/first?year=2026")
  expect(target("/blog/2026/a/b")).toBeNull()
})

test("a redirect stays on the site, whatever the path looks like", async () => {
  const target = await redirect("/en/*", "/:splat")
  expect(target("/en//elsewhere.example")).toBe("/elsewhere.example")
  expect(target("/en/\\elsewhere.example")).toBe("/%5Celsewhere.example")
})

test("what stands in a path is text, not syntax", async () => {
  const target = await redirect("/en/*", "/:splat")
  expect(target("/en/a?b#c")).toBe("/a%3Fb%23c")
  expect(target("/en/rīgas zvaigznes")).toBe("/r%C4%ABgas%20zvaigznes")
  expect((await redirect("/a.b", "/c"))("/axb")).toBeNull()
})

test("rules that only Netlify can honour are named and left out", async () => {
  const root = await projectWith(`
    [[redirects]]
      from = "/a"
      to = "/b"
      conditions = { Country = ["lv"] }
    [[redirects]]
      from = "/api/*"
      to = "https://example.org/:splat"
      status = 200
    [[redirects]]
      from = "/c"
      to = "/d"`)
  const { redirects, notes } = await readRedirects(root)
  expect(redirects).toHaveLength(1)
  expect(notes).toEqual(["/a: conditions", "/api/*: a proxy to https://example.org/:splat"])
})

test("a rule that cannot be read stops the start", async () => {
  const root = await projectWith(`[[redirects]]\nto = "/b"`)
  await expect(readRedirects(root)).rejects.toThrow(/netlify\.toml.*"from"/s)
})

test("headers of both files apply; the later rule wins", async () => {
  const root = await projectWith(
    `[[headers]]
      for = "/*"
      values = { X-One = "1", Cache-Control = "no-cache" }
    [[headers]]
      for = "/_astro/*"
      values = { cache-control = "immutable" }`,
    "/*\n  Content-Security-Policy: default-src 'self'\n",
  )
  const headersOf = await readHeaders(root, join(root, "dist"))
  expect(headersOf("/_astro/a.js")).toEqual({
    "content-security-policy": "default-src 'self'",
    "x-one": "1",
    "cache-control": "immutable",
  })
  expect(headersOf("/")).toMatchObject({ "cache-control": "no-cache" })
})
