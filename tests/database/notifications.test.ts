import { beforeEach, describe, expect, test } from "vitest"
import { query } from "../../db/client.ts"
import { openTestDatabase } from "../support/database.ts"
import { makeUser, type TestUser } from "../support/factories.ts"
import { makeIdea } from "../support/people/ideas.ts"
import { makeNotificationHelpers } from "../support/people/notifications.ts"
import { makeEvent, makePost, makeTeam, type TestTeam } from "../support/people/teams.ts"

const { db, app, owner: ownerDatabase, clear } = await openTestDatabase()
const { listRows, listKinds, listSubjects, countUnread, markAllRead } = makeNotificationHelpers(
  db,
  app,
)

let owner: TestUser
let fan: TestUser
let team: TestTeam
beforeEach(async () => {
  await clear("notifications", "notification_preferences", "follows")
  owner = await makeUser(db, { displayName: "Owner" })
  fan = await makeUser(db, { displayName: "Fan" })
  team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Aurora", country: "lv" })
})

const followTeam = (member: TestUser) => db.one`
  insert into follows (user_id, team_id) values (${member.id}, ${team.id})`
const followCountry = (member: TestUser, country: string) => db.one`
  insert into follows (user_id, country) values (${member.id}, ${country})`
const turnBellOff = ({ id }: TestUser, topic: string) => db.one`
  insert into notification_preferences (user_id, topic, bell) values (${id}, ${topic}, false)`

describe("a post of a team", () => {
  test("a post notifies members and followers once, but not its author", async () => {
    await followTeam(fan)
    const teammate = await makeUser(db)
    await db.one`insert into team_members (team_id, user_id) values (${team.id}, ${teammate.id})`
    await followTeam(teammate)
    await makePost(db, team.id, owner.id, { title: "New video" })
    expect(await listKinds(owner)).toEqual([])
    expect(await listRows(fan)).toMatchObject([{ kind: "team_post", count: 1, reasons: ["team"] }])
    expect(await listRows(teammate)).toMatchObject([{ count: 1, reasons: ["member", "team"] }])
    expect(await listSubjects(fan)).toMatchObject([
      { team: "Aurora", slug: team.slug, title: "New video", count: 1 },
    ])
  })

  test("posts of a team share one notification; after the member has read it, its count starts again at one", async () => {
    await followTeam(fan)
    for (const title of ["One", "Two", "Three"]) await makePost(db, team.id, owner.id, { title })
    expect(await listRows(fan)).toMatchObject([{ count: 3, is_unread: true }])
    expect(await listSubjects(fan)).toMatchObject([{ title: "Three", count: 3 }])
    await markAllRead(fan)
    await makePost(db, team.id, owner.id, { title: "Four" })
    expect(await listRows(fan)).toMatchObject([{ count: 1, is_unread: true }])
    expect(await listSubjects(fan)).toMatchObject([{ title: "Four", count: 1 }])
  })

  test("a draft notifies when it is first published, but not when it is published again", async () => {
    await followTeam(fan)
    const post = await makePost(db, team.id, owner.id, { published: false })
    expect(await listKinds(fan)).toEqual([])
    const setPublished = (isPublished: boolean) => db.one`
      update team_posts set is_published = ${isPublished} where id = ${post.id}`
    await setPublished(true)
    await markAllRead(fan)
    await setPublished(false)
    await setPublished(true)
    expect(await listRows(fan)).toMatchObject([{ is_unread: false }])
  })

  test("a newcomer's post notifies team members at once, and followers after the approval", async () => {
    await followTeam(fan)
    const newcomer = await makeUser(db, { isApproved: false })
    const teammate = await makeUser(db)
    for (const { id } of [newcomer, teammate])
      await db.one`insert into team_members (team_id, user_id, role) values (${team.id}, ${id}, 'admin')`
    await ownerDatabase.as({ userId: newcomer.id }).one`
      insert into team_posts (team_id, user_id, title, is_published)
      values (${team.id}, ${newcomer.id}, 'First', true)`
    expect(await listKinds(fan)).toEqual([])
    expect(await listKinds(teammate)).toEqual(["team_post"])
    await markAllRead(teammate)
    const superAdmin = await makeUser(db, { role: "super_admin" })
    await app.as({ userId: superAdmin.id }).one`
      select approve_newcomers(array(select id from team_posts where user_id = ${newcomer.id}))`
    expect(await listRows(fan)).toMatchObject([{ kind: "team_post", is_unread: true }])
    expect(await listRows(teammate)).toMatchObject([{ kind: "team_post", is_unread: false }])
    expect(await listKinds(newcomer)).toEqual(["newcomer_approved"])
  })

  test("hidden posts are neither counted nor shown", async () => {
    await followTeam(fan)
    const first = await makePost(db, team.id, owner.id, { title: "One" })
    const second = await makePost(db, team.id, owner.id, { title: "Two" })
    const hide = (id: string) => db.one`
      update team_posts set is_published = false, hidden_at = now() where id = ${id}`
    await hide(second.id)
    expect(await listSubjects(fan)).toMatchObject([{ title: "One", count: 1 }])
    expect(await countUnread(fan)).toBe(1)
    await hide(first.id)
    expect(await listSubjects(fan)).toEqual([])
    expect(await countUnread(fan)).toBe(0)
  })

  test("posts of a hidden team cause no notification", async () => {
    await followTeam(fan)
    await makePost(db, team.id, owner.id)
    await db.one`update teams set hidden_at = now() where id = ${team.id}`
    expect(await countUnread(fan)).toBe(0)
    await markAllRead(fan)
    await makePost(db, team.id, owner.id)
    expect(await listRows(fan)).toMatchObject([{ is_unread: false }])
  })
})

