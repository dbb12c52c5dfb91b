/** Everybody logs in at one moment, as when tickets go on sale; a member reads meanwhile. */
import { atLeast, atMost, type Figure } from "../bench/table.ts"
import { emailOf, type LoadSite, MEMBERS, PASSWORD, percentile, timed } from "./site.ts"

/** Who is told to come later tries again, so often. */
const TRIES = 30
const PAUSE_MS = 1000

async function enter({ call }: LoadSite, n: number) {
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

export async function loadSignIns(site: LoadSite): Promise<Figure[]> {
  const before = Number(await site.db.value`select count(*) from sessions`)
  const began = performance.now()
  let isOver = false
  const storm = Promise.all(Array.from({ length: MEMBERS }, (_, n) => enter(site, n))).finally(
    () => {
      isOver = true
    },
  )
  const reads: number[] = []
  // Whose session the storm does not replace.
  while (!isOver) reads.push((await timed(() => fetch(`${site.origin}/api/news`))).ms)
  const entered = await storm
  const seconds = (performance.now() - began) / 1000
  const isIn = entered.filter((one) => one.isIn).length
  const times = entered.flatMap((one) => one.times)
  const stored = Number(await site.db.value`select count(*) from sessions`)
  const calls = times.length / seconds
  return [
    atLeast(
      `${MEMBERS} sign-ins at once, who is in after ${Math.round(seconds)} s`,
      isIn,
      MEMBERS,
      "",
    ),
    atLeast("Sign-ins, calls", calls, 5, "calls/s"),
    atMost("Sign-ins, p50", percentile(times, 50), 10_000, "ms"),
    atMost("Sign-ins, p99", percentile(times, 99), 20_000, "ms"),
    atMost("Tries of who needed most", Math.max(...entered.map(({ tries }) => tries)), TRIES, ""),
    atMost("A read during it, p99", percentile(reads, 99), 1000, "ms"),
    {
      what: "Sessions in the database",
      measured: String(stored),
      // Each one's replaces the one it came with.
      budget: String(before),
      holds: stored === before,
    },
  ]
}
