/** Tests posts of new events to a Telegram channel. */
import { beforeEach, describe, expect, test, vi } from "vitest"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import { findFreePort } from "../../../netlify/host/listening.ts"
import { announceEvents } from "../../../netlify/lib/telegram/announcements.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeTeam } from "../../support/people/teams.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { type Refusal, readHtml, startTelegram } from "../../support/servers/telegram.ts"

const { db, clear } = await openTestDatabase()
const bot = startTelegram()
startStorage()

interface EventOptions {
  title?: string
  /** Number of minutes since the event was added. */
  minutesAgo?: number
  startsInHours?: number
  type?: "public" | "team"
  team?: string | null
  isCancelled?: boolean
  language?: string
}

async function makeEvent(options: EventOptions = {}) {
  const { title = "Random dance", minutesAgo = 11, startsInHours = 48, language = "en" } = options
  const { type = "public", team = null, isCancelled = false } = options
  const event = await db.one<{ id: string }>`
    with times as (
      select now() - ${minutesAgo} * interval '1 minute' as created,
        date_trunc('day', now()) + ${startsInHours} * interval '1 hour' as start
    )
    insert into events (slug, title, start_date, end_date, created_at, updated_at, event_type, team_id,
      is_cancelled, language, location)
    select 'event-' || left(gen_random_uuid()::text, 8), ${title}, start, start + interval '2 hours',
      created, created, ${type}, ${team}, ${isCancelled}, ${language}, 'Kanepes & co'
    from times
    returning id`
  return event?.id ?? ""
}
const getTitles = () => bot.messages.map(({ text }) => readHtml(text).split("\n")[0])
const readPosts = () => db.many<{ last_error: string | null; wait_seconds: number }>`
  select tries, posted_state is not null as is_posted, last_error,
    round(extract(epoch from next_try_at - now()))::integer as wait_seconds
  from channel_posts`
/** Makes the next attempt due for each event and for the channel, as if their pauses had passed. */
const endPauses = async () => {
  await db.many`update channel_posts set next_try_at = now()`
  await db.many`update channels set paused_until = now()`
}

beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  vi.stubEnv("SITE_URL", "https://daina.example")
  vi.stubEnv("TELEGRAM_CHANNEL_ID", bot.channel)
  await clear("events", "channels")
  // Registers the channel, and dates the registration back by an hour.
  await announceEvents()
  await db.many`update channels set since = now() - interval '1 hour'`
  return () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  }
})

test("an event is posted in its language with a link to its page", async () => {
  const id = await makeEvent({ title: "Dejas <3", language: "lv" })
  const event = await db.one<{ slug: string }>`select slug from events where id = ${id}`
  // No server listens at this URL, so housekeeping cannot fetch the site.
  vi.stubEnv("SITE_URL", "http://127.0.0.1:9")
  await housekeeping()
  const [message] = bot.messages
  expect(message?.chat_id).toBe(bot.channel)
  expect(message?.link_preview_options).toEqual({ is_disabled: false })
  expect(readHtml(message?.text ?? "").split("\n")).toEqual([
    "Dejas <3",
    expect.stringMatching(/^\p{L}+diena, \d{4}\. gada .*\d\d:\d\d–\d\d:\d\d$/u),
    "Kanepes & co",
    "",
    `http://127.0.0.1:9/lv/events/${event?.slug}`,
  ])
  await housekeeping()
  expect(bot.messages).toHaveLength(1)
})

