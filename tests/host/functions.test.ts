import { createServer, IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import type { Config } from "@netlify/functions"
import { expect, onTestFinished, test, vi } from "vitest"
import { clientAddress } from "../../netlify/host/function-context.ts"
import { type Handler, routesOf } from "../../netlify/host/function-routes.ts"
import { type Functions, hostFunctions } from "../../netlify/host/functions.ts"
import { listen } from "../../netlify/host/ports.ts"
import { ask } from "./serve-fixture.ts"

async function hostOf(handler: Handler, trustedProxy: string | null = null) {
  const config: Config = { path: "/api/it/:id?" }
  const functions = hostFunctions([{ name: "it", handler, config }], {
    siteUrl: "https://daina.example",
    trustedProxy,
  })
  const server = createServer((req, res) => {
    const match = functions.match(req.method ?? "", "/api/it")
    if (match) functions.answer(req, res, match)
  })
  const port = await listen(server, 0, "127.0.0.1")
  onTestFinished(() => void server.close())
  return { functions, get: (headers = {}) => ask(port, { path: "/api/it", headers }) }
}

const whoAsks: Handler = (request, { ip, site, requestId }) =>
  Response.json({ ip, url: request.url, site: site.url, hasId: requestId.length > 10 })

const FORWARDED = {
  "x-forwarded-for": "203.0.113.9, 198.51.100.7",
  "x-forwarded-proto": "https",
  "x-forwarded-host": "daina.example",
}

test("an address that anybody may claim does not count", async () => {
  const { get } = await hostOf(whoAsks)
  const { body } = await get(FORWARDED)
  expect(JSON.parse(body)).toMatchObject({
    ip: "127.0.0.1",
    site: "https://daina.example",
    hasId: true,
  })
})

test("the trusted proxy says who asks, and for which address", async () => {
  const { get } = await hostOf(whoAsks, "127.0.0.1")
  const { body } = await get(FORWARDED)
  expect(JSON.parse(body)).toMatchObject({
    ip: "198.51.100.7",
    url: "https://daina.example/api/it",
  })
})

test.each([
  ["127.0.0.1", true],
  ["127.8.8.8", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["192.0.2.7", false],
  ["::ffff:192.0.2.7", false],
  ["::2", false],
  ["10.127.0.1", false],
  [undefined, false],
])("of a proxy on this machine nobody else can play the part: %s", (peer, isBelieved) => {
  const socket = new Socket()
  Object.defineProperty(socket, "remoteAddress", { value: peer })
  const incoming = new IncomingMessage(socket)
  Object.assign(incoming.headers, FORWARDED)
  const itself = peer?.replace("::ffff:", "") ?? ""
  expect(clientAddress(incoming, "loopback")).toBe(isBelieved ? "198.51.100.7" : itself)
  expect(clientAddress(incoming, null)).toBe(itself)
})

test("a proxy on this machine says who asks, and for which address", async () => {
  const { get } = await hostOf(whoAsks, "loopback")
  expect(JSON.parse((await get(FORWARDED)).body)).toMatchObject({
    ip: "198.51.100.7",
    url: "https://daina.example/api/it",
  })
})

test("a function that answers nothing is a mistake of ours, told once", async () => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {})
  const { get } = await hostOf(() => undefined)
  expect(await get()).toMatchObject({ status: 500 })
  expect(log).toHaveBeenCalledOnce()
})

test("cookies set through the context are sent", async () => {
  const { get } = await hostOf((_, { cookies }) => {
    cookies.set({ name: "a", value: "1", path: "/", httpOnly: true })
    cookies.delete("b")
    return Response.redirect("https://daina.example/", 302)
  })
  const { headers } = await get()
  expect(headers["set-cookie"]).toEqual(["a=1; Path=/; HttpOnly", "b=; Max-Age=0"])
})

test("stopping waits for what a function left running, with patience", async () => {
  const done = vi.fn()
  const { functions, get } = await hostOf((_, { waitUntil }) => {
    waitUntil(sleep(50).then(done))
    return new Response("soon")
  })
  await get()
  await functions.stop(1_000)
  expect(done).toHaveBeenCalledOnce()
})

test("stopping does not wait for ever", async () => {
  const { functions, get } = await hostOf((_, { waitUntil }) => {
    waitUntil(sleep(5_000))
    return new Response("later")
  })
  await get()
  const began = performance.now()
  await functions.stop(20)
  expect(performance.now() - began).toBeLessThan(1_000)
})

test("a schedule calls its function, as Netlify does", async () => {
  const called = vi.fn(async (request: Request) => {
    expect(request.method).toBe("POST")
    return new Response(JSON.stringify(await request.json()))
  })
  const hosted = { name: "often", handler: called, config: { schedule: "* * * * * *" } }
  const functions: Functions = hostFunctions([hosted], {
    siteUrl: "http://localhost",
    trustedProxy: null,
  })
  await vi.waitFor(() => expect(called).toHaveBeenCalled(), { timeout: 2_500 })
  await functions.stop(100)
})

test("a literal path goes before a pattern, and a longer pattern before a shorter", () => {
  const named = (name: string, path: Config["path"], method: Config["method"] = []) => {
    const config: Config = { path, method }
    return { name, handler: () => null, config }
  }
  const match = routesOf([
    named("all", "/api/*"),
    named("one", "/api/news/:slug"),
    named("list", "/api/news"),
    named("latest", "/api/news/latest", "GET"),
  ])
  const nameOf = (method: string, path: string) => match(method, path)?.hosted.name
  expect(nameOf("GET", "/api/news")).toBe("list")
  expect(nameOf("GET", "/api/news/latest")).toBe("latest")
  expect(nameOf("POST", "/api/news/latest")).toBe("one")
  expect(nameOf("GET", "/api/other/thing")).toBe("all")
  expect(nameOf("GET", "/elsewhere")).toBeUndefined()
})
