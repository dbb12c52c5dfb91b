/** Tests the delivery of visitors' suggestions to a Telegram chat. */
import { beforeEach, describe, expect, test, vi } from "vitest"
import type { DueSuggestion } from "../../../db/queries/suggestions.ts"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import {
  createSuggestionMessage,
  deliverSuggestions,
} from "../../../netlify/lib/telegram/suggestions.ts"
import { openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeSuggestionFields } from "../../support/people/ideas.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { type Refusal, readHtml, startTelegram } from "../../support/servers/telegram.ts"

const { db, clear } = await openTestDatabase()
const bot = startTelegram()
startStorage()

const send = (changes: object = {}) =>
  openBrowser().send("POST", "/api/send-telegram-suggestion", makeSuggestionFields(changes))
const listStoredSuggestions = () => db.many<{ last_error: string | null; wait_seconds: number }>`
  select tries, sent_at is not null as is_sent, last_error,
    round(extract(epoch from next_try_at - now()))::integer as wait_seconds
  from suggestions order by received_at, title`
const endPauses = () => db.many`update suggestions set next_try_at = now() where sent_at is null`

beforeEach(async () => {
  await clear("suggestions")
  vi.spyOn(console, "error").mockImplementation(() => {})
  return () => vi.restoreAllMocks()
})

test("a suggestion is sent at once, without the sender's email address", async () => {
  expect((await send({ title: "A night bus <b>&" })).json).toEqual({ success: true })
  expect(bot.messages).toHaveLength(1)
  const [message] = bot.messages
  expect(message?.chat_id).toBe(bot.chat)
  expect(readHtml(message?.text ?? "").split("\n")).toEqual([
    "A night bus <b>&",
    "Events · Would Really Help",
    "From Mari Maasikas, writing in “et”",
    "",
    "Home from the events in Riga.",
  ])
  expect(message?.text).not.toContain("mari@example.org")
  expect(await listStoredSuggestions()).toMatchObject([
    { is_sent: true, tries: 1, last_error: null },
  ])
})

test("four concurrent deliveries send each of six suggestions once", async () => {
  delete process.env.TELEGRAM_BOT_TOKEN
  for (const n of [1, 2, 3, 4, 5, 6]) await send({ title: `Idea ${n}` })
  process.env.TELEGRAM_BOT_TOKEN = bot.token
  await Promise.all([1, 2, 3, 4].map(() => deliverSuggestions()))
  expect(bot.messages).toHaveLength(6)
  expect(new Set(bot.messages.map(({ text }) => text)).size).toBe(6)
})

test("a suggestion waits until a bot is configured", async () => {
  delete process.env.TELEGRAM_BOT_TOKEN
  expect((await send()).json).toEqual({ success: true })
  expect([bot.calls, await listStoredSuggestions()]).toMatchObject([
    0,
    [{ tries: 0, is_sent: false }],
  ])
  process.env.TELEGRAM_BOT_TOKEN = bot.token
  // No server listens at this URL, so housekeeping cannot fetch the site.
  process.env.SITE_URL = "http://127.0.0.1:9"
  await housekeeping()
  delete process.env.SITE_URL
  expect(bot.messages).toHaveLength(1)
})