test("only listed, upcoming events are posted, ten minutes after their last change and not from before the channel", async () => {
  const reviewedTeam = await makeTeam(db, {})
  const newcomersTeam = await makeTeam(db, {}, { reviewed: false })
  const hiddenTeam = await makeTeam(db, {})
  await db.one`update teams set hidden_at = now() where id = ${hiddenTeam.id}`
  await db.one`update teams set reviewed_at = now() - interval '1 day' where id = ${reviewedTeam.id}`
  await makeEvent({ title: "The team's own", team: reviewedTeam.id, type: "team" })
  await makeEvent({ title: "A newcomer's", team: newcomersTeam.id })
  await makeEvent({ title: "Hidden", team: hiddenTeam.id })
  await makeEvent({ title: "Canceled", isCancelled: true })
  await makeEvent({ title: "Over", startsInHours: -48 })
  await makeEvent({ title: "Older than the channel", minutesAgo: 90 })
  await makeEvent({ title: "Still being written", minutesAgo: 5 })
  await makeEvent({ title: "A team's", team: reviewedTeam.id, minutesAgo: 12 })
  await makeEvent({ title: "Without a team", minutesAgo: 11 })
  expect(await announceEvents()).toBe(2)
  expect(getTitles()).toEqual(["A team's", "Without a team"])
  await db.one`update teams set reviewed_at = now() - interval '11 minutes' where id = ${newcomersTeam.id}`
  expect(await announceEvents()).toBe(1)
  expect(getTitles().at(-1)).toBe("A newcomer's")
})

test.each(["TELEGRAM_BOT_TOKEN", "TELEGRAM_CHANNEL_ID"])(
  "nothing is posted without %s",
  async (name) => {
    await makeEvent()
    vi.stubEnv(name, "")
    expect([await announceEvents(), bot.calls]).toEqual([0, 0])
  },
)

test("concurrent senders post each event once", async () => {
  for (const n of [1, 2, 3, 4]) await makeEvent({ title: `Event ${n}` })
  await Promise.all([1, 2, 3].map(() => announceEvents()))
  await announceEvents()
  expect(getTitles().sort()).toEqual(["Event 1", "Event 2", "Event 3", "Event 4"])
})

describe("after a failed post", () => {
  test.each<Refusal>([{ status: 500 }, { status: 400 }])(
    "an event that Telegram refused with %j is posted after a pause",
    async (refusal) => {
      bot.refusals.push(refusal)
      await makeEvent()
      expect(await announceEvents()).toBe(0)
      const [waiting] = await readPosts()
      expect(waiting).toMatchObject({ is_posted: false, tries: 1 })
      expect(waiting?.last_error).toContain("Refused")
      expect(waiting?.wait_seconds).toBeGreaterThan(50)
      expect(await announceEvents()).toBe(0)
      await endPauses()
      expect(await announceEvents()).toBe(1)
      expect(await readPosts()).toMatchObject([{ is_posted: true, last_error: null }])
      await endPauses()
      expect(await announceEvents()).toBe(0)
      expect(bot.messages).toHaveLength(1)
    },
  )

  test.each<Refusal>(["hang up", "not JSON"])(
    "an event is not posted again after an unclear response: %j",
    async (refusal) => {
      bot.refusals.push(refusal)
      await makeEvent()
      await announceEvents()
      await endPauses()
      expect(await announceEvents()).toBe(0)
      expect(await readPosts()).toMatchObject([{ is_posted: true, tries: 1 }])
      expect(bot.calls).toBe(1)
    },
  )

  test("an event is posted later if the connection to Telegram was refused", async () => {
    const telegramUrl = process.env.TELEGRAM_API_URL
    process.env.TELEGRAM_API_URL = `http://127.0.0.1:${await findFreePort()}`
    await makeEvent()
    expect(await announceEvents()).toBe(0)
    process.env.TELEGRAM_API_URL = telegramUrl
    await endPauses()
    expect(await announceEvents()).toBe(1)
  })

  test("a pause that Telegram requires applies to all events", async () => {
    for (const n of [1, 2]) await makeEvent({ title: `Event ${n}` })
    bot.refusals.push({ status: 429, retryAfter: 1800 })
    expect([await announceEvents(), await announceEvents(), bot.calls]).toEqual([0, 0, 1])
    await endPauses()
    expect(await announceEvents()).toBe(2)
  })

  test("an event that is canceled before the second attempt is not posted", async () => {
    bot.refusals.push({ status: 500 })
    const id = await makeEvent()
    await announceEvents()
    await db.one`update events set is_cancelled = true where id = ${id}`
    await endPauses()
    expect(await announceEvents()).toBe(0)
  })
})
