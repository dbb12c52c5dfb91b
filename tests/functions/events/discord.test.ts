/** Tests posts of events and articles to Discord webhooks, which have a country and a language. */
import { beforeEach, describe, expect, test, vi } from "vitest"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import { postToDiscord } from "../../../netlify/lib/discord/posts.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { makeTeam } from "../../support/people/teams.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { type DiscordRefusal, startDiscord } from "../../support/servers/discord.ts"

const { db, clear } = await openTestDatabase()
const server = startDiscord()
startStorage()

interface EventOptions {
  title?: string
  country?: string | null
  /** Number of minutes since the event was added. */
  minutesAgo?: number
  team?: string | null
  type?: "public" | "team"
  isCancelled?: boolean
  series?: string | null
  startsInHours?: number
}

async function makeEvent(options: EventOptions = {}): Promise<string> {
  const { title = "Random dance", country = "lv", minutesAgo = 11, team = null } = options
  const { type = "public", isCancelled = false, series = null, startsInHours = 48 } = options
  const event = await db.one<{ id: string }>`
    insert into events (slug, title, country, team_id, event_type, is_cancelled, series_id, series_date,
      start_date, end_date, created_at, updated_at, location)
    select 'event-' || left(gen_random_uuid()::text, 8), ${title}, ${country}, ${team}, ${type}, ${isCancelled},
      ${series}, case when ${series}::uuid is not null then start::date end,
      start, start + interval '2 hours', created, created, 'Kanepes'
    from (select date_trunc('day', now()) + ${startsInHours} * interval '1 hour' as start,
      now() - ${minutesAgo} * interval '1 minute' as created) times
    returning id`
  return event?.id ?? ""
}

const getTitlesAt = (path: string) =>
  server.posts.filter((post) => post.path === path).map(({ embed }) => embed.title)
const getHeadings = () => server.posts.map(({ embed }) => embed.author.name)
const endRetryPauses = () => db.many`update channel_posts set next_try_at = now()`
/** Makes recent edits of events eleven minutes old, because edits are posted after ten minutes. */
const ageEventEdits = () => db.many`
  update events set updated_at = now() - interval '11 minutes'
  where updated_at > now() - interval '11 minutes'`

const ageArticleEdits = () => db.many`update news set updated_at = now() - interval '11 minutes'`

beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => {})
  vi.stubEnv("SITE_URL", "https://daina.example")
  vi.stubEnv("DISCORD_WEBHOOKS", `lv/lv=${server.origin}/latvia all/en=${server.origin}/baltic`)
  await clear("events", "news", "channels")
  // Registers the webhooks, and dates the registration back by an hour.
  await postToDiscord()
  await db.many`update channels set since = now() - interval '1 hour'`
  return () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  }
})

test("an event is posted to the webhooks of its country, in their languages", async () => {
  const id = await makeEvent({ title: "Dance @everyone *now*" })
  await makeEvent({ title: "In Tallinn", country: "ee" })
  const event = await db.one<{ slug: string }>`select slug from events where id = ${id}`
  // No server listens at this URL, so housekeeping cannot fetch the site.
  vi.stubEnv("SITE_URL", "http://127.0.0.1:9")
  await housekeeping()
  expect(getTitlesAt("/latvia")).toEqual(["Dance @everyone \\*now\\*"])
  expect(getTitlesAt("/baltic").sort()).toEqual(["Dance @everyone \\*now\\*", "In Tallinn"])
  expect(server.posts.find(({ path }) => path === "/latvia")?.embed).toMatchObject({
    author: { name: "Jauns pasākums" },
    url: `http://127.0.0.1:9/lv/events/${event?.slug}`,
    description: expect.stringContaining("Kanepes"),
  })
  await housekeeping()
  expect(server.posts).toHaveLength(3)
})

test("unlisted and canceled events, and events that are too new or too old, are not posted", async () => {
  const unreviewedTeam = await makeTeam(db, {}, { reviewed: false })
  await makeEvent({ title: "A newcomer's", team: unreviewedTeam.id })
  await makeEvent({ title: "Only for the team", team: unreviewedTeam.id, type: "team" })
  await makeEvent({ title: "Canceled", isCancelled: true })
  await makeEvent({ title: "Still being written", minutesAgo: 5 })
  await makeEvent({ title: "Older than the webhook", minutesAgo: 90 })
  expect(await postToDiscord()).toBe(0)
})

