/** Compares responses of this host with a table and, in `npm run test:all`, with Netlify's emulator. */
import type { NetlifyDev } from "@netlify/dev"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type FixtureSite, writeFixtureSite } from "./support/fixture-site.ts"
import { ROWS, type Row } from "./support/request-table.ts"
import {
  type Answer,
  ask,
  type FixtureHost,
  servedFrom,
  serveFixture,
} from "./support/serve-fixture.ts"

/** Switches off features that use the network or that the table does not cover. */
const OFF = { enabled: false }
const EMULATOR = {
  aiGateway: OFF,
  blobs: OFF,
  database: OFF,
  edgeFunctions: OFF,
  environmentVariables: OFF,
  geolocation: OFF,
  images: OFF,
  apiToken: "none",
  // No server listens there, so that the emulator answers itself.
  serverAddress: "http://127.0.0.1:9",
  skipGitignore: true,
}

/** Headers that are not compared: of the connection, of compression and caching (which the emulator lacks), and debug. */
const IGNORED_HEADERS =
  /^(date|connection|keep-alive|transfer-encoding|content-length|content-encoding|vary|etag|accept-ranges|age|x-nf-.*)$/

type Comparable = Record<string, string>

let site: FixtureSite
let host: FixtureHost
let emulator: NetlifyDev | undefined

beforeAll(async () => {
  site = await writeFixtureSite()
  // `servedFrom` writes the policy file that the emulator reads.
  host = await serveFixture(site.root, await servedFrom(site.root, site.dist))
  if (!process.env.ALL_TESTS) return
  const { NetlifyDev } = await import("@netlify/dev")
  emulator = new NetlifyDev({ ...EMULATOR, projectRoot: site.root })
  await emulator.start()
})

afterAll(async () => {
  await emulator?.stop()
  host.stop()
  await site.remove()
})

const origin = () => `http://127.0.0.1:${host.port}`

const headersIn = (entries: Iterable<[string, string]>): Comparable => {
  const kept = [...entries].filter(([name]) => !IGNORED_HEADERS.test(name))
  return Object.fromEntries(
    kept.map(([name, value]) => [
      `header ${name}`,
      name === "location" ? new URL(value, origin()).href : value,
    ]),
  )
}

const flat = ({ headers }: Answer): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")])

/** Returns the emulator's response; null when it throws or passes the request on. */
async function askEmulator(
  emulator: NetlifyDev,
  { method, path, headers, body }: Row,
): Promise<Comparable | null> {
  const question = { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }
  const answer = await emulator.handle(new Request(origin() + path, question)).catch(() => null)
  if (!answer) return null
  return { status: String(answer.status), body: await answer.text(), ...headersIn(answer.headers) }
}

function expectAsWritten(row: Row, answer: Answer) {
  expect(answer.status).toBe(row.status)
  expect(answer.body).toContain(row.holds)
  const headers = Object.fromEntries(flat(answer))
  for (const [name, value] of Object.entries(row.expected ?? {})) {
    expect(headers[name] ?? null, name).toBe(value)
  }
}

/** Returns the aspects in which two responses differ. */
function differences(ours: Comparable, theirs: Comparable | null, row: Row): Set<string> {
  if (!theirs) return new Set(["answer"])
  const aspects = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  const found = new Set([...aspects].filter((aspect) => ours[aspect] !== theirs[aspect]))
  // A completely different response needs one reason, not one per header.
  return row.differs?.answer && found.size > 0 ? new Set(["answer"]) : found
}

describe("the host answers like Netlify", () => {
  test.each(ROWS)("$name", async (row) => {
    const headers = { ...row.headers }
    if (headers["if-none-match"] === "ETAG") {
      const { headers: before } = await ask(host.port, { path: row.path })
      headers["if-none-match"] = before.etag ?? ""
    }
    const answer = await ask(host.port, { ...row, headers })
    expectAsWritten(row, answer)
    if (!emulator) return

    const ours = { status: String(answer.status), body: answer.body, ...headersIn(flat(answer)) }
    const explained = new Set<string>(Object.keys(row.differs ?? {}))
    expect(differences(ours, await askEmulator(emulator, row), row)).toEqual(explained)
  })
})
