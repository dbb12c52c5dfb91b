import { createServer, get as httpGet, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import { type FetchOptions, fetchPublic, isPublicAddress } from "./fetch-public.ts"

const UNREACHABLE = { ok: false, reason: "unreachable" }

describe("fetchPublic", () => {
  let server: Server | undefined
  afterEach(() => {
    server?.closeAllConnections()
    server?.close()
  })

  async function startServer(listener: RequestListener): Promise<string> {
    server = createServer(listener).listen(0, "127.0.0.1")
    await new Promise((resolve) => server?.once("listening", resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/a.ics`
  }
  const localFetch: FetchOptions = {
    get: httpGet as FetchOptions["get"],
    isAllowed: () => true,
    timeoutMs: 1000,
  }

  test("returns the body", async () => {
    const url = await startServer((_, response) => response.end("BEGIN:VCALENDAR"))
    const result = await fetchPublic(url, 100, localFetch)
    expect(result.ok && result.bytes.toString()).toBe("BEGIN:VCALENDAR")
  })

  test("stops at the maximum size", async () => {
    let sentBytes = 0
    const url = await startServer((_, response) => {
      const send = () => {
        while (!response.destroyed && response.write("x".repeat(1000))) sentBytes += 1000
        if (!response.destroyed) response.once("drain", send)
      }
      send()
    })
    expect(await fetchPublic(url, 5000, localFetch)).toEqual({ ok: false, reason: "too_large" })
    expect(sentBytes).toBeLessThan(10_000_000)
  })

  test("does not follow redirects", async () => {
    let requests = 0
    const url = await startServer((request, response) => {
      requests += 1
      response.writeHead(302, { location: `http://${request.headers.host}/inside` }).end()
    })
    expect(await fetchPublic(url, 5000, localFetch)).toEqual(UNREACHABLE)
    expect(requests).toBe(1)
  })

  test("fails after the timeout", async () => {
    const url = await startServer(() => {})
    expect(await fetchPublic(url, 5000, localFetch)).toEqual(UNREACHABLE)
  })

  test("sends no request to a host name that resolves to this machine", async () => {
    let requests = 0
    const url = await startServer((_, response) => {
      requests += 1
      response.end()
    })
    const urlByName = url.replace("127.0.0.1", "localhost")
    const publicFetch: FetchOptions = { ...localFetch, isAllowed: isPublicAddress }
    expect(await fetchPublic(urlByName, 5000, publicFetch)).toEqual(UNREACHABLE)
    expect(requests).toBe(0)
    expect((await fetchPublic(urlByName, 5000, localFetch)).ok, "the server is reachable").toBe(
      true,
    )
  })
})

test("private and special addresses are not public, even inside an IPv6 address", () => {
  const privateIpv4 = ["10.1.2.3", "127.0.0.1", "192.168.1.1", "172.31.255.255", "100.64.0.1"]
  const specialIpv4 = ["0.0.0.0", "255.255.255.255", "224.0.0.1", "169.254.169.254"]
  const specialIpv6 = ["::1", "::", "fe80::1", "fd00::1", "ff02::1", "2001:db8::1", "2001::1"]
  // Networks of AS112, which answer DNS queries for private addresses (RFC 7534, RFC 7535).
  const as112 = ["192.31.196.1", "192.175.48.1", "2001:4:112::1", "2620:4f:8000::1"]
  const ipv4InIpv6 = ["::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"]
  const special = [...specialIpv4, ...specialIpv6, ...as112]
  const nonPublicAddresses = [...privateIpv4, ...special, ...ipv4InIpv6]
  expect(nonPublicAddresses.filter(isPublicAddress)).toEqual([])
})

test("an address outside private and special networks is public, even next to a private network", () => {
  const publicAddresses = [
    "8.8.8.8",
    "172.32.0.1",
    "2a00:1450:4001:81b::200e",
    "2606:4700::1111",
    "2620:4f:8001::1",
  ]
  expect(publicAddresses.filter(isPublicAddress)).toEqual(publicAddresses)
})
