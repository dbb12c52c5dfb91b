import { beforeEach, describe, expect, test } from "vitest"
import { NOTIFICATION_KINDS } from "../../../src/features/notifications/schema.ts"
import { TOPICS } from "../../../src/features/notifications/topics.ts"
import { getRows, getStatusAndCode } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makePost, makeTeam, type TestTeam } from "../../support/people/teams.ts"

const { db, clear } = await openTestDatabase()

let owner: Member
let fan: Member
let team: TestTeam
beforeEach(async () => {
  await clear("notifications", "follows")
  owner = await makeMember(db)
  fan = await makeMember(db)
  team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Aurora" })
  await db.one`insert into follows (user_id, team_id) values (${fan.id}, ${team.id})`
})

const listNotifications = async ({ browser }: Member, query = "") =>
  getRows(await browser.get(`/api/notifications?${query}`), "notifications")
const getUnreadCount = async ({ browser }: Member) =>
  (await browser.get("/api/auth/session")).json["unread"] ?? 0
const laterTime = "2100-01-01T00:00:00.000Z"
/** Marks notifications as read. A body without `ids` marks all notifications that are not newer than `until`. */
const markRead = ({ browser }: Member, body: object) =>
  browser.send("PUT", "/api/notifications/read", { until: laterTime, is_read: true, ...body })

/** Creates notifications of the member `fan`. Each notification is a minute older than the previous one. */
const makeNotifications = (count: number) => db.many<{ id: string }>`
  insert into notifications (user_id, topic, kind, group_id, happened_at)
  select ${fan.id}, 'moderation', 'newcomer_approved', gen_random_uuid(),
    date_trunc('milliseconds', now() - n * interval '1 minute')
  from generate_series(1, ${count}::integer) n returning id`

describe("the list", () => {
  test("new notifications do not shift the pages of the list, which starts with the newest", async () => {
    const rows = await makeNotifications(5)
    const ids = rows.map(({ id }) => id)
    const first = await fan.browser.get("/api/notifications?limit=2")
    await makePost(db, team.id, owner.id)
    const second = await fan.browser.get(`/api/notifications?limit=2&cursor=${first.json["next"]}`)
    const third = await fan.browser.get(`/api/notifications?limit=2&cursor=${second.json["next"]}`)
    const pages = [first, second, third].map((page) =>
      getRows(page, "notifications").map((row) => row["id"]),
    )
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
    expect(third.json["next"]).toBeUndefined()
  })

  test("the list contains titles, reasons and unread marks", async () => {
    const post = await makePost(db, team.id, owner.id, { title: "New video" })
    expect(await listNotifications(fan)).toEqual([
      {
        id: expect.any(String),
        kind: "team_post",
        reasons: ["team"],
        happened_at: expect.any(String),
        is_unread: true,
        subject: { team: "Aurora", slug: team.slug, count: 1, id: post.id, title: "New video" },
      },
    ])
  })

  test("the list ignores an invalid cursor", async () => {
    await makeNotifications(1)
    expect(await listNotifications(fan, "cursor=nonsense")).toHaveLength(1)
  })
})

describe("the bell", () => {
  test("the bell counts several posts of a team once, and counts to ten at most", async () => {
    expect(await getUnreadCount(fan)).toBe(0)
    await makePost(db, team.id, owner.id)
    await makePost(db, team.id, owner.id)
    expect(await getUnreadCount(fan)).toBe(1)
    await makeNotifications(12)
    expect(await getUnreadCount(fan)).toBe(10)
    expect(await getUnreadCount(owner)).toBe(0)
  })
})

describe("marking", () => {
  test("marking a notification as read leaves other notifications unread", async () => {
    const [first] = await makeNotifications(3)
    const ids = [first?.id]
    expect((await markRead(fan, { ids })).json).toEqual({ changed: ids, unread: 2 })
    expect((await markRead(fan, { ids })).json).toEqual({ changed: [], unread: 2 })
    expect((await markRead(fan, { ids, is_read: false })).json).toEqual({ changed: ids, unread: 3 })
  })

  test("after marking all notifications as read, a member can mark them as unread again", async () => {
    await makeNotifications(3)
    const { json } = await markRead(fan, {})
    expect(json).toMatchObject({ unread: 0 })
    expect(json["changed"]).toHaveLength(3)
    const undone = await markRead(fan, { ids: json["changed"], is_read: false })
    expect(undone.json).toMatchObject({ unread: 3 })
  })

  test("a notification that was updated after the member saw the list stays unread", async () => {
    await makePost(db, team.id, owner.id)
    const [row] = await listNotifications(fan)
    await db.one`update notifications set happened_at = happened_at - interval '1 minute'`
    await makePost(db, team.id, owner.id)
    const seenUntil = { until: row?.["happened_at"] }
    await db.one`update notifications set happened_at = now() + interval '1 minute'`
    expect((await markRead(fan, seenUntil)).json).toEqual({ changed: [], unread: 1 })
    expect((await markRead(fan, { ...seenUntil, ids: [row?.["id"]] })).json).toMatchObject({
      unread: 1,
    })
  })

  test("of three concurrent requests to mark all notifications, one changes each notification", async () => {
    await makeNotifications(5)
    const responses = await Promise.all([markRead(fan, {}), markRead(fan, {}), markRead(fan, {})])
    const changed = responses.flatMap(({ json }) => json["changed"])
    expect(changed).toHaveLength(5)
  })

  test("a member cannot mark notifications of another member", async () => {
    const [row] = await makeNotifications(1)
    expect((await markRead(owner, { ids: [row?.id] })).json).toEqual({ changed: [], unread: 0 })
    expect((await markRead(owner, {})).json).toEqual({ changed: [], unread: 0 })
    expect(await getUnreadCount(fan)).toBe(1)
  })

  test.each([
    { ids: ["no-id"] },
    { until: "yesterday" },
    { is_read: "yes" },
    { ids: Array.from({ length: 201 }, () => crypto.randomUUID()) },
  ])("marking refuses the body %j", async (body) => {
    expect(getStatusAndCode(await markRead(fan, body))).toEqual([422, "invalid"])
  })
})

test("anonymous visitors and blocked members can neither read nor mark notifications", async () => {
  await db.one`update users set blocked_at = now() where id = ${fan.id}`
  const visitor = await makeMember(db)
  visitor.browser.cookies.clear()
  for (const member of [visitor, fan]) {
    expect(getStatusAndCode(await member.browser.get("/api/notifications"))).toEqual([
      401,
      "sign_in_required",
    ])
    expect(getStatusAndCode(await markRead(member, {}))).toEqual([401, "sign_in_required"])
  }
})

test("NOTIFICATION_KINDS and TOPICS match the database", async () => {
  const kinds = await db.many<{ kind: string }>`select kind from list_notification_kinds()`
  const topics = await db.many<{ topic: string }>`select topic from list_notification_topics()`
  expect(kinds.map(({ kind }) => kind)).toEqual([...NOTIFICATION_KINDS])
  expect(topics.map(({ topic }) => topic)).toEqual([...TOPICS])
})
