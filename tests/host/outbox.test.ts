/** Tests of the outbox. A local site without a mail server stores emails in this folder and shows them at a secret URL. */
import { mkdir, readdir, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { createTransport, type SendMailOptions } from "nodemailer"
import { afterAll, describe, expect, test } from "vitest"
import { openOutbox } from "../../netlify/host/outbox/outbox.ts"
import { createOutboxViewer } from "../../netlify/host/outbox/viewer.ts"
import { writeFixtureSite } from "./support/fixture-site.ts"
import { prepareSite, sendRequest, serveFixture } from "./support/serve-fixture.ts"
import { makeTemporaryFolder } from "./support/temporary-folder.ts"

const OLDER = "2025-11-21T14-00-00.000Z-a1b2c3.eml"
const NEWER = "2025-11-21T14-00-01.000Z-0f0f0f.eml"
const EMAIL_LINK = "http://localhost:4321/lv/verify-email#token=a_b-c"

const transport = createTransport({ streamTransport: true })

async function storeMail(folder: string, name: string, mail: SendMailOptions) {
  const { message } = await transport.sendMail({ from: "Daina <hello@daina.test>", ...mail })
  if (Buffer.isBuffer(message)) throw new Error("A stream was expected")
  await writeFile(join(folder, name), await buffer(message))
}

const site = await writeFixtureSite()
const folder = await openOutbox(join(site.root, "data"))
const viewer = createOutboxViewer(folder, "http://localhost:4321")
const outboxPath = new URL(viewer.link).pathname
const host = await serveFixture(site.root, await prepareSite(site.root, site.dist), viewer)
await storeMail(folder, OLDER, { to: "first@daina.test", subject: "Old", text: "Old text" })
await storeMail(folder, NEWER, {
  to: "Mārīte <marite@daina.test>",
  subject: "Apstiprini savu e-pastu <b>",
  text: `Sveika! Apstiprini: ${EMAIL_LINK}.\n<script>alert(1)</script>`,
  html: `<p>Sveika!</p><script>alert(1)</script><a href="${EMAIL_LINK}">Apstiprini</a>`,
})
// This file simulates an email that is still being written.
await writeFile(join(folder, `.${NEWER}`), "half")
// This file is outside the outbox, so no path may reach it.
await writeFile(join(site.root, "data/2025-11-21T14-00-01.000Z-outside.eml"), "To: secret@x.ee")

afterAll(async () => {
  host.stop()
  await site.remove()
})

const get = (path: string, method = "GET") => sendRequest(host.port, { path, method })

describe("the outbox with the printed link", () => {
  test("the list shows the newest email first and reloads itself", async () => {
    const { status, headers, body } = await get(outboxPath)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      ...{ "cache-control": "no-store", "x-robots-tag": "noindex" },
      "referrer-policy": "no-referrer",
    })
    expect(body.indexOf(NEWER)).toBeGreaterThan(0)
    expect(body.indexOf(NEWER)).toBeLessThan(body.indexOf(OLDER))
    expect(body).toContain("marite@daina.test")
    expect(body).toContain("Apstiprini savu e-pastu &lt;b&gt;")
    expect(body).toContain('http-equiv="refresh" content="5"')
    expect(body).not.toContain(`.${NEWER}`)
  })

  test("an email's page shows headers, text with links, and the HTML in a sandboxed frame", async () => {
    const { status, body } = await get(`${outboxPath}/${NEWER}`)
    expect(status).toBe(200)
    expect(body).toContain(`<a href="${EMAIL_LINK}">${EMAIL_LINK}</a>.`)
    expect(body).toContain("<dt>Message-ID</dt>")
    expect(body).toContain(
      `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="${outboxPath}/${NEWER}/html"`,
    )
    expect(body).not.toMatch(/<script/i)
    expect(body).toContain("&lt;script&gt;")
  })

  test("no page runs scripts, including an email's HTML outside the frame", async () => {
    for (const path of [outboxPath, `${outboxPath}/${NEWER}`, `${outboxPath}/${NEWER}/html`]) {
      const { headers } = await get(path)
      const policy = String(headers["content-security-policy"]).split("; ")
      expect(policy).toContain("default-src 'none'")
      expect(policy.filter((rule) => rule.startsWith("script-src"))).toEqual([])
      expect(headers["x-content-type-options"]).toBe("nosniff")
    }
    const { headers, body } = await get(`${outboxPath}/${NEWER}/html`)
    expect(String(headers["content-security-policy"]).split("; ")).toContain(
      "sandbox allow-popups allow-popups-to-escape-sandbox",
    )
    expect(body).toContain("<p>Sveika!</p>")
  })
})

describe("other requests", () => {
  async function expectNotFound(path: string, method = "GET") {
    const missing = await get("/nowhere", method)
    const response = await get(path, method)
    expect([response.status, response.body]).toEqual([missing.status, missing.body])
  }

  test.each(["", "/", `/${"x".repeat(43)}`, `/${NEWER}`, `/${"x".repeat(43)}/${NEWER}`])(
    "a path without the right secret is not found: /dev/outbox%s",
    (subpath) => expectNotFound(`/dev/outbox${subpath}`),
  )

  test.each(["POST", "DELETE", "PUT"])("%s requests to the printed link are not found", (method) =>
    expectNotFound(outboxPath, method),
  )

  test("each start prints another link", () => {
    expect(createOutboxViewer("", "http://localhost:4321").link).not.toContain(outboxPath)
  })
})

test.each([
  "/../2025-11-21T14-00-01.000Z-outside.eml",
  "/%2e%2e%2f2025-11-21T14-00-01.000Z-outside.eml",
  "/..%5c2025-11-21T14-00-01.000Z-outside.eml",
  `/.${NEWER}.draft`,
  `/${NEWER}%00`,
  "/2025-11-21T14-00-09.000Z-missing.eml",
])("only emails in the folder can be read, not %s", async (path) => {
  const { status, body } = await get(outboxPath + path)
  expect(status).toBe(404)
  expect(body).not.toContain("secret@x.ee")
})

test("the folder is readable only by its owner and keeps the newest 200 emails", async () => {
  const dataDir = await makeTemporaryFolder()
  const folder = join(dataDir, "outbox")
  await mkdir(folder, { mode: 0o755 })
  const names = Array.from(
    { length: 203 },
    (_, index) => `2025-11-21T14-00-00.${String(index).padStart(3, "0")}Z-abc.eml`,
  )
  for (const name of names) await writeFile(join(folder, name), "")
  await writeFile(join(folder, "notes.txt"), "not an email")
  expect(await openOutbox(dataDir)).toBe(folder)
  expect((await readdir(folder)).sort()).toEqual([...names.slice(3), "notes.txt"])
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})
