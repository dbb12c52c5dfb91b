/** Two hundred strangers who read pages. */
import autocannon from "autocannon"
import { atLeast, atMost, type Figure } from "../bench/table.ts"
import type { LoadSite } from "./site.ts"

const READERS = 200
const SECONDS = 10
const PAGES = ["/", "/news", "/lv/teams", "/et/calendar", "/ru"]

export async function loadReaders({ origin }: LoadSite): Promise<Figure[]> {
  const { requests, latency, non2xx, errors, timeouts } = await autocannon({
    url: origin,
    connections: READERS,
    duration: SECONDS,
    requests: PAGES.map((path) => ({ path, headers: { "accept-encoding": "br" } })),
  })
  const what = `${READERS} readers`
  return [
    atLeast(`${what}, pages`, requests.average, 2500, "requests/s"),
    atMost(`${what}, p50`, latency.p50, 100, "ms"),
    atMost(`${what}, p99`, latency.p99, 500, "ms"),
    atMost(`${what}, failures`, non2xx + errors + timeouts, 0, ""),
  ]
}
