/** How the host does under load: requests per second, and reads while strangers guess at passwords. */
import autocannon from "autocannon"
import { atLeast, atMost, type Figure } from "./table.ts"

const CONNECTIONS = 50
const SECONDS = 8

/** The home page, brotli, fifty connections. */
export async function benchThroughput(origin: string): Promise<Figure[]> {
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: SECONDS,
    headers: { "accept-encoding": "br" },
  })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} answers were not 200`)
  return [
    atLeast(`Home page, ${CONNECTIONS} connections`, result.requests.average, 5000, "requests/s"),
  ]
}

const GUESSES = 100

/** Each from an address of its own; the host believes what a proxy on this machine says. */
const signIn = (origin: string, index: number, email: string, password: string) =>
  fetch(`${origin}/api/auth/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, "x-forwarded-for": `10.1.0.${index}` },
    body: JSON.stringify({ email, password }),
  })

/** A signed-in member reads their profile, over and over, until a hundred wrong passwords are compared. */
export async function benchGuessing(origin: string): Promise<Figure[]> {
  const entered = await signIn(origin, 0, "member@daina.test", "daina-demo")
  const cookie = entered.headers.getSetCookie().map((line) => line.split(";", 1)[0])
  const headers = { cookie: cookie.join("; ") }
  const read = async () => {
    const start = performance.now()
    const answer = await fetch(`${origin}/api/profile`, { headers })
    if (!answer.ok) throw new Error(`/api/profile answered ${answer.status}`)
    await answer.arrayBuffer()
    return performance.now() - start
  }
  for (let warmUp = 0; warmUp < 20; warmUp += 1) await read()

  const start = performance.now()
  let isOver = false
  const guesses = Promise.all(
    Array.from({ length: GUESSES }, async (_, index) => {
      const email = `nobody-${index}@daina.test`
      const answer = await signIn(origin, index + 1, email, "wrong-one")
      await answer.arrayBuffer()
      return answer.status
    }),
  ).finally(() => {
    isOver = true
  })
  const times: number[] = []
  while (!isOver) times.push(await read())
  const seconds = (performance.now() - start) / 1000
  // On a busy machine the last ones are asked to come again.
  const compared = (await guesses).filter((status) => status === 401).length
  return [
    atMost(
      `A member's slowest read during ${GUESSES} sign-ins at once`,
      Math.max(...times),
      200,
      "ms",
    ),
    atMost(`The last of those sign-ins, ${compared} of them compared`, seconds, 10, "s"),
  ]
}