test("members who are blocked, whose account deletion is scheduled, or who turned the topic off, are not notified", async () => {
  const others = await Promise.all([makeUser(db), makeUser(db), makeUser(db)])
  for (const member of others) await followTeam(member)
  const [blocked, leaving, unsubscribed] = others as [TestUser, TestUser, TestUser]
  await db.one`update users set blocked_at = now() where id = ${blocked.id}`
  await db.one`update users set deletion_due_at = now() + interval '1 day' where id = ${leaving.id}`
  await turnBellOff(unsubscribed, "team_post")
  await makePost(db, team.id, owner.id)
  expect(await db.many`select from notifications`).toEqual([])
})

describe("a newcomer's team", () => {
  const approveTeam = async (team: string) => {
    const superAdmin = await makeUser(db, { role: "super_admin" })
    return app.as({ userId: superAdmin.id }).one`select approve_newcomers(array[${team}]::uuid[])`
  }
  /** Creates a team of a newcomer with a post, a public event and a team-only event. The member `fan` follows the team. */
  async function makeUnreviewedTeam() {
    const newcomer = await makeUser(db, { isApproved: false })
    const unreviewedTeam = await makeTeam(
      db,
      { [newcomer.id]: "owner" },
      { name: "Comet", country: "lv" },
    )
    await db.one`update teams set reviewed_at = null where id = ${unreviewedTeam.id}`
    await db.one`insert into follows (user_id, team_id) values (${fan.id}, ${unreviewedTeam.id})`
    await followCountry(fan, "lv")
    const author = newcomer.id
    await ownerDatabase.as({ userId: author }).one`
      insert into team_posts (team_id, user_id, title, is_published)
      values (${unreviewedTeam.id}, ${author}, 'First', true)`
    await makeEvent(db, unreviewedTeam.id, { title: "Cup", country: "lv", author })
    await makeEvent(db, unreviewedTeam.id, { title: "Practice", type: "team", author })
    return { unreviewedTeam, newcomer }
  }

  test("when a newcomer's team is approved, followers are notified once about its posts and events", async () => {
    const { unreviewedTeam, newcomer } = await makeUnreviewedTeam()
    expect(await listKinds(fan)).toEqual([])
    for (let click = 1; click <= 2; click++) await approveTeam(unreviewedTeam.id)
    const rows = await listRows(fan)
    expect(rows.toSorted((a, b) => a.kind.localeCompare(b.kind))).toMatchObject([
      { kind: "new_event", count: 1, reasons: ["country", "team"] },
      { kind: "team_post", count: 1, reasons: ["team"] },
    ])
    expect(await listKinds(newcomer)).toEqual(["newcomer_approved"])
  })

  test("when a newcomer's team is approved, drafts and canceled events cause no notification", async () => {
    const { unreviewedTeam } = await makeUnreviewedTeam()
    await db.one`update events set is_cancelled = true where team_id = ${unreviewedTeam.id}`
    await db.one`update team_posts set is_published = false where team_id = ${unreviewedTeam.id}`
    await clear("notifications")
    await approveTeam(unreviewedTeam.id)
    expect(await listKinds(fan)).toEqual([])
  })
})

