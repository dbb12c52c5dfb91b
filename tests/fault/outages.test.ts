import { connect as connectSocket, createServer, type Socket } from "node:net"
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest"
import { connect } from "../../db/client.ts"
import { closePools } from "../../db/plain-postgres.ts"
import { getContentVersion } from "../../db/queries/content-version.ts"
import deletePictures from "../../netlify/functions/delete-unused-pictures.ts"
import housekeeping from "../../netlify/functions/housekeeping.ts"
import musicRefresh from "../../netlify/functions/music-refresh.ts"
import news from "../../netlify/functions/news.ts"
import profile from "../../netlify/functions/profile.ts"
import publishPlanned from "../../netlify/functions/publish-planned.ts"
import { listen } from "../../netlify/host/listening.ts"
import { deliverMails } from "../../netlify/lib/mail/deliver.ts"
import { getStatusAndCode, openBrowser } from "../support/browser-like.ts"
import { repeatConcurrently } from "../support/concurrency.ts"
import { testDatabase } from "../support/database.ts"
import { makeArticle, makeSession, makeUser } from "../support/factories.ts"
import { startMailbox } from "../support/mailbox.ts"
import { makeMember } from "../support/people/members.ts"
import {
  isSignedIn,
  password,
  requestPasswordReset,
  signIn,
  signUp,
} from "../support/people/sign-in.ts"
import { startStorage } from "../support/servers/blobs.ts"
import { startBuildHook } from "../support/servers/build-hook.ts"

const { db, app, appUrl } = testDatabase()
const builds = startBuildHook()
const mailbox = startMailbox()
startStorage()
afterEach(() => vi.restoreAllMocks())

describe("calls to the database", () => {
  /** Starts a proxy to Postgres that can delay or drop data. Returns its settings and a connection through the proxy. */
  async function startSlowNetwork() {
    const network = { delayMs: 0, dropsData: false }
    const { hostname, port } = new URL(appUrl)
    const sockets: Socket[] = []
    const forward = (from: Socket, to: Socket) => {
      from.on("data", (bytes) => {
        if (!network.dropsData) setTimeout(() => to.write(bytes), network.delayMs)
      })
      from.on("close", () => to.destroy())
      from.on("error", () => {})
    }
    const server = createServer((client) => {
      const database = connectSocket(Number(port), hostname)
      sockets.push(client, database)
      forward(client, database)
      forward(database, client)
    })
    const url = new URL(appUrl)
    url.host = `127.0.0.1:${await listen(server, 0, "127.0.0.1")}`
    onTestFinished(async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await closePools()
    })
    // With a viewer, each query runs in a transaction, like the queries of members.
    return { network, db: connect(url.href, { deadlineMs: 15_000 }).as({ userId: "" }) }
  }

  const MAX_WAIT_MS = 20_000
  const measureOutcome = async (work: Promise<unknown>) => {
    const startedAt = performance.now()
    const outcome = await work.then(
      () => "done",
      () => "failed",
    )
    return { outcome, isInTime: performance.now() - startedAt < MAX_WAIT_MS }
  }

  test.for([
    ["delays data by ten seconds", { delayMs: 10_000 }],
    ["drops all data", { dropsData: true }],
  ] as const)(
    "queries fail within the time limit while the network %s, and work again afterwards",
    async ([, failure]) => {
      const { network, db } = await startSlowNetwork()
      const query = () => db.one`select 1`
      expect(await measureOutcome(query())).toEqual({ outcome: "done", isInTime: true })
      Object.assign(network, failure)
      // Twelve queries are more than the pool has connections.
      const outcomes = await repeatConcurrently(12, () => measureOutcome(query()))
      expect(outcomes).toEqual(Array(12).fill({ outcome: "failed", isInTime: true }))
      Object.assign(network, { delayMs: 0, dropsData: false })
      expect(await measureOutcome(repeatConcurrently(12, query))).toEqual({
        outcome: "done",
        isInTime: true,
      })
    },
  )
})

