/** Measures how many pages the host serves per second. */
import autocannon from "autocannon"
import { atLeast, type Figure } from "./table.ts"

const CONNECTIONS = 50
const SECONDS = 8

/** Loads the home page with brotli over fifty connections. */
export async function benchThroughput(origin: string): Promise<Figure[]> {
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { "accept-encoding": "br" },
  })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} responses were not 200`)
  return [
    atLeast(`Home page, ${CONNECTIONS} connections`, result.requests.average, 5000, "requests/s"),
  ]
}
