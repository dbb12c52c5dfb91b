/**
 * Tests of the lines that `npm start` prints about logging in: the demo accounts with their password, or the setup link,
 * through which the first super admin signs up.
 */
import { beforeAll, describe, expect, test } from "vitest"
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from "../../db/demo/accounts.ts"
import { isDatabaseEmpty, loadDemo } from "../../db/demo/load.ts"
import { loadDemoIfWanted } from "../../netlify/host/database.ts"
import { readSettings } from "../../netlify/host/settings.ts"
import { getAccessLines } from "../../netlify/host/startup-message.ts"
import { testDatabase } from "../support/database.ts"

const { db, ownerUrl, appUrl } = testDatabase()
const SITE_URL = "https://daina.example"
const SETUP_LINK = /^ {4}https:\/\/daina\.example\/register#setup=([\w-]{43})$/m

const removeContent = () =>
  db.one`truncate users, news, teams, events, ideas, catalogue_items, artists cascade`

const makeSettings = (env: Record<string, string>) => readSettings(env, "/daina")

const getMessageLines = async (
  env: Record<string, string>,
  url = env["SITE_URL"] ?? "http://localhost:4321",
) => (await getAccessLines(makeSettings(env), url, ownerUrl)).join("\n")

describe("demo content", () => {
  /** A fake of the embedded Postgres. Loading demo content uses only the URLs. */
  const embedded = {
    appUrl,
    authUrl: "",
    ownerUrl,
    superuserUrl: "",
    buildUrl: "",
    stop: async () => {},
    keepRunning() {},
    kill() {},
    note: null,
  }
  const loadsDemo = async (env: Record<string, string>) => {
    await loadDemoIfWanted({ ...embedded, embedded }, makeSettings(env), async () => {})
    return !(await isDatabaseEmpty(ownerUrl))
  }

  test("an empty database gets demo content, except on a public site or with DEMO=0", async () => {
    for (const [name, value] of Object.entries({ SITE_URL, HOST: "0.0.0.0", DEMO: "0" })) {
      expect(await loadsDemo({ [name]: value }), name).toBe(false)
    }
    expect(await loadsDemo({})).toBe(true)
  })
})

describe("a site with demo accounts", () => {
  beforeAll(async () => {
    await removeContent()
    await loadDemo(ownerUrl)
  })

  test("a local site prints the password of the demo accounts", async () => {
    const lines = await getMessageLines({})
    expect(lines).toContain(`password ${DEMO_PASSWORD}:`)
    for (const { email } of DEMO_ACCOUNTS) expect(lines).toContain(email)
    expect(lines).not.toContain("register")
  })

  test("a public site prints that demo accounts cannot log in, and a setup link", async () => {
    const lines = await getMessageLines({ SITE_URL })
    expect(lines).toContain("cannot log in")
    expect(lines).not.toContain(DEMO_PASSWORD)
    expect(lines).toMatch(SETUP_LINK)
  })

  test("with DEMO=1 a public site prints new passwords once", async () => {
    const lines = await getMessageLines({ SITE_URL, DEMO: "1" })
    const passwords = DEMO_ACCOUNTS.map(
      ({ email }) => new RegExp(`${email} ([\\w-]{24,}) `).exec(lines)?.[1],
    )
    expect(new Set(passwords).size).toBe(DEMO_ACCOUNTS.length)
    expect(passwords).not.toContain(undefined)
    expect(lines).not.toContain(DEMO_PASSWORD)
    expect(lines, "no setup link, because a super admin exists").not.toMatch(SETUP_LINK)
    expect(await getMessageLines({ SITE_URL, DEMO: "1" })).toBe("")
    expect(
      await getMessageLines({}),
      "a local site does not print a password that is no longer valid",
    ).toBe("")
  })
})

test("each start of a public site without a super admin prints a new setup link", async () => {
  await removeContent()
  const [first, second] = [await getMessageLines({ SITE_URL }), await getMessageLines({ SITE_URL })]
  expect(SETUP_LINK.exec(first)?.[1]).not.toBe(SETUP_LINK.exec(second)?.[1])
  expect(await db.many`select expires_at > now() as is_valid from setup_links`).toEqual([
    { is_valid: true },
  ])
})

test("without DATABASE_OWNER_URL, the start of a public site prints neither demo accounts nor a setup link", async () => {
  const env = {
    SITE_URL,
    DATABASE_URL: "postgres://daina_app@127.0.0.1:1/daina",
    AUTH_DATABASE_URL: "postgres://daina_auth@127.0.0.1:1/daina",
  }
  expect(await getAccessLines(makeSettings(env), SITE_URL, null)).toEqual([])
})
