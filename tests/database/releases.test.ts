import { beforeEach, describe, expect, test } from "vitest"
import { openTestDatabase } from "../support/database.ts"
import { makeUser, type TestUser } from "../support/factories.ts"
import { makeArtist } from "../support/people/artists.ts"
import { makeNotificationHelpers } from "../support/people/notifications.ts"
import { getDayFromNow, makeRelease } from "../support/people/releases.ts"

const { db, app, auth, clear } = await openTestDatabase()
const { listRows, listKinds, listSubjects, countUnread, markAllRead } = makeNotificationHelpers(
  db,
  app,
)

let fan: TestUser
let artist: { id: string; slug: string }
beforeEach(async () => {
  await clear("notifications", "notification_preferences", "follows", "artists", "catalogue_items")
  fan = await makeUser(db, { displayName: "Fan" })
  artist = await makeArtist(db, "Nova")
  await follow(fan)
})

const follow = ({ id }: TestUser) => db.one`
  insert into follows (user_id, artist_id) values (${id}, ${artist.id})`
/** Runs announce_releases() at an hour of a day in the Baltics. Returns the number of announced releases. */
const announce = (day: string, hour = 12) =>
  auth.as(null).value<number>`
    select announce_releases((${`${day} ${hour}:00`}::timestamp) at time zone 'Europe/Riga')`
const changeReleaseDate = (id: string, day: string) => db.one`
  update releases set release_date = ${day} where id = ${id}`
/** Makes a release two hours old, because only changed dates of older releases cause a notification. */
const ageRelease = (id: string) => db.one`
  update releases set created_at = now() - interval '2 hours' where id = ${id}`

describe("a release", () => {
  test("a new release notifies followers of the artist, except the super admin who adds it", async () => {
    const superAdmin = await makeUser(db, { role: "super_admin" })
    const stranger = await makeUser(db)
    await follow(superAdmin)
    const day = getDayFromNow(7)
    await app.as({ userId: superAdmin.id }).one`
      insert into releases (artist_id, title, release_type, release_date)
      values (${artist.id}, 'Song', 'single', ${day})`
    expect(await listRows(fan)).toMatchObject([
      { kind: "release_added", topic: "release", count: 1, reasons: ["artist"], is_unread: true },
    ])
    expect(await listSubjects(fan)).toMatchObject([
      {
        title: "Nova: Song",
        slug: artist.slug,
        is_all_day: true,
        is_whole_month: false,
        release_type: "single",
      },
    ])
    expect(await countUnread(fan)).toBe(1)
    expect([await listKinds(superAdmin), await listKinds(stranger)]).toEqual([[], []])
  })

  test("past releases and corrected titles cause no notification", async () => {
    await makeRelease(db, artist.id, { release_date: getDayFromNow(-2) })
    expect(await listKinds(fan)).toEqual([])
    const id = await makeRelease(db, artist.id, { title: "Song with a typo" })
    await markAllRead(fan)
    await db.one`
      update releases set title = 'Song', release_date = release_date, date_precision = 'day'
      where id = ${id}`
    expect(await listRows(fan)).toMatchObject([{ kind: "release_added", is_unread: false }])
  })

  test("a new date makes the notification unread, unless the release is new or the date is past", async () => {
    const id = await makeRelease(db, artist.id)
    await markAllRead(fan)
    await changeReleaseDate(id, getDayFromNow(8))
    expect(await listRows(fan)).toMatchObject([{ kind: "release_added", is_unread: false }])
    await ageRelease(id)
    await changeReleaseDate(id, getDayFromNow(9))
    expect(await listRows(fan)).toMatchObject([{ kind: "release_moved", is_unread: true }])
    await markAllRead(fan)
    await changeReleaseDate(id, getDayFromNow(-9))
    expect(await listRows(fan)).toMatchObject([{ kind: "release_moved", is_unread: false }])
  })

  test("concurrent runs announce a release once on its day, after eight o'clock", async () => {
    const day = getDayFromNow(7)
    await makeRelease(db, artist.id, { release_date: day })
    await markAllRead(fan)
    expect([await announce(getDayFromNow(6)), await announce(day, 8)]).toEqual([0, 0])
    expect(await listRows(fan)).toMatchObject([{ kind: "release_added", is_unread: false }])
    const counts = await Promise.all(Array.from({ length: 6 }, () => announce(day)))
    expect(counts.toSorted()).toEqual([0, 0, 0, 0, 0, 1])
    expect(await listRows(fan)).toMatchObject([{ kind: "release_out", is_unread: true }])
    await markAllRead(fan)
    expect(await announce(day)).toBe(0)
    expect(await listRows(fan)).toMatchObject([{ kind: "release_out", is_unread: false }])
  })

  test("a release is announced a day late after an outage, but not two days late", async () => {
    await makeRelease(db, artist.id, { title: "Late", release_date: getDayFromNow(7) })
    await makeRelease(db, artist.id, { title: "Too late", release_date: getDayFromNow(6) })
    expect(await announce(getDayFromNow(8))).toBe(1)
    expect((await listKinds(fan)).toSorted()).toEqual(["release_added", "release_out"])
  })

  test("a release that is added on its day is announced at once, and not again", async () => {
    await makeRelease(db, artist.id, { release_date: getDayFromNow(0) })
    expect(await listRows(fan)).toMatchObject([{ kind: "release_out", is_unread: true }])
    expect(await announce(getDayFromNow(0))).toBe(0)
  })

  test("a release without a known day is announced only after its day is known", async () => {
    const month = `${getDayFromNow(40).slice(0, 7)}-01`
    const id = await makeRelease(db, artist.id, { date_precision: "month", release_date: month })
    expect(await listSubjects(fan)).toMatchObject([{ is_whole_month: true }])
    expect(await announce(month)).toBe(0)
    await ageRelease(id)
    await markAllRead(fan)
    await db.one`update releases set date_precision = 'day' where id = ${id}`
    expect(await listRows(fan)).toMatchObject([{ kind: "release_moved", is_unread: true }])
    expect(await announce(month)).toBe(1)
  })

  test("a deleted release disappears from the notifications", async () => {
    const id = await makeRelease(db, artist.id)
    await db.one`delete from releases where id = ${id}`
    expect([await countUnread(fan), await listSubjects(fan)]).toEqual([0, []])
  })

  test("a release notifies neither blocked members nor members who turned the topic off", async () => {
    const unsubscribed = await makeUser(db)
    await follow(unsubscribed)
    await db.one`update users set blocked_at = now() where id = ${fan.id}`
    await db.one`
      insert into notification_preferences (user_id, topic, bell) values (${unsubscribed.id}, 'release', false)`
    await makeRelease(db, artist.id)
    expect(await db.many`select from notifications`).toEqual([])
  })
})