describe("events", () => {
  test("a follower of the team and of the country gets one notification with both reasons", async () => {
    await followTeam(fan)
    await followCountry(fan, "lv")
    await makeEvent(db, team.id, { title: "Cup", country: "lv", author: owner.id })
    expect(await listRows(fan)).toMatchObject([
      { kind: "new_event", count: 1, reasons: ["country", "team"] },
    ])
    expect(await listKinds(owner)).toEqual([])
    expect(await countUnread(fan)).toBe(1)
  })

  test("a team-only event notifies only members of the team", async () => {
    await followTeam(fan)
    await followCountry(fan, "lv")
    await makeEvent(db, team.id, { type: "team", country: "lv" })
    expect(await listKinds(fan)).toEqual([])
    expect(await listRows(owner)).toMatchObject([{ kind: "new_event", reasons: ["member"] }])
  })

  test("past and canceled events cause no notifications", async () => {
    await makeEvent(db, team.id, { start: "2026-01-01T10:00:00Z" })
    await db.one`
      insert into events (slug, title, start_date, end_date, team_id, is_cancelled)
      values ('off', 'Off', now() + interval '1 day', now() + interval '1 day', ${team.id}, true)`
    expect(await listKinds(owner)).toEqual([])
  })

  test("events that a team imports at the same time share one notification", async () => {
    await followTeam(fan)
    await db.one`
      insert into events (slug, title, start_date, end_date, team_id)
      select 'import-' || n, 'Import ' || n, now() + n * interval '1 day', now() + n * interval '1 day', ${team.id}
      from generate_series(1, 30) n`
    expect(await listRows(fan)).toMatchObject([{ kind: "new_event", count: 30 }])
    expect(await listSubjects(fan)).toMatchObject([
      { title: "Import 1", count: 30, team: "Aurora" },
    ])
  })

  test("a new series causes one notification, and dates that are added to it later cause none", async () => {
    const series = await db.value<string>`
      insert into event_series (id, lineage, team_id, rule, starts_at, ends_at, time_zone, until, generated_until)
      select id, id, ${team.id}, 'FREQ=WEEKLY;BYDAY=MO', now(), now() + interval '1 hour', 'Europe/Riga',
        now()::date + 366, now()::date
      from (select gen_random_uuid() as id) as new returning id`
    const addDates = (from: number, to: number) => db.one`
      insert into events (slug, title, start_date, end_date, team_id, series_id, series_date)
      select 'date-' || n, 'Class', now() + n * interval '7 days', now() + n * interval '7 days', ${team.id},
        ${series}, (now() + n * interval '7 days')::date
      from generate_series(${from}::integer, ${to}::integer) n`
    await addDates(1, 10)
    expect(await listRows(owner)).toMatchObject([{ kind: "new_event", count: 1 }])
    await markAllRead(owner)
    await addDates(11, 20)
    expect(await listRows(owner)).toMatchObject([{ is_unread: false }])
  })

  test("an event's title is in the language of the page", async () => {
    const { id } = await makeEvent(db, team.id, { title: "Night" })
    await db.one`
      update events set translations = '{"lv": {"title": "Nakts"}}' where id = ${id}`
    expect(await listSubjects(owner, "lv")).toMatchObject([{ title: "Nakts" }])
    expect(await listSubjects(owner, "et")).toMatchObject([{ title: "Night" }])
  })

  test("a change and a later cancellation of an event share one notification", async () => {
    const { id } = await makeEvent(db, team.id, { type: "public", country: "ee" })
    await db.one`
      insert into event_signups (event_id, user_id, status) values (${id}, ${fan.id}, 'going')`
    await clear("notifications")
    await db.one`update events set location = 'Tartu' where id = ${id}`
    expect(await listRows(fan)).toMatchObject([{ kind: "event_changed", reasons: ["signup"] }])
    await db.one`update events set is_cancelled = true where id = ${id}`
    expect(await listKinds(fan)).toEqual(["event_cancelled"])
    expect(await listKinds(owner)).toEqual([])
  })

  test("a change of a team-only event notifies the members of the team", async () => {
    const { id } = await makeEvent(db, team.id, { type: "team" })
    await clear("notifications")
    await db.one`update events set start_date = start_date - interval '1 hour' where id = ${id}`
    expect(await listKinds(owner)).toEqual(["event_changed"])
  })

  test("the notification about a deleted event is kept, but shows no title if the event was hidden", async () => {
    for (const isHidden of [false, true]) {
      const { id } = await makeEvent(db, team.id, { title: "Gone" })
      await db.one`
        insert into event_signups (event_id, user_id, status) values (${id}, ${fan.id}, 'going')`
      await db.one`update events set hidden_at = case when ${isHidden} then now() end where id = ${id}`
      await clear("notifications")
      await db.one`delete from events where id = ${id}`
      expect(await listKinds(fan)).toEqual(["event_cancelled"])
      const [subject] = await listSubjects(fan)
      expect(Object(subject).title).toBe(isHidden ? undefined : "Gone")
      expect(Object(subject).start_date).toMatch(/^\d{4}-/)
    }
  })

  test("a member who moves up from the waitlist is notified", async () => {
    const { id } = await makeEvent(db, team.id)
    await clear("notifications")
    await db.batch([
      query`update events set max_participants = 1, takes_signups = true where id = ${id}`,
      query`insert into event_signups (event_id, user_id, status) values (${id}, ${owner.id}, 'going')`,
      query`
        insert into event_signups (event_id, user_id, status, queue)
        values (${id}, ${fan.id}, 'waiting', nextval('signup_queue'))`,
      query`update event_signups set status = 'not_going' where user_id = ${owner.id}`,
    ])
    expect(await listKinds(fan)).toEqual(["event_place"])
  })

  test("each message of an organizer to attendees is a separate notification", async () => {
    const { id } = await makeEvent(db, team.id)
    await clear("notifications")
    await db.one`
      insert into event_signups (event_id, user_id, status) values (${id}, ${fan.id}, 'going')`
    for (const text of ["Bring water", "Doors open at six"])
      await app.as({ userId: owner.id }).one`select message_attendees(${id}, ${text})`
    expect(await listSubjects(fan)).toMatchObject([
      { message: "Doors open at six" },
      { message: "Bring water" },
    ])
  })
})

