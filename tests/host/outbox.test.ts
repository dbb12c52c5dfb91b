/** Mails that were kept, at /dev/outbox: for the person at this machine alone. */
import { mkdir, readdir, stat, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { networkInterfaces } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { createTransport, type SendMailOptions } from "nodemailer"
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest"
import { openOutbox } from "../../netlify/host/outbox.ts"
import { viewOutbox } from "../../netlify/host/outbox-viewer.ts"
import { listen } from "../../netlify/host/ports.ts"
import { type FixtureSite, writeFixtureSite } from "./fixture-site.ts"
import { ask, type FixtureHost, servedFrom, serveFixture } from "./serve-fixture.ts"
import { temporaryFolder } from "./temporary-folder.ts"

const OLDER = "2025-11-21T14-00-00.000Z-a1b2c3.eml"
const NEWER = "2025-11-21T14-00-01.000Z-0f0f0f.eml"
const LINK = "http://localhost:4321/lv/verify-email#token=a_b-c"

const transport = createTransport({ streamTransport: true })

async function keep(folder: string, name: string, mail: SendMailOptions) {
  const { message } = await transport.sendMail({ from: "Daina <hello@daina.test>", ...mail })
  if (Buffer.isBuffer(message)) throw new Error("A stream was expected")
  await writeFile(join(folder, name), await buffer(message))
}

let site: FixtureSite
let host: FixtureHost
let folder: string

beforeAll(async () => {
  site = await writeFixtureSite()
  folder = await openOutbox(join(site.root, "data"))
  host = await serveFixture(site.root, await servedFrom(site.root, site.dist), viewOutbox(folder))
  await keep(folder, OLDER, { to: "first@daina.test", subject: "Old", text: "Old text" })
  await keep(folder, NEWER, {
    to: "Mārīte <marite@daina.test>",
    subject: "Apstiprini savu e-pastu <b>",
    text: `Sveika! Apstiprini: ${LINK}.\n<script>alert(1)</script>`,
    html: `<p>Sveika!</p><script>alert(1)</script><a href="${LINK}">Apstiprini</a>`,
  })
  await writeFile(join(folder, `.${NEWER}`), "half")
  await writeFile(join(site.root, "data/2025-11-21T14-00-01.000Z-outside.eml"), "To: secret@x.ee")
})

afterAll(async () => {
  host.stop()
  await site.remove()
})

const get = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  ask(host.port, { path, method, headers: { host: `localhost:${host.port}`, ...headers } })

describe("what it shows", () => {
  test("the list has the newest mail first, and looks for more by itself", async () => {
    const { status, headers, body } = await get("/dev/outbox")
    expect(status).toBe(200)
    expect(headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex" })
    expect(body.indexOf(NEWER)).toBeGreaterThan(0)
    expect(body.indexOf(NEWER)).toBeLessThan(body.indexOf(OLDER))
    expect(body).toContain("marite@daina.test")
    expect(body).toContain("Apstiprini savu e-pastu &lt;b&gt;")
    expect(body).toContain('http-equiv="refresh" content="5"')
    expect(body).not.toContain(`.${NEWER}`)
  })

  test("as JSON it is what tests need", async () => {
    const { headers, body } = await get("/dev/outbox.json")
    expect(headers["content-type"]).toContain("application/json")
    const mails = JSON.parse(body)
    expect(mails).toHaveLength(2)
    expect(mails[0]).toEqual({
      name: NEWER,
      to: "marite@daina.test",
      subject: "Apstiprini savu e-pastu <b>",
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      text: expect.stringContaining(LINK),
      html: expect.stringContaining("<p>Sveika!</p>"),
    })
    expect(mails[1]).toMatchObject({ name: OLDER, to: "first@daina.test" })
  })

  test("a mail's page has its headers, its text with links, its HTML in a frame that can do nothing", async () => {
    const { status, body } = await get(`/dev/outbox/${NEWER}`)
    expect(status).toBe(200)
    expect(body).toContain(`<a href="${LINK}">${LINK}</a>.`)
    expect(body).toContain("<dt>Message-ID</dt>")
    expect(body).toContain(
      `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/outbox/${NEWER}/html"`,
    )
    expect(body).not.toMatch(/<script/i)
    expect(body).toContain("&lt;script&gt;")
  })

  test("a mail without HTML has no frame", async () => {
    expect((await get(`/dev/outbox/${OLDER}`)).body).not.toContain("<iframe")
  })

  test("no page of it runs a script, a mail's HTML not even when it is opened by itself", async () => {
    for (const path of ["/dev/outbox", `/dev/outbox/${NEWER}`, `/dev/outbox/${NEWER}/html`]) {
      const { headers } = await get(path)
      const policy = String(headers["content-security-policy"]).split("; ")
      expect(policy).toContain("default-src 'none'")
      expect(policy.filter((rule) => rule.startsWith("script-src"))).toEqual([])
      expect(headers["x-content-type-options"]).toBe("nosniff")
    }
    const { headers, body } = await get(`/dev/outbox/${NEWER}/html`)
    expect(String(headers["content-security-policy"]).split("; ")).toContain(
      "sandbox allow-popups allow-popups-to-escape-sandbox",
    )
    expect(body).toContain("<p>Sveika!</p>")
  })

  test("an empty outbox says so", async () => {
    const empty = viewOutbox(await openOutbox(await temporaryFolder()))
    const server = createServer((req, res) => empty(req, res, req.url ?? ""))
    const port = await listen(server, 0, "127.0.0.1")
    onTestFinished(() => void server.close())
    expect((await ask(port, { path: "/dev/outbox" })).body).toContain("No mail yet")
    expect((await ask(port, { path: "/dev/outbox.json" })).body).toBe("[]")
  })
})

const PATHS = [
  "/dev/outbox",
  "/dev/outbox.json",
  `/dev/outbox/${NEWER}`,
  `/dev/outbox/${NEWER}/html`,
]

/** It answers as if there were nothing: like any path that there is not. */
async function expectNothing(path: string, headers: Record<string, string>, method = "GET") {
  const nowhere = await get("/nowhere", {}, method)
  const answer = await get(path, headers, method)
  expect(answer.status).toBe(nowhere.status)
  expect(answer.body).toBe(nowhere.body)
}

describe("who does not see it", () => {
  const HOSTS = ["daina.example", "localhost.daina.example", "127.0.0.1.daina.example:4321", "x"]

  test.each(HOSTS)("a web site that has its name %j lead here", async (name) => {
    for (const path of PATHS) await expectNothing(path, { host: name })
  })

  test.each([
    ["x-forwarded-for", "203.0.113.9"],
    ["x-forwarded-for", "127.0.0.1"],
    ["x-forwarded-host", "localhost"],
    ["x-real-ip", "203.0.113.9"],
    ["forwarded", "for=203.0.113.9"],
    ["via", "1.1 proxy"],
  ])("a visitor behind a proxy that sends %s: %s", async (name, value) => {
    for (const path of PATHS) await expectNothing(path, { [name]: value })
  })

  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === "IPv4" && !internal)

  test.skipIf(!outside)("a connection that does not come from loopback", async () => {
    const view = viewOutbox(folder)
    const server = createServer((req, res) => {
      if (!view(req, res, req.url ?? "")) res.writeHead(404).end()
    })
    const port = await listen(server, 0, "0.0.0.0")
    onTestFinished(() => void server.close())
    const question = { path: "/dev/outbox", headers: { host: "localhost" } }
    expect((await ask(port, question)).status).toBe(200)
    expect((await ask(port, { ...question, host: outside?.address })).status).toBe(404)
  })

  test("whoever wants to write", async () => {
    for (const method of ["POST", "DELETE", "PUT"]) {
      await expectNothing("/dev/outbox", {}, method)
    }
  })
})

test.each([
  "/dev/outbox/../2025-11-21T14-00-01.000Z-outside.eml",
  "/dev/outbox/..%2f2025-11-21T14-00-01.000Z-outside.eml",
  "/dev/outbox/%2e%2e%2f2025-11-21T14-00-01.000Z-outside.eml",
  "/dev/outbox/..%5c2025-11-21T14-00-01.000Z-outside.eml",
  "/dev/outbox/..",
  "/dev/outbox/%2e%2e%2fhost.lock",
  `/dev/outbox/.${NEWER}.draft`,
  `/dev/outbox/${NEWER}%00`,
  `/dev/outbox/${NEWER}/../../x`,
  "/dev/outbox/2025-11-21T14-00-09.000Z-missing.eml",
])("%s is no mail", async (path) => {
  const { status, body } = await get(path)
  expect(status).toBe(404)
  expect(body).not.toContain("secret@x.ee")
})

describe("the folder", () => {
  test("is its owner's alone, and keeps the newest 200 mails", async () => {
    const data = await temporaryFolder()
    const outbox = join(data, "outbox")
    await mkdir(outbox, { mode: 0o755 })
    const names = Array.from(
      { length: 203 },
      (_, index) => `2025-11-21T14-00-00.${String(index).padStart(3, "0")}Z-abc.eml`,
    )
    for (const name of names) await writeFile(join(outbox, name), "")
    await writeFile(join(outbox, "notes.txt"), "not a mail")
    expect(await openOutbox(data)).toBe(outbox)
    expect((await readdir(outbox)).sort()).toEqual([...names.slice(3), "notes.txt"])
    expect((await stat(outbox)).mode & 0o777).toBe(0o700)
  })
})
