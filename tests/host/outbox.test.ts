/** Mails that were kept, at /dev/outbox: for whoever opened the link that the host printed. */
import { mkdir, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { createTransport, type SendMailOptions } from "nodemailer"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { openOutbox } from "../../netlify/host/outbox/outbox.ts"
import { viewOutbox } from "../../netlify/host/outbox/viewer.ts"
import { type FixtureSite, writeFixtureSite } from "./support/fixture-site.ts"
import { ask, type FixtureHost, servedFrom, serveFixture } from "./support/serve-fixture.ts"
import { temporaryFolder } from "./support/temporary-folder.ts"

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
let link: URL
let cookie: string

/** The path and query of a printed link. */
const pathOf = ({ pathname, search }: URL) => pathname + search

const cookieOf = ({ headers }: Awaited<ReturnType<typeof ask>>) =>
  String(headers["set-cookie"]).split(";")[0] ?? ""

beforeAll(async () => {
  site = await writeFixtureSite()
  folder = await openOutbox(join(site.root, "data"))
  const viewer = viewOutbox(folder, "http://localhost:4321")
  link = new URL(viewer.link)
  host = await serveFixture(site.root, await servedFrom(site.root, site.dist), viewer)
  cookie = cookieOf(await ask(host.port, { path: pathOf(link) }))
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
  ask(host.port, { path, method, headers: { cookie, ...headers } })

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
})

const PATHS = ["/dev/outbox", `/dev/outbox/${NEWER}`, `/dev/outbox/${NEWER}/html`]

/** It answers as if there were nothing: like any path that there is not. */
async function expectNothing(path: string, headers: Record<string, string>, method = "GET") {
  const nowhere = await get("/nowhere", {}, method)
  const answer = await get(path, headers, method)
  expect(answer.status).toBe(nowhere.status)
  expect(answer.body).toBe(nowhere.body)
  expect(answer.headers["set-cookie"]).toBeUndefined()
}

test("the printed link opens once, has the next one printed, and leaves the address clean", async () => {
  const print = vi.spyOn(console, "log").mockImplementation(() => {})
  const { link, app } = viewOutbox(folder, "http://localhost:4321")
  const open = (link: string, method = "GET") => app.request(link, { method })

  expect((await open(link, "HEAD")).status, "a look at it spends nothing").toBe(404)
  const first = await open(link)
  expect(first.status).toBe(303)
  expect(first.headers.get("location")).toBe("/dev/outbox")
  const cookie = first.headers.get("set-cookie") ?? ""
  expect(cookie).toMatch(/^daina_outbox=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/dev$/)
  const headers = { cookie: cookie.split(";")[0] ?? "" }
  expect((await app.request("/dev/outbox", { headers })).status).toBe(200)
  expect((await open(link)).status, "it is spent").toBe(404)

  const next = /http:\S+/.exec(String(print.mock.lastCall?.[0]))?.[0] ?? ""
  expect(new URL(next).searchParams.get("token")).not.toBe(new URL(link).searchParams.get("token"))
  expect((await open(next)).status).toBe(303)
  expect((await open(next)).status).toBe(404)
})

describe("who does not see it", () => {
  test.each<[who: string, headers: Record<string, string>]>([
    ["this machine's own browser", { host: "localhost:4321" }],
    ["a web site that has its name lead here", { host: "daina.example" }],
    ["somebody with a cookie of their own making", { cookie: `daina_outbox=${"x".repeat(43)}` }],
  ])("%s, without the link", async (_who, headers) => {
    for (const path of PATHS) await expectNothing(path, { cookie: "", ...headers })
  })

  test.each(["", "?token=", `?token=${"x".repeat(43)}`])("whoever tries it with %j", (query) =>
    expectNothing(`/dev/outbox${query}`, { cookie: "" }),
  )

  test("whoever comes with the link that was used", () =>
    expectNothing(pathOf(link), { cookie: "" }))

  test("whoever wants to write", async () => {
    for (const method of ["POST", "DELETE", "PUT"]) {
      await expectNothing("/dev/outbox", {}, method)
    }
  })
})

test.each([
  "/dev/outbox/../2025-11-21T14-00-01.000Z-outside.eml",
  "/dev/outbox/%2e%2e%2f2025-11-21T14-00-01.000Z-outside.eml",
  "/dev/outbox/..%5c2025-11-21T14-00-01.000Z-outside.eml",
  `/dev/outbox/.${NEWER}.draft`,
  `/dev/outbox/${NEWER}%00`,
  "/dev/outbox/2025-11-21T14-00-09.000Z-missing.eml",
])("%s is no mail", async (path) => {
  const { status, body } = await get(path)
  expect(status).toBe(404)
  expect(body).not.toContain("secret@x.ee")
})

test("the folder is its owner's alone, and keeps the newest 200 mails", async () => {
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
