/** Answers and response times do not reveal whether an address has an account. */
import { beforeAll, describe, expect, test } from "vitest"
import { type Answer, openBrowser } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { mailbox } from "../../support/mailbox.ts"

const { db } = testDatabase()
mailbox()

const ROUNDS = 10
/** A busy machine disturbs single measurements. A real difference would fail every time. */
const RETRIES = { retry: 2 }
/** Differences below this are hidden by the jitter of the network. */
const HIDDEN_MS = 1
const password = "tere-mari"
const knownEmails: string[] = []

beforeAll(async () => {
  const { email } = await makeUser(db, { password })
  knownEmails.push(email)
  for (let round = 1; round < ROUNDS; round += 1) {
    const { email } = await makeUser(db)
    // All accounts share one hash, because hashing for each takes longer than the test.
    await db.one`update users u set password_hash = m.password_hash
      from users m where m.email = ${knownEmails[0]} and u.email = ${email}`
    knownEmails.push(email)
  }
})

const unknown = (round: number) => `nobody-${round}@daina.test`

/** Sends a request from a new IP address, and waits for its email to be sent. */
async function send(path: string, body: object): Promise<{ answer: Answer; time: number }> {
  const browser = openBrowser()
  const start = performance.now()
  const answer = await browser.send("POST", path, body)
  const time = performance.now() - start
  return { answer, time }
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Expects equal response times for known and unknown addresses, which are measured in alternating order. */
async function expectAlike(path: string, extra: object = {}): Promise<void> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  await send(path, { email: "warm-up@daina.test", ...extra })
  const measure = async (kind: "known" | "unknown", email: string) =>
    times[kind].push((await send(path, { email, ...extra })).time)
  for (const [round, email] of knownEmails.entries()) {
    const isKnownFirst = round % 2 === 0
    if (isKnownFirst) await measure("known", email)
    await measure("unknown", unknown(round))
    if (!isKnownFirst) await measure("known", email)
  }
  const [knownTime, unknownTime] = [median(times.known), median(times.unknown)]
  // Storing an email takes half a millisecond, which cannot be measured over a network.
  const allowed = Math.max(HIDDEN_MS, Math.min(knownTime, unknownTime) / 2)
  expect(Math.abs(knownTime - unknownTime)).toBeLessThan(allowed)
}

const shown = ({ status, headers, text }: Answer) => ({ status, headers: [...headers], text })

describe.each([
  ["a request for a new password", "/api/auth/forgot-password", {}],
  ["a log-in with a wrong password", "/api/auth/sign-in", { password: "wrong-one" }],
])("%s", (_what, path, extra) => {
  test("known and unknown addresses get the same answer", async () => {
    const email = knownEmails[0]
    const known = await send(path, { email, ...extra })
    const notKnown = await send(path, { email: unknown(0), ...extra })
    expect(shown(known.answer)).toEqual(shown(notKnown.answer))
  })

  test("known and unknown addresses take the same time", RETRIES, async () => {
    await expectAlike(path, extra)
  })
})

test(
  "an account without a password takes as long to refuse as an unknown address",
  RETRIES,
  async () => {
    await db.one`update users set password_hash = null`
    await expectAlike("/api/auth/sign-in", { password })
  },
)
