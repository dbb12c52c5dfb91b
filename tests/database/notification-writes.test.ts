import { beforeEach, describe, expect, test } from "vitest"
import { query } from "../../db/client.ts"
import { listNotifications } from "../../db/queries/notifications.ts"
import { openTestDatabase } from "../support/database.ts"
import { makeUser, type TestUser } from "../support/factories.ts"
import { makeNotificationHelpers } from "../support/people/notifications.ts"
import { makeEvent, makePost, makeTeam, type TestTeam } from "../support/people/teams.ts"
import { countRowsRead } from "../support/rows-read.ts"

const { db, app, clear, run } = await openTestDatabase()
const { listRows, countUnread, markAllRead } = makeNotificationHelpers(db, app)

let owner: TestUser
let fan: TestUser
let team: TestTeam
beforeEach(async () => {
  await clear("notifications", "notification_preferences", "follows")
  owner = await makeUser(db, { displayName: "Owner" })
  fan = await makeUser(db, { displayName: "Fan" })
  team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Aurora", country: "lv" })
})

test("a post notifies 10,000 followers with one statement", async () => {
  await db.batch([
    { text: "alter table users disable trigger user", params: [] },
    query`
      insert into users (email) select 'fan' || n || '@daina.test' from generate_series(1, 10000) n`,
    { text: "alter table users enable trigger user", params: [] },
    query`
      insert into follows (user_id, team_id)
      select id, ${team.id} from users where email like 'fan%'`,
    query`create table writes (rows integer)`,
    {
      text: `create function count_writes() returns trigger language plpgsql security definer as $$
        begin insert into writes select count(*) from written; return null; end $$`,
      params: [],
    },
    query`
      create trigger count_writes after insert on notifications referencing new table as written
      for each statement execute function count_writes()`,
  ])
  await makePost(db, team.id, owner.id)
  expect(await db.many`select rows from writes`).toEqual([{ rows: 10_000 }])
  await db.batch([
    { text: "drop trigger count_writes on notifications", params: [] },
    { text: "drop table writes", params: [] },
    { text: "drop function count_writes", params: [] },
  ])
})

describe("concurrent calls of notify()", () => {
  const notifyOfPosts = (postIds: string[], member = fan.id) => db.one`
    select notify('team_post', ${team.id}, ${postIds}::uuid[], array[${member}]::uuid[], array['team'])`

  test("concurrent calls with the same post leave one notification with a count of one", async () => {
    const post = await makePost(db, team.id, owner.id)
    await Promise.all(Array.from({ length: 8 }, () => notifyOfPosts([post.id])))
    expect(await listRows(fan)).toMatchObject([{ count: 1, is_unread: true }])
  })

  test("concurrent calls with different posts count each post once", async () => {
    const posts = await Promise.all([1, 2, 3, 4, 5].map(() => makePost(db, team.id, owner.id)))
    await Promise.all([...posts, ...posts].map(({ id }) => notifyOfPosts([id])))
    expect(await listRows(fan)).toMatchObject([{ count: 5 }])
  })

  test("concurrent calls for the same members in different orders do not deadlock", async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => makeUser(db)))
    const ids = members.map(({ id }) => id)
    const send = (order: string[]) => db.one`
      select notify('new_event', ${team.id}, array[gen_random_uuid()], ${order}::uuid[])`
    await Promise.all([1, 2, 3, 4].flatMap(() => [send(ids), send(ids.toReversed())]))
    expect(await db.many`select distinct count from notifications`).toEqual([{ count: 8 }])
  })

  test("an occurrence that is repeated while the member reads the notification is not counted again", async () => {
    const [first, second] = [
      await makePost(db, team.id, owner.id),
      await makePost(db, team.id, owner.id),
    ]
    await notifyOfPosts([first.id])
    await Promise.all([notifyOfPosts([second.id]), markAllRead(fan), notifyOfPosts([first.id])])
    const [row] = await listRows(fan)
    expect([1, 2]).toContain(row?.count)
    await notifyOfPosts([first.id])
    expect(await listRows(fan)).toEqual([row])
  })
})

test("more than 100 occurrences are counted as 100", async () => {
  for (const _time of [1, 2])
    await db.one`
      select notify('new_event', ${team.id}, array(select gen_random_uuid() from generate_series(1, 60)),
        array[${fan.id}]::uuid[])`
  expect(await listRows(fan)).toMatchObject([{ count: 100 }])
})

