import { expect, test } from "vitest"
import { toRateLimitAddress } from "../../../netlify/lib/http/request.ts"

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:0DB8:0001:0002::9", "2001:db8:1:2"],
  ["2001:db8:1:2::", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["2001:db8::1:2:3:4:5", "2001:db8:0:1"],
  ["::1", "0:0:0:0"],
  ["fe80::1:2%eth0", "fe80:0:0:0"],
])("rate limits count the IP address %s as %s", (address, rateLimitAddress) => {
  expect(toRateLimitAddress(address)).toBe(rateLimitAddress)
})

test("an IPv4 address counts the same when it is written as IPv6", () => {
  expect(toRateLimitAddress("::ffff:203.0.113.7")).toBe("203.0.113.7")
  expect(toRateLimitAddress("::ffff:203.0.113.8")).not.toBe(
    toRateLimitAddress("::ffff:203.0.113.7"),
  )
})

test("an unknown IP address is counted as an empty string", () => {
  expect(toRateLimitAddress("")).toBe("")
})
