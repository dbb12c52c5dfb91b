import { setTimeout as sleep } from "node:timers/promises"
import {
  getEmail,
  type LoadSite,
  MEMBER_COUNT,
  MEMBER_PASSWORD,
  percentile,
  timeRequest,
} from "./load-site.ts"
import { atLeast, atMost, exactly, type Result } from "./table.ts"

/** Maximum number of a member's attempts to log in while the site responds with 503. */
const MAX_ATTEMPTS = 30
const PAUSE_MS = 1000

/** Logs the n-th member in. `times` contains the duration of each attempt in milliseconds. */
async function logIn({ call }: LoadSite, n: number) {
  const times: number[] = []
  for (;;) {
    const body = { email: getEmail(n), password: MEMBER_PASSWORD, remember: false }
    const { ms, status } = await timeRequest(() => call(n, "POST", "/api/auth/sign-in", body))
    times.push(ms)
    if (status !== 503 || times.length === MAX_ATTEMPTS)
      return { times, isSignedIn: status === 200 }
    await sleep(PAUSE_MS)
  }
}

export async function benchSignIns(site: LoadSite): Promise<Result[]> {
  const sessionsBefore = Number(await site.db.value`select count(*) from sessions`)
  const began = performance.now()
  let isOver = false
  const logins = Promise.all(
    Array.from({ length: MEMBER_COUNT }, (_, n) => logIn(site, n)),
  ).finally(() => {
    isOver = true
  })
  const reads: number[] = []
  // Sends these requests as an anonymous visitor, because each log-in replaces the member's session.
  while (!isOver) reads.push((await timeRequest(() => fetch(`${site.origin}/api/news`))).ms)
  const results = await logins
  const seconds = (performance.now() - began) / 1000
  const succeeded = results.filter(({ isSignedIn }) => isSignedIn).length
  const times = results.flatMap(({ times }) => times)
  const sessionsAfter = Number(await site.db.value`select count(*) from sessions`)
  const calls = times.length / seconds
  return [
    atLeast(
      `${MEMBER_COUNT} concurrent sign-ins, succeeded after ${Math.round(seconds)} s`,
      succeeded,
      MEMBER_COUNT,
    ),
    atLeast("Sign-ins, calls", calls, 5, "calls/s"),
    atMost("Sign-ins, p50", percentile(times, 50), 10_000, "ms"),
    atMost("Sign-ins, p99", percentile(times, 99), 20_000, "ms"),
    atMost(
      "Attempts of the slowest member",
      Math.max(...results.map(({ times }) => times.length)),
      MAX_ATTEMPTS,
    ),
    atMost("A GET request during the sign-ins, p99", percentile(reads, 99), 1000, "ms"),
    exactly("Sessions in the database", sessionsAfter, sessionsBefore),
  ]
}