test("changes of the place and cancellations are posted, but changes of the title are not", async () => {
  const id = await makeEvent()
  await postToDiscord()
  await db.one`update events set title = 'Another title' where id = ${id}`
  await ageEventEdits()
  expect(await postToDiscord()).toBe(0)
  await db.one`update events set location = 'Another hall' where id = ${id}`
  expect(await postToDiscord(), "the author may still be editing").toBe(0)
  await ageEventEdits()
  expect(await postToDiscord()).toBe(2)
  await db.one`update events set is_cancelled = true where id = ${id}`
  await ageEventEdits()
  expect(await postToDiscord()).toBe(2)
  expect(getHeadings().filter((name) => /event/i.test(name))).toEqual([
    "New event",
    "Event changed",
    "Event canceled",
  ])
})

test("changes of a hidden event are not posted", async () => {
  const id = await makeEvent()
  await postToDiscord()
  await db.one`update events set hidden_at = now(), location = 'Secret' where id = ${id}`
  await ageEventEdits()
  expect(await postToDiscord()).toBe(0)
})

test("only one date of a new series is posted to each webhook", async () => {
  const series = await db.one<{ id: string }>`
    insert into event_series (rule, starts_at, ends_at, time_zone, until, generated_until)
    values ('FREQ=WEEKLY;BYDAY=MO', now(), now(), 'Europe/Riga', now() + interval '1 year', now())
    returning id`
  for (const hours of [24, 192, 360]) {
    await makeEvent({ series: series?.id ?? "", startsInHours: hours })
  }
  expect(await postToDiscord()).toBe(2)
  expect(await postToDiscord()).toBe(0)
})

test("an article is posted only to webhooks of its language", async () => {
  const article = await makeArticle(db, { title: "Comeback" })
  await db.many`update news set published_at = now() - interval '20 minutes'`
  await ageArticleEdits()
  expect(await postToDiscord()).toBe(1)
  expect(getTitlesAt("/baltic")).toEqual(["Comeback"])
  expect(server.posts[0]?.embed.author.name).toBe("News")
  await db.one`update news set is_published = false where id = ${article.id}`
  await db.one`update news set is_published = true where id = ${article.id}`
  await ageArticleEdits()
  expect(await postToDiscord(), "publishing again posts nothing").toBe(0)
})

test("concurrent senders post each event once", async () => {
  for (const n of [1, 2, 3]) await makeEvent({ title: `Event ${n}`, country: null })
  await Promise.all([1, 2, 3].map(() => postToDiscord()))
  await postToDiscord()
  expect(getTitlesAt("/baltic").sort()).toEqual(["Event 1", "Event 2", "Event 3"])
})

describe("after a failed post", () => {
  beforeEach(() => vi.stubEnv("DISCORD_WEBHOOKS", `all/en=${server.origin}/secret-token`))

  test.each<DiscordRefusal>([{ status: 500 }, { status: 400 }])(
    "a message that Discord refused with %j is posted later",
    async (refusal) => {
      server.refusals.push(refusal)
      await makeEvent()
      expect([await postToDiscord(), await postToDiscord()]).toEqual([0, 0])
      await endRetryPauses()
      expect(await postToDiscord()).toBe(1)
    },
  )

  test("a change that Discord refused is posted later", async () => {
    const id = await makeEvent()
    await postToDiscord()
    await db.one`update events set location = 'Another hall' where id = ${id}`
    await ageEventEdits()
    server.refusals.push({ status: 500 })
    await postToDiscord()
    await endRetryPauses()
    expect(await postToDiscord()).toBe(1)
    expect(getHeadings()).toEqual(["New event", "Event changed"])
  })

  test("a message is not posted again if the connection was cut", async () => {
    server.refusals.push("hang up")
    await makeEvent()
    await postToDiscord()
    await endRetryPauses()
    expect([await postToDiscord(), server.calls]).toEqual([0, 1])
  })

  test("a pause that Discord requires applies to all events", async () => {
    for (const n of [1, 2]) await makeEvent({ title: `Event ${n}` })
    server.refusals.push({ status: 429, retryAfter: 1800.5 })
    await postToDiscord()
    await endRetryPauses()
    expect([await postToDiscord(), server.calls]).toEqual([0, 1])
  })

  test("neither the log nor the database contains the secret part of a webhook's URL", async () => {
    vi.stubEnv("DISCORD_WEBHOOKS", "all/en=https://secret-token.invalid:1/x")
    await makeEvent()
    await postToDiscord()
    const stored = await db.many`select * from channel_posts`
    expect(JSON.stringify([stored, vi.mocked(console.error).mock.calls])).not.toContain(
      "secret-token",
    )
  })
})
