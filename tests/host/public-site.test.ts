import { execFile } from "node:child_process"
import { rm } from "node:fs/promises"
import { createServer, type OutgoingHttpHeaders, request, type Server } from "node:http"
import { request as secureRequest } from "node:https"
import { connect as connectTls } from "node:tls"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest"
import { findFreePort, listen } from "../../netlify/host/listening.ts"
import { makeDataFolder } from "../support/site-template.ts"
import {
  CADDY,
  NGINX,
  type RunningProxy,
  startCaddy,
  startNginx,
} from "./support/proxy-programs.ts"
import { readResponse, sendRequest, type TestRequest } from "./support/serve-fixture.ts"
import {
  type StartedHost,
  spawnHost,
  waitForExit,
  waitUntilHealthy,
} from "./support/started-host.ts"

const SITE_URL = "https://daina.example"

let dataDir: string
let host: StartedHost
let hostPort: number
const proxies: Server[] = []
/** The port of a proxy that sends X-Forwarded-* headers. */
let forwardingPort: number
let plainPort: number

async function startProxy(port: number, headers: (from: string) => OutgoingHttpHeaders) {
  const server = createServer((req, res) => {
    const allHeaders = { ...req.headers, ...headers(req.socket.remoteAddress ?? "") }
    const options = {
      port,
      host: "127.0.0.1",
      method: req.method,
      path: req.url,
      headers: allHeaders,
    }
    req.pipe(
      request(options, (response) => {
        res.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(res)
      }),
    )
  })
  proxies.push(server)
  return listen(server, 0, "127.0.0.1")
}

beforeAll(async () => {
  dataDir = await makeDataFolder()
  const port = await findFreePort()
  hostPort = port
  host = spawnHost({ DATA_DIR: dataDir, PORT: String(port), SITE_URL })
  await waitUntilHealthy(host)
  // The startup message is printed last.
  await vi.waitUntil(() => host.getOutput().includes("Ctrl-C"), 10_000)
  forwardingPort = await startProxy(port, (from) => ({
    "x-forwarded-for": from,
    "x-forwarded-proto": "https",
  }))
  // This proxy sends no X-Forwarded-* headers, like nginx with only `proxy_pass`. The host sees a loopback client.
  plainPort = await startProxy(port, () => ({ host: `127.0.0.1:${port}` }))
}, 240_000)

afterAll(async () => {
  for (const proxy of proxies) proxy.close().closeAllConnections()
  host.process.kill("SIGTERM")
  await waitForExit(host)
  await rm(dataDir, { recursive: true })
})

const get = (port: number, path: string, headers = {}) =>
  sendRequest(port, { path, headers: { host: "daina.example", ...headers } })

async function post(port: number, path: string, body: object, headers = {}) {
  const allHeaders = { origin: SITE_URL, "sec-fetch-site": "same-origin", ...headers }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...allHeaders },
    body: JSON.stringify(body),
  })
  const json: unknown = await response.json()
  return { status: response.status, json, cookies: response.headers.getSetCookie() }
}

test("the start of a public site prints neither demo accounts nor a link to the outbox", () => {
  expect(host.getOutput()).toContain(`Daina is ready at ${SITE_URL}`)
  for (const word of ["daina-demo", "@daina.test", "/dev/outbox", "demo"]) {
    expect(host.getOutput()).not.toContain(word)
  }
})

test("a public site has no demo accounts and no demo content", async () => {
  for (const name of ["super", "owner", "member"]) {
    const body = { email: `${name}@daina.test`, password: "daina-demo" }
    const response = await post(forwardingPort, "/api/auth/sign-in", body)
    expect([response.status, response.cookies]).toEqual([401, []])
  }
  for (const path of ["/api/news", "/api/teams", "/api/ideas/popular"]) {
    const { status, body } = await get(forwardingPort, path)
    expect([path, status]).toEqual([path, 200])
    expect(Object.values(JSON.parse(body))[0]).toEqual([])
  }
})

test.each(["forwarding", "plain"])(
  "paths of the outbox are not found through a %s proxy",
  async (kind) => {
    const port = kind === "plain" ? plainPort : forwardingPort
    const notFound = await get(port, "/dev/nowhere")
    expect(notFound.status).toBe(404)
    for (const path of ["/dev/outbox", "/dev/outbox/", "/dev/outbox/undefined"]) {
      const { status, body } = await get(port, path)
      expect([path, status, body]).toEqual([path, 404, notFound.body])
    }
  },
)

test("the setup link makes the first person super admin and works once", async () => {
  const setup = /https:\/\/daina\.example\/register#setup=([\w-]{43})/.exec(host.getOutput())?.[1]
  const body = { email: "first@example.ee", password: "lightstick", terms: true, setup }
  const firstResponse = await post(plainPort, "/api/auth/sign-up", body)
  expect(firstResponse).toMatchObject({ status: 201, json: { role: "super_admin" } })
  expect(firstResponse.cookies[0]).toMatch(/^__Host-daina_session=.*; Secure/)

  const cookie = firstResponse.cookies.map((line) => line.split(";")[0]).join("; ")
  for (const port of [plainPort, forwardingPort]) {
    expect((await get(port, "/api/admin/stats", { cookie })).status).toBe(200)
  }
  const secondResponse = await post(forwardingPort, "/api/auth/sign-up", {
    ...body,
    email: "late@example.ee",
  })
  expect(secondResponse).toMatchObject({ status: 410, json: { code: "setup_link_unusable" } })
})

test("a public site without a mail server refuses to send the newsletter", async () => {
  const { SMTP_URL: _, SITE_URL: __, ...env } = process.env
  const run = promisify(execFile)(
    process.execPath,
    ["scripts/newsletter.ts", "docs/examples/newsletter.md"],
    { env: { ...env, DATA_DIR: dataDir } },
  )
  await expect(run).rejects.toMatchObject({
    stderr: expect.stringContaining(
      "SMTP_URL is not set, so these emails would be recorded as sent",
    ),
  })
})

