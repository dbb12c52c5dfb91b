/** Where a call comes from, for limits. */
import { isIPv6 } from "node:net"
import type { Context } from "hono"
import type { ApiEnv } from "./api.ts"

/** The first 64 bits: a household has that many addresses to itself. */
function networkOf(address: string): string {
  const [head = "", tail] = address.toLowerCase().split("%", 1)[0]?.split("::") ?? []
  const start = head.split(":").filter(Boolean)
  const end = tail?.split(":").filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - start.length - end.length }, () => "0")
  return [...start, ...(tail === undefined ? [] : zeros), ...end]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")
}

/** An address as limits count it: IPv4 whole, also where it is written as IPv6; IPv6 by its network. */
export function countedAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "")
  return isIPv6(plain) ? networkOf(plain) : plain
}

/** The address of whoever calls, as the platform knows it; a header that anybody can send does not count. */
export const callerOf = (c: Context<ApiEnv>): string => countedAddress(c.env.netlify?.ip ?? "")
