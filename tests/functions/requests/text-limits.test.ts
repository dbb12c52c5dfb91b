import { describe, expect, test } from "vitest"
import { readCalendarInChild, renderContent } from "../../../netlify/lib/child/texts.ts"
import { NEWS_LIMITS } from "../../../src/features/news/schema.ts"
import { renderMarkdown } from "../../../src/markdown/render.ts"
import { watchChildren } from "../../support/child-processes.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeCalendar, SLOW_CALENDARS } from "../../support/people/calendars.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeTeam, postFields } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()
/** Memory limit of a child process (350 MB), plus the memory that the process can allocate between two checks. */
const MAX_PEAK_MB = 400
/**
 * Lowest number of calls of a one-millisecond timer while a child process does the work. If this process did the work,
 * the timer would be called at most twice.
 */
const MIN_TICKS = 10

/** Returns how often a one-millisecond timer is called during the work. A small number means that the work blocks. */
async function countTicksDuring(work: () => Promise<unknown>): Promise<number> {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 1)
  await work().finally(() => clearInterval(timer))
  return ticks
}

const member = await makeMember(db)
const team = await makeTeam(db, { [member.id]: "owner" })

const readCalendar = (text: string) =>
  member.browser.send("POST", "/api/imports/look", { team_id: team.id, text, address: null })

const SMALL_CALENDAR = makeCalendar(
  "BEGIN:VEVENT\r\nUID:a\r\nSUMMARY:A\r\nDTSTART:20270310T160000Z\r\nEND:VEVENT",
)

test("a calendar with a time zone that changes each minute is refused and does not delay another one", async () => {
  const text = SLOW_CALENDARS[0]?.[1] ?? ""
  await readCalendar(SMALL_CALENDAR)
  const ticks = await countTicksDuring(async () => {
    expect(await readCalendarInChild(text, {}, 500)).toBe("calendar_too_complex")
  })
  expect(ticks).toBeGreaterThan(MIN_TICKS)
  const stopWatching = watchChildren()
  const [refused, other] = await Promise.all([readCalendar(text), readCalendar(SMALL_CALENDAR)])
  expect(refused).toMatchObject({
    status: 422,
    json: { code: "invalid", errors: { text: "calendar_too_complex" } },
  })
  expect(other.json).toMatchObject({ events: [{ title: "A" }] })
  expect(stopWatching()).toBeLessThan(MAX_PEAK_MB)
}, 60_000)

describe("a long text", () => {
  const longText = "## Heading\n\nA [link](/news) and *words*.\n\n".repeat(1000)

  test("a long text renders the same in a child process as in this process", async () => {
    expect(longText.length).toBeGreaterThan(40_000)
    const fields = { ...postFields, content: longText }
    const path = `/api/teams/${team.slug}/posts`
    const { status, json } = await member.browser.send("POST", path, fields)
    expect([status, json["content_html"]]).toEqual([201, renderMarkdown(longText)])
  })

  test("a text that takes longer than the time limit is refused with an error at the field", async () => {
    const limitMs = 1
    await expect(renderContent(longText, limitMs)).rejects.toMatchObject({ res: { status: 422 } })
    const response = await renderContent(longText, limitMs).catch(({ res }) => res.json())
    expect(response).toMatchObject({ errors: { content: "too_long" } })
  })

  test("a text that is slow to render does not block this process", async () => {
    const head = `${"|a".repeat(2000)}\n${"|-".repeat(2000)}\n`
    const table = head + "|a\n".repeat((NEWS_LIMITS.content - head.length) / 3)
    expect(await countTicksDuring(() => renderContent(table))).toBeGreaterThan(MIN_TICKS)
  })
})
