/** Fetches URLs that members enter. Refuses private networks, to prevent server-side request forgery. */
import { lookup } from "node:dns"
import { once } from "node:events"
import type { IncomingMessage } from "node:http"
import { get } from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"

/** Special-purpose networks of IANA's registries, and multicast. IPv6 addresses outside 2000::/3 are refused anyway. */
const SPECIAL_NETWORKS: readonly [network: string, bits: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
]

const specialNetworks = new BlockList()
for (const [network, bits] of SPECIAL_NETWORKS) {
  specialNetworks.addSubnet(network, bits, network.includes(":") ? "ipv6" : "ipv4")
}
const globalNetworks = new BlockList()
globalNetworks.addSubnet("2000::", 3, "ipv6")

export function isPublicAddress(address: string): boolean {
  const isV6 = isIP(address) === 6
  const family = isV6 ? "ipv6" : "ipv4"
  return (!isV6 || globalNetworks.check(address, family)) && !specialNetworks.check(address, family)
}

/** Tests replace these options, because their server runs on this machine. */
export interface FetchOptions {
  get: typeof get
  isAllowed: (address: string) => boolean
  timeoutMs: number
}

const DEFAULT_OPTIONS: FetchOptions = { get, isAllowed: isPublicAddress, timeoutMs: 5000 }

/** Creates a DNS lookup that fails if any address of the host is not allowed. */
const createLookup =
  (isAllowed: FetchOptions["isAllowed"]): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) callback(error ?? new Error("No address"), "", 0)
      else if (!addresses.every(({ address }) => isAllowed(address))) {
        callback(new Error(`${hostname} is not on the public internet`), "", 0)
      } else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })

export type FetchResult =
  | { ok: true; bytes: Buffer; contentType: string }
  | { ok: false; reason: "unreachable" | "too_large" }

/** Requires `https:` and the default port. Does not follow redirects. */
export async function fetchPublic(
  url: string,
  maxBytes: number,
  { get, isAllowed, timeoutMs }: FetchOptions = DEFAULT_OPTIONS,
): Promise<FetchResult> {
  const { hostname, port, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, "")
  const isForbidden = isIP(host) !== 0 && !isAllowed(host)
  const isTest = get !== DEFAULT_OPTIONS.get
  const isHttps = isTest || (protocol === "https:" && port === "")
  if (isForbidden || !isHttps) return { ok: false, reason: "unreachable" }
  const request = get(url, {
    lookup: createLookup(isAllowed),
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: "text/calendar, text/plain;q=0.5", "user-agent": "Daina" },
    agent: false,
  })
  // If the request fails after the response has started, the loop below throws the error. Without this listener, the
  // error would also end the process.
  request.on("error", () => undefined)
  try {
    const [response]: IncomingMessage[] = await once(request, "response")
    if (response?.statusCode !== 200) return { ok: false, reason: "unreachable" }
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response) {
      size += chunk.length
      if (size > maxBytes) return { ok: false, reason: "too_large" }
      chunks.push(chunk)
    }
    const contentType = response.headers["content-type"] ?? ""
    return { ok: true, bytes: Buffer.concat(chunks), contentType }
  } catch {
    return { ok: false, reason: "unreachable" }
  } finally {
    request.destroy()
  }
}
