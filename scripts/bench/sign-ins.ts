/** Measures log-ins of all members at the same time, as when tickets go on sale, while an anonymous visitor reads. */

import { emailOf, type LoadSite, MEMBERS, PASSWORD, percentile, timeRequest } from "./load-site.ts"
import { atLeast, atMost, type Figure } from "./table.ts"

/** Maximum number of attempts of a log-in that is answered with 503. */
const MAX_ATTEMPTS = 30
const PAUSE_MS = 1000

async function logIn({ call }: LoadSite, n: number) {
  const times: number[] = []
  for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts += 1) {
    const body = { email: emailOf(n), password: PASSWORD, remember: false }
    const { ms, status } = await timeRequest(() => call(n, "POST", "/api/auth/sign-in", body))
    times.push(ms)
    if (status === 200) return { times, isIn: true, attempts }
    if (status !== 503) return { times, isIn: false, attempts }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return { times, isIn: false, attempts: MAX_ATTEMPTS }
}

/** Measures the log-ins and counts the sessions in the database. */
export async function benchSignIns(site: LoadSite): Promise<Figure[]> {
  const before = Number(await site.db.value`select count(*) from sessions`)
  const began = performance.now()
  let isOver = false
  const logins = Promise.all(Array.from({ length: MEMBERS }, (_, n) => logIn(site, n))).finally(
    () => {
      isOver = true
    },
  )
  const reads: number[] = []
  // An anonymous visitor, because the log-ins replace the sessions of members.
  while (!isOver) reads.push((await timeRequest(() => fetch(`${site.origin}/api/news`))).ms)
  const results = await logins
  const seconds = (performance.now() - began) / 1000
  const succeeded = results.filter(({ isIn }) => isIn).length
  const times = results.flatMap(({ times }) => times)
  const stored = Number(await site.db.value`select count(*) from sessions`)
  const calls = times.length / seconds
  return [
    atLeast(
      `${MEMBERS} concurrent sign-ins, succeeded after ${Math.round(seconds)} s`,
      succeeded,
      MEMBERS,
      "",
    ),
    atLeast("Sign-ins, calls", calls, 5, "calls/s"),
    atMost("Sign-ins, p50", percentile(times, 50), 10_000, "ms"),
    atMost("Sign-ins, p99", percentile(times, 99), 20_000, "ms"),
    atMost(
      "Attempts of the slowest member",
      Math.max(...results.map(({ attempts }) => attempts)),
      MAX_ATTEMPTS,
      "",
    ),
    atMost("A read during the sign-ins, p99", percentile(reads, 99), 1000, "ms"),
    {
      name: "Sessions in the database",
      measured: String(stored),
      // Each log-in replaces the member's session.
      budget: String(before),
      isWithinBudget: stored === before,
    },
  ]
}
