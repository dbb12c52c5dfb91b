/** Tests that scheduled functions, which Netlify calls each minute, do their work only at due times (see due-times.ts). */
import { join } from "node:path"
import { Cron } from "croner"
import pg from "pg"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import publishPlanned from "../../../netlify/functions/publish-planned.ts"
import { createTasks, loadFunctions } from "../../../netlify/host/functions.ts"
import { parseBuildInterval } from "../../../netlify/lib/publishing/build-interval.ts"
import { recordDueTime, shouldRunSchedule } from "../../../netlify/lib/publishing/due-times.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeSession, makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { articleFields } from "../../support/people/admin.ts"
import { makeMember } from "../../support/people/members.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db } = await openTestDatabase()
const files = startStorage()
const mailbox = startMailbox()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-05-01T12:03:00Z") })
  // Simulates a site on Netlify that purges no CDN cache.
  vi.stubEnv("SITE_ID", "a-site")
  vi.stubEnv("NETLIFY_LOCAL", "true")
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

const makeTime = (time: string) => new Date(`2026-05-01T${time}:00Z`)

test("scheduled functions work every quarter of an hour, and during the ten minutes after a due time", async () => {
  await recordDueTime(makeTime("12:20"))
  const checkAt = async (time: string) => [time, await shouldRunSchedule(makeTime(time))]
  expect(await checkAt("12:15")).toEqual(["12:15", true])
  expect(await checkAt("12:19")).toEqual(["12:19", false])
  for (const time of ["12:20", "12:21", "12:29"]) expect(await checkAt(time)).toEqual([time, true])
  // The check at 12:31 removes the record of the due time.
  await checkAt("12:31")
  expect(await checkAt("12:32")).toEqual(["12:32", false])
})

test("scheduled functions work at an article's planned time", async () => {
  vi.useRealTimers()
  const { browser } = await makeMember(db, { role: "super_admin" })
  const plannedTime = new Date(Date.now() + 2 * 60 * 60_000)
  plannedTime.setUTCMinutes(37, 0, 0)
  const article = { ...articleFields, slug: "planned", publish_at: plannedTime.toISOString() }
  const response = await browser.send("POST", "/api/admin/news", article)
  expect(response.status).toBe(201)
  expect(await shouldRunSchedule(new Date(plannedTime.getTime() - 60_000))).toBe(false)
  expect(await shouldRunSchedule(plannedTime)).toBe(true)
})

test("scheduled functions work at each call while the storage of due times is unavailable", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  await files.runWhileUnavailable(async () => {
    await recordDueTime()
    expect(await shouldRunSchedule()).toBe(true)
  })
})

test("BUILD_INTERVAL is a number of minutes, hours or days, or 0", () => {
  const times = ["0", "90m", "6h", "2d"]
  expect(times.map(parseBuildInterval)).toEqual([0, 5_400, 21_600, 172_800])
  for (const value of ["", "6", "6 h", "-1h", "1.5h", "6H", "99999h", "soon"]) {
    expect(() => parseBuildInterval(value)).toThrow(`BUILD_INTERVAL is "${value}"`)
  }
})

test("under npm start, scheduled functions work at each call", async () => {
  vi.stubEnv("SITE_ID", "")
  expect(await shouldRunSchedule()).toBe(true)
})

test("scheduled functions publish and delete nothing between due times", async () => {
  const { id } = await makeArticle(db, { published: false })
  await db.one`update news set publish_at = now() - interval '1 minute' where id = ${id}`
  await db.one`delete from attempts`
  await db.one`select count_attempt('sign-in', 'old', 10, interval '5 minutes')`
  await db.one`update attempts set last_at = now() - interval '61 minutes'`
  const countRemaining = () => db.one`
    select (select count(*) from news where publish_at is not null and id = ${id}) as planned_articles,
      (select count(*) from attempts) as expired_attempts`
  const runSchedules = async () => {
    for (const schedule of [publishPlanned, housekeeping]) await schedule()
    return countRemaining()
  }
  expect(await runSchedules()).toEqual({ planned_articles: 1, expired_attempts: 1 })
  vi.setSystemTime(makeTime("12:45"))
  expect(await runSchedules()).toEqual({ planned_articles: 0, expired_attempts: 0 })
})

test("without visitors, the database is queried once every quarter of an hour", async () => {
  // requestBuildIfOutdated() fetches the site, which does not run here.
  vi.spyOn(console, "error").mockImplementation(() => {})
  const scheduledFunctions = (
    await loadFunctions(join(import.meta.dirname, "../../../netlify/functions"))
  ).filter(({ config }) => config.schedule)
  expect(scheduledFunctions.map(({ name }) => name)).toEqual([
    "delete-unused-pictures.ts",
    "housekeeping.ts",
    "music-refresh.ts",
    "publish-planned.ts",
    "weekly-digest.ts",
  ])
  const context = { ip: "", requestId: "1", waitUntil: createTasks().add }
  const connections = vi.spyOn(pg.Pool.prototype, "connect")
  const minutesWithQueries: number[] = []
  let runCount = 0
  for (let minute = 0; minute <= 75; minute++) {
    const now = new Date(makeTime("15:00").getTime() + minute * 60_000)
    vi.setSystemTime(now)
    connections.mockClear()
    for (const { config, default: run } of scheduledFunctions) {
      const isScheduledNow = new Cron(config.schedule ?? "", {
        timezone: "Etc/UTC",
        paused: true,
      }).match(now)
      if (!isScheduledNow) continue
      runCount += 1
      await run(new Request("http://localhost"), context)
    }
    if (connections.mock.calls.length > 0) minutesWithQueries.push(minute)
  }
  expect(runCount).toBeGreaterThan(90)
  // Ignores the first 15 minutes, because due times that earlier tests stored can cause queries in the first ten.
  expect(minutesWithQueries.filter((minute) => minute >= 15)).toEqual([15, 30, 45, 60, 75])
}, 120_000)

test("housekeeping sends due emails and deletes expired rows, even if one step fails", async () => {
  vi.useRealTimers()
  vi.stubEnv("SITE_ID", "")
  // No server listens at this URL, so requestBuildIfOutdated() fails.
  vi.stubEnv("SITE_URL", "http://127.0.0.1:9")
  const { id, email } = await makeUser(db)
  await db.one`insert into mails (user_id, kind, language) values (${id}, 'verify_email', 'en')`
  await db.one`
    insert into mails (user_id, kind, language, sent_at)
    values (${id}, 'reset_password', 'en', now() - interval '31 days')`
  await db.one`
    insert into mail_links (token_hash, user_id, purpose, email, expires_at)
    values (sha256('old'), ${id}, 'reset_password', ${email}, now())`
  await makeSession(db, id)
  await db.one`update sessions set expires_at = now()`
  await makeSession(db, id)
  await db.one`select count_attempt('sign-in', 'old', 10, interval '5 minutes')`
  await db.one`update attempts set last_at = now() - interval '61 minutes'`
  await db.one`select count_attempt('sign-in', 'new', 10, interval '5 minutes')`

  expect((await housekeeping()).status).toBe(204)
  expect(mailbox.getLastMailTo(email).text).toContain("/verify-email#token=")
  const remaining = await db.one`
    select (select count(*) from sessions) as sessions, (select count(*) from attempts) as attempts,
      (select count(*) from mails) as mails, (select count(*) from mail_links) as links`
  expect(remaining).toEqual({ sessions: 1, attempts: 1, mails: 1, links: 1 })
})
