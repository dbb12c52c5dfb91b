import { createServer, IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { expect, onTestFinished, test, vi } from "vitest"
import { createListener } from "../../netlify/host/app.ts"
import {
  createTasks,
  getClientAddress,
  type HostedFunction,
  loadFunctions,
  startSchedules,
} from "../../netlify/host/functions.ts"
import { listen } from "../../netlify/host/listening.ts"
import { writeFixtureSite } from "./support/fixture-site.ts"
import { sendRequest } from "./support/serve-fixture.ts"

type Handler = HostedFunction["default"]

const makeFunction = (name: string, path: string | string[]): HostedFunction => ({
  name,
  default: () => new Response(name),
  config: { path },
})

async function serveFunctions(
  functions: HostedFunction[],
  trustedProxy: string | null = null,
  ready?: Promise<void>,
) {
  const tasks = createTasks()
  const parts = {
    functions,
    tasks,
    trustedProxy,
    getServedSite: () => null,
    ...(ready && { ready }),
  }
  const server = createServer(createListener(parts))
  const port = await listen(server, 0, "127.0.0.1")
  onTestFinished(() => void server.close())
  return { tasks, get: (path: string, headers = {}) => sendRequest(port, { path, headers }) }
}

async function serveFunction(handler: Handler, trustedProxy: string | null = null) {
  const hosted = { name: "example", default: handler, config: { path: "/api/example" } }
  const { tasks, get } = await serveFunctions([hosted], trustedProxy)
  return { tasks, get: (headers = {}) => get("/api/example", headers) }
}

const respondWithClientInfo: Handler = (request, { ip, requestId }) =>
  Response.json({ ip, url: request.url, hasId: requestId.length > 10 })

const FORWARDED = {
  "x-forwarded-for": "203.0.113.9, 198.51.100.7",
  "x-forwarded-proto": "https",
  "x-forwarded-host": "daina.example",
}

test("forwarded headers are ignored without a trusted proxy", async () => {
  const { get } = await serveFunction(respondWithClientInfo)
  expect(JSON.parse((await get(FORWARDED)).body)).toMatchObject({ ip: "127.0.0.1", hasId: true })
})

test.each(["127.0.0.1", "loopback"])(
  "the trusted proxy %s sets client address and URL",
  async (proxy) => {
    const { get } = await serveFunction(respondWithClientInfo, proxy)
    expect(JSON.parse((await get(FORWARDED)).body)).toMatchObject({
      ip: "198.51.100.7",
      url: "https://daina.example/api/example",
    })
  },
)

test.each([
  ["127.0.0.1", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["192.0.2.7", false],
  ["::2", false],
  ["10.127.0.1", false],
  [undefined, false],
])(
  "with the setting “loopback”, a proxy is trusted only if its address is a loopback address: %s",
  (peer, isTrusted) => {
    const socket = new Socket()
    Object.defineProperty(socket, "remoteAddress", { value: peer })
    const incoming = new IncomingMessage(socket)
    Object.assign(incoming.headers, FORWARDED)
    const peerAddress = peer?.replace("::ffff:", "") ?? ""
    expect(getClientAddress(incoming, "loopback")).toBe(isTrusted ? "198.51.100.7" : peerAddress)
    expect(getClientAddress(incoming, null)).toBe(peerAddress)
  },
)

test("an exception in a function is logged once and not shown to the visitor", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {})
  const { get } = await serveFunction(() => Promise.reject(new Error("a secret")))
  const { status, body } = await get()
  expect([status, JSON.parse(body).code]).toEqual([500, "internal"])
  expect(body).not.toContain("a secret")
  expect(log).toHaveBeenCalledOnce()
})

test("settled() waits for the work after a response, but not longer than its time limit", async () => {
  const onDone = vi.fn()
  const { tasks, get } = await serveFunction((_, { waitUntil }) => {
    waitUntil(sleep(200).then(onDone))
    return new Response("soon")
  })
  await get()
  await tasks.settled(20)
  expect(onDone).not.toHaveBeenCalled()
  await tasks.settled(5_000)
  expect(onDone).toHaveBeenCalledOnce()
})

test("a scheduled function that fails runs again at its next scheduled time", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {})
  const handler = vi.fn(async (request: Request) => {
    expect(request.method).toBe("POST")
    throw new Error("once more")
  })
  const hosted = { name: "often", default: handler, config: { schedule: "* * * * * *" } }
  const schedules = startSchedules([hosted], "http://localhost", createTasks())
  onTestFinished(schedules.stop)
  await vi.waitFor(() => expect(handler).toHaveBeenCalledTimes(2), { timeout: 3_500 })
  expect(log).toHaveBeenCalled()
})

test("a literal path is preferred to a pattern, and a longer pattern to a shorter one", async () => {
  const { get } = await serveFunctions([
    makeFunction("all", "/api/*"),
    makeFunction("one", ["/api/news/:slug", "/api/posts/:id"]),
    makeFunction("list", "/api/news"),
    makeFunction("latest", "/api/news/latest"),
  ])
  const getBody = async (path: string) => (await get(path)).body
  expect(await getBody("/api/news")).toBe("list")
  expect(await getBody("/api/news/latest")).toBe("latest")
  expect(await getBody("/api/news/first")).toBe("one")
  expect(await getBody("/api/other/thing")).toBe("all")
  expect((await get("/elsewhere")).status, "no function, and no site is built yet").toBe(503)
})

test("loadFunctions() fails if the config of a function has a setting that the host lacks", async () => {
  const { root, remove } = await writeFixtureSite({
    "limited.ts": `export default () => new Response("")
      export const config = { path: "/api/limited", rateLimit: {} }`,
  })
  onTestFinished(remove)
  await expect(loadFunctions(`${root}/netlify/functions`)).rejects.toThrow(
    /limited\.ts.*rateLimit/s,
  )
})

test("until the database is ready, API calls get status 503 and requests for pictures wait", async () => {
  const ready = Promise.withResolvers<void>()
  const functions = [makeFunction("call", "/api/example"), makeFunction("picture", "/uploads/*")]
  const { get } = await serveFunctions(functions, null, ready.promise)
  const call = await get("/api/example")
  expect(call).toMatchObject({ status: 503, headers: { "retry-after": "2" } })
  expect(JSON.parse(call.body)).toMatchObject({ code: "database_unavailable" })
  let hasPicture = false
  const picture = get("/uploads/a.webp").finally(() => {
    hasPicture = true
  })
  await sleep(50)
  expect(hasPicture).toBe(false)
  ready.resolve()
  expect((await picture).body).toBe("picture")
  expect((await get("/api/example")).body).toBe("call")
})