const HOST_NAME = "daina.example"

type SecureRequest = TestRequest & { servername?: string }

async function sendSecureRequest(port: number, { body, headers, ...testRequest }: SecureRequest) {
  const options = { host: "127.0.0.1", port, servername: HOST_NAME, rejectUnauthorized: false }
  const request = secureRequest({
    ...options,
    ...testRequest,
    headers: { host: HOST_NAME, ...headers },
    agent: false,
  })
  // A proxy that refuses a body may close the connection early.
  request.on("error", () => {}).end(body)
  return readResponse(request)
}

function negotiateProtocol(port: number): Promise<string | false | null> {
  return new Promise((resolve, reject) => {
    const options = { host: "127.0.0.1", port, servername: HOST_NAME, rejectUnauthorized: false }
    const socket = connectTls({ ...options, ALPNProtocols: ["h2", "http/1.1"] }, () => {
      resolve(socket.alpnProtocol)
      socket.end()
    }).on("error", reject)
  })
}

// `network` is N in the clients' IP addresses 127.0.N.x. Both proxies use the same host, which counts rate limits by address.
const PROXIES = [
  ["nginx", NGINX, startNginx, 1],
  ["Caddy", CADDY, startCaddy, 2],
] as const

describe.each(PROXIES)("behind %s with its example configuration", (_, program, start, network) => {
  const proxyTest = test.runIf(program)
  let proxy: RunningProxy
  beforeAll(async () => {
    if (program) proxy = await start(HOST_NAME, hostPort)
  })
  afterAll(() => proxy?.stop())

  const sendSecure = (path: string, testRequest: Omit<SecureRequest, "path"> = {}) =>
    sendSecureRequest(proxy.https, { path, ...testRequest })
  proxyTest("requests over http are redirected to https, which uses HTTP/2", async () => {
    const { status, headers } = await get(proxy.http, "/lv/news?page=2")
    expect([301, 308]).toContain(status)
    expect(headers.location).toBe(`${SITE_URL}/lv/news?page=2`)
    expect(await negotiateProtocol(proxy.https)).toBe("h2")
  })

  proxyTest("requests for another host name get no page", async () => {
    const otherHost = { servername: "elsewhere.example", headers: { host: "elsewhere.example" } }
    await expect(sendSecure("/", otherHost)).rejects.toThrow(/alert|disconnected/)
    const withHostHeader = await sendSecure("/", { headers: { host: "elsewhere.example" } }).catch(
      () => null,
    )
    expect(withHostHeader?.body ?? "").toBe("")
  })

  proxyTest(
    "pages are compressed, and the host's headers, 304s and redirects are passed on",
    async () => {
      const page = await sendSecure("/", { headers: { "accept-encoding": "br" } })
      expect(page.status).toBe(200)
      expect(page.headers["content-encoding"]).toBe("br")
      expect(page.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains")
      expect(page.headers["content-security-policy"]).toMatch(/^[^,]*default-src[^,]*$/)
      expect(page.headers.server ?? "").not.toMatch(/\d/)
      const etag = String(page.headers.etag)
      expect(
        (await sendSecure("/", { headers: { "accept-encoding": "br", "if-none-match": etag } }))
          .status,
      ).toBe(304)
      const script = /\/_astro\/[\w.-]+\.(?:js|css)/.exec(page.body)?.[0] ?? ""
      expect((await sendSecure(script)).headers["cache-control"]).toBe(
        "public, max-age=31536000, immutable",
      )
      const withSlash = await sendSecure("/news/")
      expect([
        withSlash.status,
        new URL(String(withSlash.headers.location), SITE_URL).href,
      ]).toEqual([301, `${SITE_URL}/news`])
      expect((await sendSecure("/api/auth/session")).headers["cache-control"]).toBe(
        "private, no-store",
      )
    },
  )

  proxyTest("the proxy accepts a picture of 4.4 MB and refuses one of 6 MB", async () => {
    // The host would refuse a request without a log-in before it has read the picture.
    const server = createServer((req, res) => req.on("end", () => res.end()).resume())
    proxies.push(server)
    const pictureProxy = await start(HOST_NAME, await listen(server, 0, "127.0.0.1"))
    onTestFinished(() => pictureProxy.stop())
    const send = async (bytes: number) => {
      const body = "x".repeat(bytes)
      const testRequest = { path: "/api/uploads/team-images", method: "POST", body }
      return (await sendSecureRequest(pictureProxy.https, testRequest)).status
    }
    expect(await send(4_400_000)).toBe(200)
    // Caddy 2.6 responds with 502.
    expect([413, 502]).toContain(await send(6_000_000))
  })

  proxyTest("rate limits and redirects ignore forged forwarding headers", async () => {
    const report = (from: string, forgedAddress: string) =>
      sendSecure("/api/not-found", {
        method: "POST",
        headers: { "x-forwarded-for": forgedAddress, origin: SITE_URL },
        localAddress: from,
      })
    const [sender, otherSender] = [`127.0.${network}.1`, `127.0.${network}.2`]
    const statuses: number[] = []
    for (let call = 0; call < 11; call++) {
      statuses.push((await report(sender, `203.0.113.${call}`)).status)
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([204, 429])
    expect((await report(otherSender, sender)).status).toBe(204)
    const forwarded = { "x-forwarded-host": "elsewhere.example", "x-forwarded-proto": "http" }
    const { headers } = await sendSecure("/en/news", { headers: forwarded })
    expect(new URL(String(headers.location), SITE_URL).origin).toBe(SITE_URL)
  })
})
