import { cp, rm, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { afterAll, expect, test, vi } from "vitest"
import { writeFixtureSite } from "./support/fixture-site.ts"
import { prepareSite, sendRequest, serveFixture } from "./support/serve-fixture.ts"
import { makeTemporaryFolder } from "./support/temporary-folder.ts"

const fixture = await writeFixtureSite()
const host = await serveFixture(fixture.root, null)

afterAll(async () => {
  host.stop()
  await fixture.remove()
})

const get = (path: string, headers = {}) => sendRequest(host.port, { path, headers })

async function copyAsNextBuild() {
  const dist = await makeTemporaryFolder()
  await cp(fixture.dist, dist, { recursive: true })
  return dist
}

test("before the first build, pages have status 503", async () => {
  host.setSite(null)
  expect(await get("/")).toMatchObject({ status: 503, headers: { "retry-after": "2" } })
  expect((await get("/api/echo")).status).toBe(200)
})

test("a new build replaces the pages, and hashed files of the old build stay", async () => {
  const assets = await makeTemporaryFolder()
  host.setSite(await prepareSite(fixture.root, fixture.dist, assets))
  expect((await get("/news")).body).toContain("News en")
  const dist = await copyAsNextBuild()
  await rm(join(dist, "_astro/app.D4f2.js"))
  await rm(join(dist, "news/first.html"))
  await writeFile(join(dist, "news.html"), "the new list")
  host.setSite(await prepareSite(fixture.root, dist, assets))
  expect((await get("/news")).body).toBe("the new list")
  expect(await get("/_astro/app.D4f2.js")).toMatchObject({
    status: 200,
    headers: { "cache-control": "public, max-age=31536000, immutable" },
  })
  expect((await get("/news/first")).status).toBe(404)
})

test("an unchanged page keeps its ETag in the next build", async () => {
  host.setSite(await prepareSite(fixture.root, fixture.dist))
  const { etag = "" } = (await get("/lv")).headers
  host.setSite(await prepareSite(fixture.root, await copyAsNextBuild()))
  expect((await get("/lv", { "if-none-match": etag })).status).toBe(304)
  expect((await get("/lv", { "if-none-match": `W/${etag}, "other"` })).status).toBe(304)
})

test("each encoding has its own ETag", async () => {
  host.setSite(await prepareSite(fixture.root, fixture.dist))
  const tags = await Promise.all(
    ["br", "gzip", "identity"].map(async (encoding) => {
      const { headers } = await get("/", { "accept-encoding": encoding })
      return headers.etag
    }),
  )
  expect(new Set(tags).size).toBe(3)
})

test("the first response is compressed fast, and later responses are smaller", async () => {
  const dist = await copyAsNextBuild()
  // The page has few repetitions, so that a higher level of compression makes it smaller.
  const page = Array.from({ length: 900 }, (_, i) => `<li>여러분 ${(i * 7919) % 1000}</li>`).join(
    "",
  )
  await writeFile(join(dist, "long.html"), page)
  host.setSite(await prepareSite(fixture.root, dist))
  const getLongPage = () => get("/long", { "accept-encoding": "br" })
  const firstResponse = await getLongPage()
  expect(firstResponse.headers["content-encoding"]).toBe("br")
  const laterResponse = await vi.waitFor(async () => {
    const response = await getLongPage()
    expect(response.bytes).toBeLessThan(firstResponse.bytes)
    return response
  })
  expect([firstResponse.body, laterResponse.body]).toEqual([page, page])
  expect(laterResponse.headers.etag).toBe(firstResponse.headers.etag)
})

test("pictures are not compressed", async () => {
  const dist = await copyAsNextBuild()
  await writeFile(join(dist, "picture.webp"), "RIFF".repeat(500))
  host.setSite(await prepareSite(fixture.root, dist))
  const { headers, bytes } = await get("/picture.webp", { "accept-encoding": "br, gzip" })
  expect([headers["content-encoding"], headers.vary, bytes]).toEqual([undefined, undefined, 2000])
})

test("a changed file at the same path is served with its new content", async () => {
  const dist = await copyAsNextBuild()
  host.setSite(await prepareSite(fixture.root, dist))
  expect((await get("/news", { "accept-encoding": "br" })).body).toContain("News en")
  await writeFile(join(dist, "news.html"), "another list")
  host.setSite(await prepareSite(fixture.root, dist))
  expect((await get("/news", { "accept-encoding": "br" })).body).toBe("another list")
})

test("if a file is missing on the disk, only requests for this file fail", async () => {
  const dist = await copyAsNextBuild()
  host.setSite(await prepareSite(fixture.root, dist))
  await rm(join(dist, "news.html"))
  expect((await get("/news", { "accept-encoding": "identity" })).status).toBe(500)
  expect((await get("/lv")).status).toBe(200)
})

test.each([
  "GET http://elsewhere.example/news/ HTTP/1.1\r\nHost: x",
  "OPTIONS * HTTP/1.1\r\nHost: x",
  "GET / HTTP/1.1\r\nHost: not a host",
  "GET /\\\\elsewhere.example HTTP/1.1\r\nHost: x",
  "GET /en/%0d%0aX-Injected:1 HTTP/1.1\r\nHost: x",
  "GET / HTTP/1.1\r\nHost: x\r\nRange: bytes=5-1",
  "GET / HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ;;;q=,br;q=zero",
  "nonsense",
])(
  "the unusual request %j gets a response without a redirect to another site or an injected header",
  async (request) => {
    host.setSite(await prepareSite(fixture.root, fixture.dist))
    const socket = connect(host.port, "127.0.0.1")
    socket.write(`${request}\r\nConnection: close\r\n\r\n`)
    const response = await text(socket)
    expect(response).toMatch(/^HTTP\/1\.1 (200|206|301|400|404|416) /)
    expect(response).not.toMatch(/^(location: (https?:)?\/\/|x-injected)/im)
    expect((await get("/")).status).toBe(200)
  },
)