describe("teams", () => {
  const requestToJoin = (member: TestUser) =>
    app.as({ userId: member.id }).one`select outcome from request_to_join(${team.id}, null)`

  test("join requests share a notification, which counts the pending requests", async () => {
    const other = await makeUser(db, { displayName: "Other" })
    await requestToJoin(fan)
    expect(await listSubjects(owner)).toMatchObject([{ team: "Aurora", count: 1, member: "Fan" }])
    await requestToJoin(other)
    expect(await listRows(owner)).toMatchObject([{ kind: "join_request", count: 2 }])
    expect(await listSubjects(owner)).toMatchObject([{ count: 2, member: null }])
    const answerRequest = (member: TestUser, { isApproved }: { isApproved: boolean }) =>
      app.as({ userId: owner.id }).one`
        select decide_join_request(id, ${isApproved}) from team_join_requests where user_id = ${member.id}`
    await answerRequest(fan, { isApproved: true })
    await answerRequest(other, { isApproved: false })
    expect(await listSubjects(owner)).toEqual([])
    expect(await listKinds(fan), "the applicants get the decisions").toEqual(["join_approved"])
    expect(await listKinds(other)).toEqual(["join_declined"])
  })

  test("a former owner does not see requests to the team", async () => {
    await requestToJoin(fan)
    await db.one`update team_members set role = 'admin' where user_id = ${owner.id}`
    expect(await listSubjects(owner)).toEqual([])
  })

  test("removal from a team replaces the notification about the role, and names the team after its deletion", async () => {
    await db.one`insert into team_members (team_id, user_id) values (${team.id}, ${fan.id})`
    const asOwner = app.as({ userId: owner.id })
    await asOwner.one`select set_team_role(${team.id}, ${fan.id}, 'admin')`
    expect(await listKinds(fan)).toEqual(["team_admin"])
    await asOwner.one`select remove_team_member(${team.id}, ${fan.id})`
    expect(await listKinds(fan)).toEqual(["team_removed"])
    const superAdmin = await makeUser(db, { role: "super_admin" })
    await app.as({ userId: superAdmin.id }).one`delete from teams where id = ${team.id}`
    expect(await listSubjects(owner)).toMatchObject([{ team: "Aurora" }])
    expect(await listSubjects(fan), "a former member's notification is hidden").toEqual([])
  })
})

test("the author of an idea is notified of a reply and of a new status", async () => {
  const idea = await makeIdea(db, { authorId: fan.id, title: "A night bus" })
  await db.one`update ideas set title = 'Night bus' where id = ${idea}`
  expect(await listKinds(fan)).toEqual([])
  await db.one`update ideas set reply = 'We will try', status = 'planned' where id = ${idea}`
  expect(await listKinds(fan)).toEqual(["idea_answered"])
  expect(await listSubjects(fan)).toMatchObject([{ title: "Night bus", status: "planned" }])
})

test("members who reported content get the decision, and owners of hidden content are notified", async () => {
  const superAdmin = await makeUser(db, { role: "super_admin" })
  const reportTeam = (member: TestUser) => app.as({ userId: member.id }).one`
    select * from report_content('team', ${team.id}, 'spam', null)`
  await reportTeam(fan)
  expect(await listKinds(superAdmin)).toEqual(["report_received"])
  expect(await countUnread(superAdmin)).toBe(1)
  const decided = await db.one<{ id: string; updated_at: string }>`
    select id, updated_at from report_cases where team_id = ${team.id}`
  await app.as({ userId: superAdmin.id }).one`
    select * from decide_report_case(${decided?.id ?? ""}, 'hide', 'Thank you', null, true, ${decided?.updated_at ?? ""})`
  expect(await listSubjects(fan)).toEqual([{ about: "team", reply: "Thank you" }])
  expect(await listKinds(fan)).toEqual(["report_hidden"])
  expect(await listSubjects(owner)).toEqual([{ about: "team" }])
  expect(await listKinds(owner)).toEqual(["content_hidden"])
})
