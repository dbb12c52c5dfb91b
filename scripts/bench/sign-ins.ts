/** All members log in at the same time, as when tickets go on sale, while a visitor reads. */

import { emailOf, type LoadSite, MEMBERS, PASSWORD, percentile, timed } from "./load-site.ts"
import { atLeast, atMost, type Figure } from "./table.ts"

/** A log-in that is answered with 503 is repeated at most this often. */
const TRIES = 30
const PAUSE_MS = 1000

async function logIn({ call }: LoadSite, n: number) {
  const times: number[] = []
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const body = { email: emailOf(n), password: PASSWORD, remember: false }
    const { ms, status } = await timed(() => call(n, "POST", "/api/auth/sign-in", body))
    times.push(ms)
    if (status === 200) return { times, isIn: true, tries }
    if (status !== 503) return { times, isIn: false, tries }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return { times, isIn: false, tries: TRIES }
}

/** Measures the log-ins, and compares the sessions in the database. */
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
  while (!isOver) reads.push((await timed(() => fetch(`${site.origin}/api/news`))).ms)
  const entered = await logins
  const seconds = (performance.now() - began) / 1000
  const isIn = entered.filter((one) => one.isIn).length
  const times = entered.flatMap((one) => one.times)
  const stored = Number(await site.db.value`select count(*) from sessions`)
  const calls = times.length / seconds
  return [
    atLeast(
      `${MEMBERS} concurrent sign-ins, succeeded after ${Math.round(seconds)} s`,
      isIn,
      MEMBERS,
      "",
    ),
    atLeast("Sign-ins, calls", calls, 5, "calls/s"),
    atMost("Sign-ins, p50", percentile(times, 50), 10_000, "ms"),
    atMost("Sign-ins, p99", percentile(times, 99), 20_000, "ms"),
    atMost(
      "Attempts of the slowest member",
      Math.max(...entered.map(({ tries }) => tries)),
      TRIES,
      "",
    ),
    atMost("A read during the sign-ins, p99", percentile(reads, 99), 1000, "ms"),
    {
      what: "Sessions in the database",
      measured: String(stored),
      // Each log-in replaces the member's session.
      budget: String(before),
      holds: stored === before,
    },
  ]
}
