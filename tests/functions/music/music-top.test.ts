/** The Baltic top 10 and the counts of likes. */
import { beforeEach, expect, test } from "vitest"
import { beginChartWeek, countChartLikes, listBalticTop } from "../../../db/queries/catalogue.ts"
import { storeSnapshot } from "../../../netlify/lib/catalogue/snapshot.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"

const { db, app } = await openTestDatabase()
const DAY_MS = 86_400_000

/** Start of the current chart week, in milliseconds. */
let monday: number

beforeEach(async () => {
  await storeSnapshot(db)
  monday = Date.parse((await db.value<string>`select get_chart_week(now())`) ?? "")
})

/** Lets new members like a song, a number of days after this week's Monday. */
async function like(song: string, members: number, daysFromMonday: number): Promise<void> {
  for (let i = 0; i < members; i++) {
    const { id } = await makeUser(db)
    await db.one`
      insert into music_likes (user_id, item_type, item_id, item_name, item_artist, created_at)
      values (${id}, 'song', ${song}, 'A song', 'A group', ${new Date(monday + daysFromMonday * DAY_MS).toISOString()})`
  }
}

test("the chart ranks likes of the four weeks before Monday and shows rank changes", async () => {
  await like("snapshot-song-1", 3, -3)
  await like("snapshot-song-2", 2, -10)
  await like("snapshot-song-3", 1, -10)
  // Song 4 counts only for the previous week's chart, song 5 only for next week's chart.
  await like("snapshot-song-4", 5, -29)
  await like("snapshot-song-5", 5, 0)
  const rows = await listBalticTop(db, 10)
  expect(rows.map(({ id, rank, former_rank, likes }) => [id, rank, former_rank, likes])).toEqual([
    ["snapshot-song-1", 1, null, 3],
    ["snapshot-song-2", 2, 2, 2],
    ["snapshot-song-3", 3, 3, 1],
  ])
})

test("anonymous visitors can read counts of likes", async () => {
  await like("snapshot-song-9", 2, 0)
  const counts = await countChartLikes(app.as(null))
  expect(counts.get("snapshot-song-9")).toBe(2)
})

test("a new week requests one build of the chart", async () => {
  await like("snapshot-song-9", 1, -1)
  await db.one`update content_state set changed_at = ${new Date(monday - 1).toISOString()}`
  expect([await beginChartWeek(db), await beginChartWeek(db)]).toEqual([true, false])
})
