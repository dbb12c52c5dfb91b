/** Tests that the host applies the redirect and header rules of netlify.toml and of a build as Netlify does. */
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { readBuiltRedirects, readHeaders, readRedirects } from "../../netlify/host/rules.ts"
import { makeTemporaryFolder } from "./support/temporary-folder.ts"

async function makeProject(toml: string, headersFile = "") {
  const root = await makeTemporaryFolder()
  await mkdir(join(root, "dist"))
  await writeFile(join(root, "netlify.toml"), toml)
  if (headersFile) await writeFile(join(root, "dist/_headers"), headersFile)
  return root
}

async function makeRedirector(from: string, to: string) {
  const root = await makeProject(`[[redirects]]\nfrom = "${from}"\nto = "${to}"`)
  const [rule] = (await readRedirects(root)).redirects
  return (path: string) => rule?.getTarget(path)
}

test("the rule for unknown API paths shows the problem document with status 404", async () => {
  const { redirects } = await readRedirects(".")
  const rule = redirects.find(({ getTarget }) => getTarget("/api/none"))
  expect([rule?.getTarget("/api/none"), rule?.status]).toEqual(["/problems/not-found.json", 404])
})

test.each([
  ["/en/*", "/:splat", "/en/a/b", "/a/b"],
  ["/en/*", "/:splat", "/en", "/"],
  ["/en/*", "/:splat", "/english", null],
  ["/blog/:year/:slug", "/news/:slug?year=:year", "/blog/2026/first", "/news/first?year=2026"],
  ["/blog/:year/:slug", "/news/:slug?year=:year", "/blog/2026/a/b", null],
  ["/en/*", "/:splat", "/en//elsewhere.example", "/elsewhere.example"],
  ["/en/*", "/:splat", "/en/\\elsewhere.example", "/%5Celsewhere.example"],
  ["/en/*", "/:splat", "/en/a?b#c", "/a%3Fb%23c"],
  ["/en/*", "/:splat", "/en/rīgas zvaigznes", "/r%C4%ABgas%20zvaigznes"],
  ["/a.b", "/c", "/axb", null],
  ["/a/", "/c", "/a", "/c"],
])("with the rule from %s to %s, the target of %s is %s", async (from, to, path, target) => {
  expect((await makeRedirector(from, to))(path)).toBe(target)
})

test("a build may have a file with redirects, which is read, or none", async () => {
  const folder = await makeTemporaryFolder()
  expect(await readBuiltRedirects(join(folder, "_redirects"))).toEqual([])
  await writeFile(join(folder, "_redirects"), "/a /b 301\n/a/* /b/:splat 301\n")
  const rules = await readBuiltRedirects(join(folder, "_redirects"))
  const findTarget = (path: string) =>
    rules.find(({ getTarget }) => getTarget(path))?.getTarget(path)
  expect([findTarget("/a"), findTarget("/a/calendar.ics"), findTarget("/ab")]).toEqual([
    "/b",
    "/b/calendar.ics",
    undefined,
  ])
})

test("rules that only Netlify supports are listed and ignored", async () => {
  const root = await makeProject(`
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
  const { redirects, unsupported } = await readRedirects(root)
  expect(redirects).toHaveLength(1)
  expect(unsupported).toEqual(["/a: conditions", "/api/*: a proxy to https://example.org/:splat"])
})

test("an invalid rule is refused, and the error names netlify.toml and the field", async () => {
  const root = await makeProject(`[[redirects]]\nto = "/b"`)
  await expect(readRedirects(root)).rejects.toThrow(/netlify\.toml.*"from"/s)
})

test("headers of netlify.toml and of the build apply, and later rules win", async () => {
  const root = await makeProject(
    `[[headers]]
      for = "/*"
      values = { X-One = "1", Cache-Control = "no-cache" }
    [[headers]]
      for = "/_astro/*"
      values = { cache-control = "immutable" }`,
    "/*\n  Content-Security-Policy: default-src 'self'\n",
  )
  const findHeaders = await readHeaders(root, join(root, "dist/_headers"))
  expect(findHeaders("/_astro/a.js")).toEqual({
    "content-security-policy": "default-src 'self'",
    "x-one": "1",
    "cache-control": "immutable",
  })
  expect(findHeaders("/")).toMatchObject({ "cache-control": "no-cache" })
})