describe("a failure of Telegram", () => {
  test.each<[refusal: Refusal, error: RegExp]>([
    [{ status: 500 }, /^500 Refused$/],
    [{ status: 400 }, /^400 Refused$/],
    ["hang up", /fetch failed/],
    ["not JSON", /^502$/],
  ])(
    "after the failure %j, the sender gets a success response and the suggestion is sent later",
    async (refusal, error) => {
      bot.refusals.push(refusal)
      expect((await send()).json).toEqual({ success: true })
      const [waiting] = await listStoredSuggestions()
      expect(waiting).toMatchObject({ is_sent: false, tries: 1 })
      expect(waiting?.last_error).toMatch(error)
      expect(waiting?.wait_seconds).toBeGreaterThan(50)
      await deliverSuggestions()
      expect(bot.calls).toBe(1)
      await endPauses()
      await deliverSuggestions()
      expect(await listStoredSuggestions()).toMatchObject([
        { is_sent: true, tries: 2, last_error: null },
      ])
      await db.many`update suggestions set next_try_at = now()`
      await deliverSuggestions()
      expect(bot.messages).toHaveLength(1)
    },
  )

  test("the pauses between attempts double from one minute to 256 minutes", async () => {
    bot.refusals = Array.from({ length: 11 }, () => ({ status: 500 }))
    await send()
    const pausesInMinutes: number[] = []
    for (let attempt = 1; attempt <= 11; attempt += 1) {
      const [suggestion] = await listStoredSuggestions()
      pausesInMinutes.push(Math.round((suggestion?.wait_seconds ?? 0) / 60))
      await endPauses()
      await deliverSuggestions()
    }
    expect(pausesInMinutes).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256])
    expect(bot.messages).toHaveLength(1)
  })

  test("a suggestion is not sent anymore after a week", async () => {
    bot.refusals.push({ status: 500 })
    await send()
    await db.many`
      update suggestions set received_at = received_at - interval '8 days',
        try_until = try_until - interval '8 days', next_try_at = now()`
    expect(await deliverSuggestions()).toBe(0)
    expect(bot.calls).toBe(1)
  })
})

test("a pause that Telegram requires applies to all suggestions", async () => {
  delete process.env.TELEGRAM_BOT_TOKEN
  for (const n of [1, 2, 3]) await send({ title: `Idea ${n}` })
  process.env.TELEGRAM_BOT_TOKEN = bot.token
  bot.refusals.push({ status: 429, retryAfter: 1800 })
  expect(await deliverSuggestions()).toBe(0)
  expect(await deliverSuggestions()).toBe(0)
  expect(bot.calls).toBe(1)
  for (const { wait_seconds } of await listStoredSuggestions()) {
    expect(wait_seconds).toBeGreaterThan(1790)
  }
  await endPauses()
  expect(await deliverSuggestions()).toBe(3)
})

test("neither the log nor the database contains the bot's token after a failed call", async () => {
  const log = vi.spyOn(console, "error")
  const telegramUrl = process.env.TELEGRAM_API_URL
  process.env.TELEGRAM_API_URL = "nonsense"
  await send()
  process.env.TELEGRAM_API_URL = telegramUrl
  const [row] = await listStoredSuggestions()
  expect(row?.last_error).not.toBeNull()
  const [, secretPart = ""] = bot.token.split(":")
  for (const text of [row?.last_error, log.mock.calls.join()])
    expect(text).not.toContain(secretPart)
})

describe("the message", () => {
  const suggestion: DueSuggestion = {
    id: "1",
    name: "Mari",
    category: "other",
    priority: "low",
    title: "A title",
    description: "",
    language: "lv",
  }
  test.each([
    ["letters that grow when escaped", "<&>".repeat(1400)],
    ["letters of two UTF-16 units that the limit would split", `x${"🎤".repeat(2000)}`],
  ])(
    "a long message is cut to Telegram's limit without splitting characters: %s",
    (_description, description) => {
      const title = "&".repeat(120)
      const text = readHtml(
        createSuggestionMessage({ ...suggestion, title, name: "x".repeat(100), description }),
      )
      expect(text.length).toBeLessThanOrEqual(4096)
      expect(text.length).toBeGreaterThan(4090)
      expect(text.endsWith("…")).toBe(true)
      expect(text.isWellFormed()).toBe(true)
    },
  )

  test("a short message contains the whole text", () => {
    const text = readHtml(
      createSuggestionMessage({ ...suggestion, description: "<i>Hi</i> & bye" }),
    )
    expect(text.endsWith("<i>Hi</i> & bye")).toBe(true)
  })

  test("the sender of a suggestion without a name is shown as a former member", () => {
    const text = readHtml(createSuggestionMessage({ ...suggestion, name: null }))
    expect(text).toContain("From a former member")
  })
})
