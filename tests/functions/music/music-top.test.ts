import { beforeEach, expect, test } from "vitest"
import { beginChartWeek, countItemLikes, listBalticTop } from "../../../db/queries/catalogue.ts"
import { storeSnapshot } from "../../../netlify/lib/catalogue/snapshot.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"

const { db, app, clear } = await openTestDatabase()
const DAY_MS = 86_400_000

/** Start of the current chart week (a Monday), in milliseconds since 1970. */
let monday: number

beforeEach(async () => {
  await clear("music_likes", "catalogue_items")
  await storeSnapshot(db)
  monday = Date.parse((await db.value<string>`select get_chart_week(now())`) ?? "")
})

/**
 * Stores likes of a song by new members. The time of the likes is `daysFromMonday` days after the start of the current
 * chart week; a negative number means before it.
 */
async function addLikes(song: string, memberCount: number, daysFromMonday: number): Promise<void> {
  const createdAt = new Date(monday + daysFromMonday * DAY_MS).toISOString()
  for (let i = 0; i < memberCount; i++) {
    const { id } = await makeUser(db)
    await db.one`
      insert into music_likes (user_id, item_type, item_id, item_name, item_artist, created_at)
      values (${id}, 'song', ${song}, 'A song', 'A group', ${createdAt})`
  }
}

test("the chart counts likes of the four weeks before its Monday, and has each song's former rank", async () => {
  await addLikes("snapshot-song-1", 3, -3)
  await addLikes("snapshot-song-2", 2, -10)
  await addLikes("snapshot-song-3", 1, -10)
  // Song 4 counts only for the previous week's chart, song 5 only for next week's chart.
  await addLikes("snapshot-song-4", 5, -29)
  await addLikes("snapshot-song-5", 5, 0)
  const rows = await listBalticTop(db, 10)
  expect(rows.map(({ id, rank, former_rank, likes }) => [id, rank, former_rank, likes])).toEqual([
    ["snapshot-song-1", 1, null, 3],
    ["snapshot-song-2", 2, 2, 2],
    ["snapshot-song-3", 3, 3, 1],
  ])
})

test("the chart has, for each song, in how many weekly charts of the last half year the song was", async () => {
  await addLikes("snapshot-song-1", 2, -3)
  await addLikes("snapshot-song-2", 1, -10)
  await addLikes("snapshot-song-3", 1, -3)
  // Each of these likes counts in the charts of four other weeks. Charts of a year ago are older than half a year.
  await addLikes("snapshot-song-3", 1, -60)
  await addLikes("snapshot-song-3", 1, -365)
  const rows = await listBalticTop(app.as(null), 10)
  expect(rows.map(({ id, weeks }) => [id, weeks])).toEqual([
    ["snapshot-song-1", 1],
    ["snapshot-song-2", 2],
    ["snapshot-song-3", 5],
  ])
})

test("anonymous visitors can read how many likes each song has", async () => {
  await addLikes("snapshot-song-9", 2, 0)
  const counts = await countItemLikes(app.as(null))
  expect(counts.filter(({ item_id }) => item_id === "snapshot-song-9")).toEqual([
    {
      item_type: "song",
      item_id: "snapshot-song-9",
      likes: 2,
      newest: new Date(monday).toISOString(),
    },
  ])
})

test("a song that has left the trending chart stays in the top 10, and all its likes are counted", async () => {
  await addLikes("snapshot-song-9", 2, -3)
  await addLikes("snapshot-song-9", 1, -40)
  await db.one`update catalogue_items set rank = null where item_id = 'snapshot-song-9'`
  expect(await listBalticTop(db, 10)).toMatchObject([{ id: "snapshot-song-9", likes: 2 }])
  expect(await countItemLikes(app.as(null))).toMatchObject([{ likes: 3 }])
})

test("a song and an album with the same id are counted separately", async () => {
  const ids = await db.many<{ item_type: string }>`
    insert into catalogue_items (item_type, provider, id, name, artists, external_url, rank)
    select type, 'deezer', '7', 'Same', '{IVE}', 'https://music.test/', 999
    from unnest('{song,album}'::text[]) type
    returning item_type`
  expect(ids).toHaveLength(2)
  await addLikes("deezer-7", 2, 0)
  expect(await countItemLikes(app.as(null))).toMatchObject([{ item_type: "song", likes: 2 }])
})

test("beginChartWeek() returns true only at its first call in a week", async () => {
  await addLikes("snapshot-song-9", 1, -1)
  await db.one`update content_state set changed_at = ${new Date(monday - 1).toISOString()}`
  expect([await beginChartWeek(db), await beginChartWeek(db)]).toEqual([true, false])
})
