/** Nobody learns from us whether an address has an account, in words or in time. */
import { beforeAll, describe, expect, test } from "vitest"
import auth from "../../../netlify/functions/auth.ts"
import { type Answer, openBrowser } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { mailbox } from "../../support/mailbox.ts"

const { owner } = testDatabase()
const db = owner.as(null)
mailbox()

const ROUNDS = 14
/** A machine that is busy with something else disturbs the clock; what a difference is, is one each time. */
const RETRIES = { retry: 2 }
/** What the way to us hides by how much it differs from one request to the next. */
const HIDDEN_MS = 1
const password = "tere-mari"
const known: string[] = []

beforeAll(async () => {
  const { email } = await makeUser(db, { password })
  known.push(email)
  for (let round = 1; round < ROUNDS; round += 1) {
    const { email } = await makeUser(db)
    // One hash serves them all: making fourteen takes longer than the test.
    await db.one`update users u set password_hash = m.password_hash
      from users m where m.email = ${known[0]} and u.email = ${email}`
    known.push(email)
  }
})

const unknown = (round: number) => `nobody-${round}@daina.test`

/** Each from an address of its own, and not before the last one's mail is out. */
async function ask(path: string, body: object): Promise<{ answer: Answer; time: number }> {
  const browser = openBrowser()
  const start = performance.now()
  const answer = await browser.call(auth, "POST", path, body)
  const time = performance.now() - start
  await browser.afterwards()
  return { answer, time }
}

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** A known address takes as long as an unknown one, asked in turns, each first as often. */
async function expectAlike(path: string, extra: object = {}): Promise<void> {
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  await ask(path, { email: "warm-up@daina.test", ...extra })
  const askFor = async (who: "known" | "unknown", email: string) =>
    times[who].push((await ask(path, { email, ...extra })).time)
  for (const [round, email] of known.entries()) {
    const isKnownFirst = round % 2 === 0
    if (isKnownFirst) await askFor("known", email)
    await askFor("unknown", unknown(round))
    if (!isKnownFirst) await askFor("known", email)
  }
  const [one, other] = [median(times.known), median(times.unknown)]
  // Storing a mail takes half a millisecond, which nobody sees through a network.
  const allowed = Math.max(HIDDEN_MS, Math.min(one, other) / 2)
  expect(Math.abs(one - other)).toBeLessThan(allowed)
}

const shown = ({ status, headers, text }: Answer) => ({ status, headers: [...headers], text })

describe.each([
  ["a forgotten password", "/api/auth/forgot-password", {}],
  ["signing in with a wrong one", "/api/auth/sign-in", { password: "wrong-one" }],
])("%s", (_what, path, extra) => {
  test("is answered alike", async () => {
    const email = known[0]
    const yes = await ask(path, { email, ...extra })
    const no = await ask(path, { email: unknown(0), ...extra })
    expect(shown(yes.answer)).toEqual(shown(no.answer))
  })

  test("takes as long", RETRIES, async () => {
    await expectAlike(path, extra)
  })
})

test(
  "an account without a password takes as long to refuse as one with a wrong one",
  RETRIES,
  async () => {
    await db.one`update users set password_hash = null`
    await expectAlike("/api/auth/sign-in", { password })
  },
)
