import { beforeEach, expect, test, vi } from "vitest"
import { MAX_CONCURRENT_HASHES, verifyPassword } from "../../../netlify/lib/sign-in/password.ts"
import { countAttempts } from "../../support/attempts.ts"
import { getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeMember } from "../../support/people/members.ts"
import { signIn } from "../../support/people/sign-in.ts"

const { db } = await openTestDatabase()

/** Counts of the fake password comparisons. A fake comparison ends only after the test has called openGate(). */
const comparisons = vi.hoisted(() => ({
  gate: Promise.resolve(),
  running: 0,
  maxRunning: 0,
  done: 0,
}))
vi.mock("@node-rs/argon2", async (original) => ({
  ...(await original<typeof import("@node-rs/argon2")>()),
  async verify() {
    comparisons.running += 1
    comparisons.maxRunning = Math.max(comparisons.maxRunning, comparisons.running)
    await comparisons.gate
    comparisons.running -= 1
    comparisons.done += 1
    return false
  },
}))

let openGate: () => void
beforeEach(() => {
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(comparisons, { gate: promise, maxRunning: 0, done: 0 })
  openGate = resolve
})

const guess = (browser = openBrowser()) =>
  signIn(`nobody-${crypto.randomUUID()}@daina.test`, "wrong-one", browser)

test("a log-in that would wait too long gets 503 and does not count as an attempt", async () => {
  const browser = openBrowser()
  const onRefused = vi.fn()
  // The expected wait is 50 ms per comparison, and the limit is ten seconds.
  const waiting = repeatConcurrently(5000, () => verifyPassword(null, "x").catch(onRefused))
  await vi.waitFor(() => expect(onRefused).toHaveBeenCalled(), 10_000)
  const response = await guess(browser)
  expect([...getStatusAndCode(response), response.headers.get("retry-after")]).toEqual([
    503,
    "busy",
    "10",
  ])
  expect(await countAttempts(db, "guess", browser.ip, "5 minutes")).toBe(0)
  openGate()
  await waiting
  expect((await guess(browser)).status).toBe(401)
})

test("the number of concurrent comparisons is limited, and reads do not wait for them", async () => {
  const { browser } = await makeMember(db)
  const responses = Array.from({ length: 20 }, () => guess())
  await vi.waitFor(() => expect(comparisons.running).toBe(MAX_CONCURRENT_HASHES), 10_000)
  expect((await browser.get("/api/account")).status).toBe(200)
  expect(comparisons.done).toBe(0)
  openGate()
  for (const { status } of await Promise.all(responses)) expect(status).toBe(401)
  expect([comparisons.done, comparisons.maxRunning]).toEqual([20, MAX_CONCURRENT_HASHES])
})

test("a wrong password and an unknown email address take the same number of comparisons", async () => {
  const member = await makeMember(db, { password: "tere-mari" })
  const withoutPassword = await makeMember(db)
  openGate()
  for (const email of [member.email, withoutPassword.email, "nobody@daina.test"]) {
    comparisons.done = 0
    expect((await signIn(email, "wrong-one")).status).toBe(401)
    expect(comparisons.done).toBe(1)
  }
})