describe("the weekly chart", () => {
  const MONDAY = "2026-06-08"
  let likers: TestUser[]
  const addLike = (member: TestUser, song: string, day: string) => db.one`
    insert into music_likes (user_id, item_type, item_id, item_name, item_artist, created_at)
    values (${member.id}, 'song', ${song}, ${song}, 'Nova', ${`${day}T10:00:00Z`})`
  const notifyOfChart = (day: string, hour = 10) =>
    auth.as(null).value<boolean>`
      select notify_of_chart((${`${day} ${hour}:00`}::timestamp) at time zone 'Europe/Riga')`
  beforeEach(async () => {
    await clear("music_likes")
    likers = await Promise.all([makeUser(db), makeUser(db)])
    await db.one`
      insert into catalogue_items (item_type, provider, id, name, artists, external_url)
      select 'song', 'test', n, 'Song ' || n, array['Nova'], 'https://music.test/' from generate_series(1, 2) n`
    await db.one`update catalogue_refreshes set chart_notified_at = '2026-06-01T07:00:00Z'`
    await addLike(likers[0] as TestUser, "test-1", "2026-05-20")
  })
  const turnChartTopicOn = ({ id }: TestUser) => db.one`
    insert into notification_preferences (user_id, topic, bell) values (${id}, 'chart', true)`

  test("a changed chart notifies members with the topic on once a week, after eight o'clock", async () => {
    await turnChartTopicOn(fan)
    for (const liker of likers) await addLike(liker, "test-2", "2026-06-03")
    expect([await notifyOfChart("2026-06-07"), await notifyOfChart(MONDAY, 8)]).toEqual([
      false,
      false,
    ])
    const results = await Promise.all(Array.from({ length: 5 }, () => notifyOfChart(MONDAY)))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect(await listRows(fan)).toMatchObject([{ kind: "chart_changed", topic: "chart", count: 1 }])
    expect(await listSubjects(fan)).toEqual([{ title: "1. Song 2 · Nova" }])
    expect(await listKinds(likers[0] as TestUser)).toEqual([])
    await markAllRead(fan)
    expect(await notifyOfChart("2026-06-10")).toBe(false)
    expect(await listRows(fan)).toMatchObject([{ is_unread: false }])
  })

  test("an unchanged chart causes no notification", async () => {
    await turnChartTopicOn(fan)
    expect(await notifyOfChart(MONDAY)).toBe(false)
    expect(await listKinds(fan)).toEqual([])
  })
})
