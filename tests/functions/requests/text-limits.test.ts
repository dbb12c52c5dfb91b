/** Calendars and long texts are worked on in child processes with limits; host/slow-inputs has more of them. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import imports from "../../../netlify/functions/imports.ts"
import teamPosts from "../../../netlify/functions/team-posts.ts"
import { renderContent } from "../../../netlify/lib/child/texts.ts"
import { NEWS_LIMITS } from "../../../src/features/news/schema.ts"
import { renderMarkdown } from "../../../src/markdown/render.ts"
import { watchChildren } from "../../support/child-processes.ts"
import { testDatabase } from "../../support/database.ts"
import { calendar, SLOW_CALENDARS } from "../../support/people/calendars.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { forgetWrites, makeTeam, postFields, type TestTeam } from "../../support/people/teams.ts"

const { owner: tables } = testDatabase()
const db = tables.as(null)
/** The limit of a child, and the growth between two checks of it. */
const PEAK_MAX_MB = 400
/** Of this thread, which children leave alone. A calendar that was read here would take 3 s of it, an article 0.4 s. */
const CPU_MAX_MS = 200

/** Returns the processor time in milliseconds that this thread spends until the work is done. */
async function threadCpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

let mari: Member
let team: TestTeam
beforeAll(async () => {
  mari = await makeMember(db)
  team = await makeTeam(db, { [mari.id]: "owner" })
})
beforeEach(() => forgetWrites(db))

const look = (text: string) =>
  mari.browser.call(imports, "POST", "/api/imports/look", { team_id: team.id, text, address: null })

const PRACTICE = calendar(
  "BEGIN:VEVENT\r\nUID:a\r\nSUMMARY:A\r\nDTSTART:20270310T160000Z\r\nEND:VEVENT",
)

test("a zone that changes each minute is refused at the field, and nothing waits for it", async () => {
  const [[, text] = ["", ""]] = SLOW_CALENDARS
  await look(PRACTICE)
  const cpuMs = await threadCpuOf(async () => {
    expect((await look(text)).status).toBe(422)
  })
  expect(cpuMs).toBeLessThan(CPU_MAX_MS)
  const peakOf = watchChildren()
  const [refused, other] = await Promise.all([look(text), look(PRACTICE)])
  expect(refused).toMatchObject({
    status: 422,
    json: { code: "invalid", errors: { text: "calendar_too_complex" } },
  })
  expect(other.json).toMatchObject({ events: [{ title: "A" }] })
  expect(peakOf()).toBeLessThan(PEAK_MAX_MB)
}, 60_000)

describe("a long text", () => {
  const long = "## Heading\n\nA [link](/news) and *words*.\n\n".repeat(1000)

  test("renders in a child as a short one does here", async () => {
    expect(long.length).toBeGreaterThan(40_000)
    const sent = { ...postFields, content: long }
    const path = `/api/teams/${team.slug}/posts`
    const { status, json } = await mari.browser.call(teamPosts, "POST", path, sent)
    expect([status, json["content_html"]]).toEqual([201, renderMarkdown(long)])
  })

  test("that takes too much is refused at its field", async () => {
    await expect(renderContent(long, 1)).rejects.toMatchObject({ res: { status: 422 } })
    const answer = await renderContent(long, 1).catch(({ res }) => res.json())
    expect(answer).toMatchObject({ errors: { content: "too_long" } })
  })

  test("made to be slow takes no time of this process", async () => {
    const head = `${"|a".repeat(2000)}\n${"|-".repeat(2000)}\n`
    const table = head + "|a\n".repeat((NEWS_LIMITS.content - head.length) / 3)
    expect(await threadCpuOf(() => renderContent(table))).toBeLessThan(CPU_MAX_MS)
  })
})