const MS_PER_DAY = 86_400_000
describe.each([
  ["ahead of", MS_PER_DAY],
  ["behind", -MS_PER_DAY],
])("when the functions' clock is one day %s the database's clock", (_, offsetMs) => {
  test("the site works: sessions, log-in, reads and writes", async () => {
    const { id, email, browser } = await makeMember(db, { password, displayName: "Mari" })
    vi.useFakeTimers({ now: Date.now() + offsetMs, toFake: ["Date"] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await isSignedIn(browser)).toBe(true)
    const otherBrowser = openBrowser()
    expect((await signIn(email, password, otherBrowser)).status).toBe(200)
    expect(await isSignedIn(otherBrowser)).toBe(true)
    const change = { display_name: "Mari Kask" }
    const response = await otherBrowser.call(profile, "PATCH", "/api/profile", change)
    expect([response.status, response.json["display_name"]]).toEqual([200, "Mari Kask"])
    const { slug } = await makeArticle(db)
    expect((await otherBrowser.call(news, "GET", `/api/news/${slug}`)).status).toBe(200)
    vi.useRealTimers()
    expect(await isSignedIn(browser)).toBe(true)
    expect(await isSignedIn(otherBrowser)).toBe(true)
    expect(await db.one`select from users where id = ${id}`).not.toBeNull()
  })
})

const runScheduledFunctions = async () => {
  for (const scheduledFunction of [publishPlanned, housekeeping, musicRefresh, deletePictures]) {
    expect((await scheduledFunction()).status).toBe(204)
  }
}

test("one run of the scheduled functions catches up on a missed week, and a second run repeats nothing", async () => {
  const { email, id } = await makeUser(db)
  const deleted = await makeUser(db)
  const planned = await makeArticle(db, { published: false })
  await makeSession(db, id)
  await db.one`
    update news set publish_at = date_trunc('milliseconds', now()) - interval '6 days'
    where id = ${planned.id}`
  await db.one`
    update users set deletion_due_at = now() - interval '5 days' where id = ${deleted.id}`
  await db.one`
    insert into mails (user_id, kind, language, created_at, next_try_at)
    values (${id}, 'verify_email', 'en', now() - interval '7 days', now() - interval '7 days')`
  await db.one`update sessions set expires_at = now() - interval '3 days' where user_id = ${id}`
  builds.calls.length = 0
  await runScheduledFunctions()
  const readResults = () => db.one`
    select (select is_published from news where id = ${planned.id}) as is_published,
      (select published_at < now() - interval '5 days' from news where id = ${planned.id}) as has_planned_date,
      (select count(*) from users where id = ${deleted.id}) as users_to_delete,
      (select count(*) from sessions where user_id = ${id}) as expired_sessions`
  expect(await readResults()).toEqual({
    ...{ is_published: true, has_planned_date: true },
    ...{ users_to_delete: 0, expired_sessions: 0 },
  })
  expect(mailbox.listRecipients()).toEqual([email])
  expect(builds.calls.length).toBeGreaterThan(0)

  const version = await getContentVersion(app.as(null))
  await runScheduledFunctions()
  expect(mailbox.listRecipients()).toEqual([email])
  expect(await getContentVersion(app.as(null))).toBe(version)
})

test("after a mail server was down for a day, it receives each email once", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  await db.one`delete from mails`
  const email = "waiting@daina.test"
  await mailbox.runWhileDown(async () => {
    const browser = openBrowser()
    expect((await signUp({ email, password, terms: true }, browser)).status).toBe(201)
    await browser.waitForTasks()
    expect((await requestPasswordReset(email)).status).toBe(204)
    // Advances the clock in steps of five minutes, for one day.
    const runsPerDay = (24 * 60) / 5
    for (let run = 0; run < runsPerDay; run += 1) {
      await db.one`
        update mails set next_try_at = next_try_at - interval '5 minutes',
          created_at = created_at - interval '5 minutes',
          leased_until = leased_until - interval '5 minutes'`
      await deliverMails()
    }
  })
  expect(mailbox.mails).toEqual([])
  // The first run delivers both emails, the second run none.
  for (let run = 0; run < 2; run += 1) {
    await db.one`update mails set next_try_at = next_try_at - interval '5 hours'`
    await deliverMails()
  }
  expect(mailbox.listRecipients()).toEqual([email, email])
  const response = await signIn(email)
  expect(getStatusAndCode(response)).toEqual([200, undefined])
})
