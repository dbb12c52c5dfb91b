/** Compares responses of the host with a table and, in `npm run test:all`, with Netlify's emulator. */
import type { NetlifyDev } from "@netlify/dev"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { writeFixtureSite } from "./support/fixture-site.ts"
import { CURRENT_ETAG, ROWS, type Row } from "./support/request-table.ts"
import {
  prepareSite,
  sendRequest,
  serveFixture,
  type TestResponse,
} from "./support/serve-fixture.ts"

const DISABLED = { enabled: false }
const EMULATOR = {
  aiGateway: DISABLED,
  blobs: DISABLED,
  database: DISABLED,
  edgeFunctions: DISABLED,
  environmentVariables: DISABLED,
  geolocation: DISABLED,
  images: DISABLED,
  apiToken: "none",
  // No server listens at this port, so the emulator responds itself.
  serverAddress: "http://127.0.0.1:9",
  skipGitignore: true,
}

/** Headers that are not compared. The emulator neither compresses nor caches. */
const IGNORED_HEADERS =
  /^(date|connection|keep-alive|transfer-encoding|content-length|content-encoding|vary|etag|accept-ranges|age|x-nf-.*)$/

/** The compared parts of a response by name: `status`, `body`, and `header NAME` for each header. */
type Comparable = Record<string, string>

const site = await writeFixtureSite()
const host = await serveFixture(site.root, await prepareSite(site.root, site.dist))
let emulator: NetlifyDev | undefined

beforeAll(async () => {
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

const getOrigin = () => `http://127.0.0.1:${host.port}`

const getComparableHeaders = (entries: Iterable<[string, string]>): Comparable => {
  const comparedHeaders = [...entries].filter(([name]) => !IGNORED_HEADERS.test(name))
  return Object.fromEntries(
    comparedHeaders.map(([name, value]) => [
      `header ${name}`,
      name === "location" ? new URL(value, getOrigin()).href : value,
    ]),
  )
}

const listHeaders = ({ headers }: TestResponse): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")])

/** Returns the emulator's response; null if the emulator throws or does not handle the request itself. */
async function sendToEmulator(
  emulator: NetlifyDev,
  { method, path, headers, body }: Row,
): Promise<Comparable | null> {
  const init = { ...(method && { method }), ...(headers && { headers }), ...(body && { body }) }
  const response = await emulator.handle(new Request(getOrigin() + path, init)).catch(() => null)
  if (!response) return null
  return {
    status: String(response.status),
    body: await response.text(),
    ...getComparableHeaders(response.headers),
  }
}

function expectRow(row: Row, response: TestResponse) {
  expect(response.status).toBe(row.status)
  expect(response.body).toContain(row.bodyContains)
  const headers = Object.fromEntries(listHeaders(response))
  for (const [name, value] of Object.entries(row.expected ?? {})) {
    expect(headers[name] ?? null, name).toBe(value)
  }
}

function listDifferences(
  hostResponse: Comparable,
  emulatorResponse: Comparable | null,
  row: Row,
): Set<string> {
  if (!emulatorResponse) return new Set(["whole response"])
  const aspects = new Set([...Object.keys(hostResponse), ...Object.keys(emulatorResponse)])
  const differences = new Set(
    [...aspects].filter((aspect) => hostResponse[aspect] !== emulatorResponse[aspect]),
  )
  // For a completely different response, the table has one reason instead of a reason per header.
  return row.differs?.["whole response"] && differences.size > 0
    ? new Set(["whole response"])
    : differences
}

describe("the host responds like Netlify", () => {
  test.each(ROWS)("$name", async (row) => {
    const headers = { ...row.headers }
    if (headers["if-none-match"] === CURRENT_ETAG) {
      const { headers: firstHeaders } = await sendRequest(host.port, { path: row.path })
      headers["if-none-match"] = firstHeaders.etag ?? ""
    }
    const response = await sendRequest(host.port, { ...row, headers })
    expectRow(row, response)
    if (!emulator) return

    const hostResponse = {
      status: String(response.status),
      body: response.body,
      ...getComparableHeaders(listHeaders(response)),
    }
    const expectedDifferences = new Set<string>(Object.keys(row.differs ?? {}))
    expect(listDifferences(hostResponse, await sendToEmulator(emulator, row), row)).toEqual(
      expectedDifferences,
    )
  })
})