describe("rights", () => {
  test("a member neither sees nor changes the notifications of another member", async () => {
    await makeEvent(db, team.id, { type: "team" })
    const fanDb = app.as({ userId: fan.id })
    expect(await fanDb.many`select * from notifications`).toEqual([])
    await fanDb.one`update notifications set read_at = now()`
    expect(await listRows(owner)).toMatchObject([{ is_unread: true }])
  })

  test("a member neither sees nor writes the notification settings of another member", async () => {
    const fanDb = app.as({ userId: fan.id })
    await fanDb.one`
      insert into notification_preferences (user_id, topic, bell) values (${fan.id}, 'team_post', false)`
    expect(await app.as({ userId: owner.id }).many`select * from notification_preferences`).toEqual(
      [],
    )
    const writeForOther = fanDb.one`
      insert into notification_preferences (user_id, topic, bell) values (${owner.id}, 'team_post', false)`
    await expect(writeForOther).rejects.toThrow(/row-level security/)
  })

  test.each([
    "insert into notifications (user_id, topic, kind, group_id) select id, 'x', 'x', id from users",
    "update notifications set count = 1",
    "delete from notifications",
    "select notify('team_post', null, '{}', '{}')",
  ])("members may not %s", async (text) => {
    await expect(app.as({ userId: fan.id }).batch([{ text, params: [] }])).rejects.toThrow(
      /permission denied/,
    )
  })
})

test("read notifications are deleted after 90 days, and unread notifications after a year", async () => {
  const ages = [
    ["80 days", true],
    ["100 days", true],
    ["100 days", false],
    ["400 days", false],
  ] as const
  for (const [age, isRead] of ages)
    await db.one`
      insert into notifications (user_id, topic, kind, group_id, happened_at, read_at)
      values (${fan.id}, 'team_post', 'team_post', gen_random_uuid(), now() - ${age}::interval,
        case when ${isRead} then now() end)`
  await db.one`select delete_expired_rows()`
  const remaining = await db.many`
    select (now()::date - happened_at::date) as days, read_at is not null as is_read
    from notifications order by happened_at desc`
  expect(remaining).toEqual([
    { days: 80, is_read: true },
    { days: 100, is_read: false },
  ])
})

test("counting unread notifications reads few rows of a long list", async () => {
  await run(
    `
    insert into notifications (user_id, topic, kind, group_id, read_at)
    select u.id, 'moderation', 'newcomer_approved', gen_random_uuid(), now()
    from users u, generate_series(1, 200) where u.id in ($1, $2)`,
    fan.id,
    owner.id,
  )
  await run(
    `
    insert into notifications (user_id, topic, kind, group_id)
    select $1::uuid, 'moderation', 'newcomer_approved', gen_random_uuid() from generate_series(1, 30)`,
    fan.id,
  )
  await db.many`vacuum analyze notifications`
  expect(await countUnread(fan), "the bell counts up to 10").toBe(10)
  expect(await countUnread(owner)).toBe(0)
  const { rowsRead } = await countRowsRead(
    app.as({ userId: fan.id }),
    (viewer) => viewer.value`select count_unread_notifications()`,
  )
  expect(rowsRead).toBeLessThan(40)
})

test("reading a page of notifications reads few rows of a long list", async () => {
  await run(
    `insert into notifications (user_id, topic, kind, group_id, happened_at)
    select u.id, 'moderation', 'newcomer_approved', gen_random_uuid(), now() - n * interval '1 minute'
    from users u, generate_series(1, 500) n where u.id in ($1, $2)`,
    fan.id,
    owner.id,
  )
  await db.many`vacuum analyze notifications`
  const { result, rowsRead } = await countRowsRead(app.as({ userId: fan.id }), (viewer) =>
    listNotifications(viewer, "en", { limit: 30, cursor: null }),
  )
  expect(result.rows).toHaveLength(30)
  expect(rowsRead).toBeLessThan(100)
})

test("every kind of notification has a topic, and every topic except the digest has a kind", async () => {
  expect(
    await db.many`
    select k.kind, t.topic from list_notification_kinds() k full join list_notification_topics() t on t.topic = k.topic
    where k.kind is null or t.topic is null`,
  ).toEqual([{ kind: null, topic: "weekly_digest" }])
})
