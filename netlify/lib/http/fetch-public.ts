/** Reading an address that somebody gave us, from where our own networks are near. */
import { lookup } from "node:dns"
import { get } from "node:https"
import { BlockList, isIP, type LookupFunction } from "node:net"

/** IANA's registry of special-purpose addresses, but for what lies outside 2000::/3 in IPv6. */
const SPECIAL: readonly [network: string, bits: number][] = [
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
  ["3fff::", 20],
]

const special = new BlockList()
for (const [network, bits] of SPECIAL) {
  special.addSubnet(network, bits, network.includes(":") ? "ipv6" : "ipv4")
}
/** All that is given out for the public internet, of which the special ones are a part. */
const global = new BlockList()
global.addSubnet("2000::", 3, "ipv6")

/** Whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const isSix = isIP(address) === 6
  const family = isSix ? "ipv6" : "ipv4"
  return (!isSix || global.check(address, family)) && !special.check(address, family)
}

/** What a server of ours asks for, and which addresses it goes to; tests have a server on this machine. */
export interface FetchOptions {
  get: typeof get
  isAllowed: (address: string) => boolean
  /** How long it may take, in milliseconds. */
  timeout: number
}

const OUTSIDE: FetchOptions = { get, isAllowed: isPublicAddress, timeout: 5000 }

/** Looks a name up as usual, and refuses where any of its addresses is none to go to. */
const lookupWith =
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

export type Read =
  | { ok: true; bytes: Buffer; contentType: string }
  | { ok: false; reason: "unreachable" | "too_large" }

/**
 * The bytes at an `https:` address, at most so many. Redirects are not followed, and nothing is asked of
 * addresses that are not on the public internet, whatever names lead there.
 */
export function fetchPublic(
  address: string,
  most: number,
  { get, isAllowed, timeout }: FetchOptions = OUTSIDE,
): Promise<Read> {
  const { hostname, port, protocol } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, "")
  const isBarred = isIP(host) !== 0 && !isAllowed(host)
  const isUsual = get !== OUTSIDE.get || (protocol === "https:" && port === "")
  if (isBarred || !isUsual) return Promise.resolve({ ok: false, reason: "unreachable" })
  return new Promise((resolve) => {
    const end = (reason: "unreachable" | "too_large") => resolve({ ok: false, reason })
    const request = get(
      address,
      {
        lookup: lookupWith(isAllowed),
        signal: AbortSignal.timeout(timeout),
        headers: { accept: "text/calendar, text/plain;q=0.5", "user-agent": "Daina" },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = []
        let size = 0
        response.on("error", () => end("unreachable"))
        response.on("data", (chunk: Buffer) => {
          size += chunk.length
          if (size > most) {
            end("too_large")
            request.destroy()
          } else chunks.push(chunk)
        })
        response.on("end", () =>
          response.statusCode === 200
            ? resolve({
                ok: true,
                bytes: Buffer.concat(chunks),
                contentType: response.headers["content-type"] ?? "",
              })
            : end("unreachable"),
        )
        if (response.statusCode !== 200) {
          end("unreachable")
          request.destroy()
        }
      },
    )
    request.on("error", () => end("unreachable"))
  })
}
