import { beforeAll, expect, test } from "vitest"
import events from "../../../db/demo/events.json" with { type: "json" }
import { loadDemo } from "../../../db/demo/load.ts"
import { storeDemoPictures } from "../../../db/demo/pictures.ts"
import { deleteUnusedPictures } from "../../../netlify/lib/pictures/delete-unused.ts"
import { listCoverFiles } from "../../../netlify/lib/pictures/images.ts"
import { getBytes, listFiles } from "../../../netlify/lib/pictures/storage.ts"
import { slugify } from "../../../src/shared/slug.ts"
import { openTestDatabase } from "../../support/database.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db, app, ownerUrl } = await openTestDatabase()
startStorage()

beforeAll(async () => {
  await storeDemoPictures()
  await loadDemo(ownerUrl)
})

test("every picture in the demo articles exists in every size and is not deleted as unused", async () => {
  const rows = await db.many<{ url: string }>`
    select distinct matches[1] as url
    from news, regexp_matches(content, '/uploads/[a-z0-9/-]+[.]webp', 'g') as matches`
  const files = rows.flatMap(({ url }) => listCoverFiles(url))
  for (const file of files) expect(await getBytes(file), file).not.toBeNull()
  expect(await deleteUnusedPictures()).toBe(0)
  expect((await listFiles("news-images/")).toSorted()).toEqual(files.toSorted())
})

/** A demo event has a number of days from today and a weekday. Loading moves the event away from today to that weekday. */
test("each demo event is on its planned weekday, up to six days farther away than planned", async () => {
  const rows = await db.many<{ slug: string; weekday: number; days: number }>`
    select slug, extract(isodow from start_date at time zone time_zone)::integer as weekday,
      ((start_date at time zone time_zone)::date - (now() at time zone time_zone)::date) as days
    from events`
  expect(rows).toHaveLength(events.length)
  for (const event of events) {
    const row = rows.find(({ slug }) => slug === slugify(event.title))
    expect(row?.weekday, event.title).toBe(event.weekday)
    const daysFarther = Math.abs(row?.days ?? Number.NaN) - Math.abs(event.days)
    expect(Math.sign(row?.days ?? 0), event.title).toBe(Math.sign(event.days))
    expect(daysFarther >= 0 && daysFarther < 7, event.title).toBe(true)
  }
})

test("anonymous visitors find one outdated translation and no draft in the demo articles", async () => {
  const rows = await app.as(null).many<{ slug: string; language: string; is_outdated: boolean }>`
    select slug, language, is_outdated from list_visible_news()`
  expect(rows.filter(({ is_outdated }) => is_outdated)).toEqual([
    { slug: "riga-practice-spaces", language: "ru", is_outdated: true },
  ])
  const draft = rows.find(({ slug, language }) => slug === "parents-guide" && language === "lv")
  expect(draft).toBeUndefined()
})
