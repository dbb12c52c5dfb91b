/** Tests that opening a page marks the notifications about its content as read. */
import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { expectErrors, getRows, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { getDayFromNow, makeRelease } from "../../support/people/releases.ts"
import { makeEvent, makePost, makeTeam, type TestTeam } from "../../support/people/teams.ts"

const { db, app, clear } = await openTestDatabase()

let owner: Member
let fan: Member
let team: TestTeam
beforeEach(async () => {
  await clear("notifications", "follows")
  owner = await makeMember(db, { displayName: "Owner" })
  fan = await makeMember(db, { displayName: "Fan" })
  team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Aurora" })
  await db.one`insert into follows (user_id, team_id) values (${fan.id}, ${team.id})`
})

/** Reports that the member has opened a part of a page (such as its comments) with the content of these ids. */
const reportOpened = ({ browser }: Pick<Member, "browser">, part: string, ...ids: unknown[]) =>
  browser.send("PUT", "/api/notifications/opened", { part, ids })
const listNotifications = async ({ browser }: Member) =>
  getRows(await browser.get("/api/notifications"), "notifications")
const listUnreadKinds = async (member: Member) =>
  (await listNotifications(member)).filter((row) => row["is_unread"]).map(({ kind }) => kind)

test("a team's notification leaves out opened posts, and is read after its last post was opened", async () => {
  const posts = []
  for (const title of ["One", "Two", "Three"])
    posts.push(await makePost(db, team.id, owner.id, { title }))
  const [firstPost, secondPost, thirdPost] = posts
  expect((await reportOpened(fan, "content", secondPost?.id)).json).toEqual({ unread: 1 })
  expect(await listNotifications(fan)).toMatchObject([
    { is_unread: true, subject: { count: 2, title: "Three" } },
  ])
  expect((await reportOpened(fan, "content", secondPost?.id)).json).toEqual({ unread: 1 })
  await reportOpened(fan, "content", thirdPost?.id)
  expect(await listNotifications(fan)).toMatchObject([
    { is_unread: true, subject: { count: 1, title: "One" } },
  ])
  await makePost(db, team.id, owner.id, { title: "Four" })
  expect(await listNotifications(fan)).toMatchObject([{ subject: { count: 2, title: "Four" } }])
  const unreadPosts = await db.value<string[]>`
    select things[1:2] from notifications where user_id = ${fan.id}`
  expect((await reportOpened(fan, "content", ...(unreadPosts ?? []))).json).toEqual({ unread: 0 })
  expect(await listUnreadKinds(fan)).toEqual([])
  await db.one`update team_posts set is_published = false where id = ${String(firstPost?.id)}`
  await db.one`update team_posts set is_published = true where id = ${String(firstPost?.id)}`
  expect(await listUnreadKinds(fan), "after a post is published again").toEqual([])
})

test("opening an event marks its notifications as read, except the notification of comments", async () => {
  const event = await makeEvent(db, team.id, { author: owner.id })
  await db.one`
    insert into event_signups (event_id, user_id, status) values (${event.id}, ${fan.id}, 'going')`
  await db.one`update events set location = 'Tartu' where id = ${event.id}`
  await db.one`update events set user_id = ${fan.id} where id = ${event.id}`
  await owner.browser.send("POST", `/api/comments/${event.id}`, {
    id: randomUUID(),
    body: "So good",
  })
  expect((await listUnreadKinds(fan)).sort()).toEqual(["comment", "event_changed", "new_event"])
  expect((await reportOpened(fan, "content", event.id)).json).toEqual({ unread: 1 })
  expect(await listUnreadKinds(fan)).toEqual(["comment"])
  expect((await reportOpened(fan, "comments", event.id)).json).toEqual({ unread: 0 })
})

test("opening a join request or the team marks the notification about it as read", async () => {
  await app.as({ userId: fan.id }).one`select outcome from request_to_join(${team.id}, 'Let me in')`
  const id = await db.value<string>`select id from team_join_requests where user_id = ${fan.id}`
  expect(await listUnreadKinds(owner)).toEqual(["join_request"])
  await reportOpened(owner, "requests", randomUUID())
  expect(await listUnreadKinds(owner)).toEqual(["join_request"])
  await reportOpened(owner, "requests", id)
  expect(await listUnreadKinds(owner)).toEqual([])
  await owner.browser.send("PATCH", `/api/join-requests/${id}`, { status: "approved" })
  expect(await listUnreadKinds(fan)).toEqual(["join_approved"])
  await reportOpened(fan, "team", team.id)
  expect(await listUnreadKinds(fan)).toEqual([])
})

describe("the page of an artist", () => {
  let artist: string
  beforeEach(async () => {
    await clear("artists")
    artist = await insertArtist("IVE")
  })
  const insertArtist = async (name: string) =>
    (await db.value<string>`
      insert into artists (slug, name) values (lower(${name}), ${name}) returning id`) ?? ""
  const follow = ({ id }: Member, artistId: string) =>
    db.one`insert into follows (user_id, artist_id) values (${id}, ${artistId})`

  test("the page of an artist marks notifications about the artist's releases as read", async () => {
    const friend = await makeMember(db, { displayName: "Friend" })
    await follow(fan, artist)
    await follow(friend, artist)
    const releases = [
      await makeRelease(db, artist),
      await makeRelease(db, artist, { title: "Another song" }),
    ]
    expect(await listUnreadKinds(fan)).toEqual(["release_added", "release_added"])
    expect((await reportOpened(fan, "releases", ...releases)).json).toEqual({ unread: 0 })
    expect(await listUnreadKinds(fan)).toEqual([])
    expect(await listUnreadKinds(friend)).toEqual(["release_added", "release_added"])
  })

  test("the page of an artist leaves notifications about other artists and about teams unread", async () => {
    const other = await insertArtist("ITZY")
    await follow(fan, artist)
    await follow(fan, other)
    const release = await makeRelease(db, artist)
    await makeRelease(db, other)
    const post = await makePost(db, team.id, owner.id)
    await reportOpened(fan, "content", release)
    await reportOpened(fan, "releases", String(post.id))
    expect(await listUnreadKinds(fan)).toHaveLength(3)
    expect((await reportOpened(fan, "releases", release)).json).toEqual({ unread: 2 })
    expect((await listUnreadKinds(fan)).sort()).toEqual(["release_added", "team_post"])
  })

  test("if a release gets a new date after its page was opened, its notification becomes unread", async () => {
    await follow(fan, artist)
    const release = await makeRelease(db, artist)
    await reportOpened(fan, "releases", release)
    // Makes the release older than an hour, because a new date within the first hour causes no notification.
    await db.one`update releases set created_at = now() - interval '2 hours' where id = ${release}`
    await db.one`update releases set release_date = ${getDayFromNow(20)} where id = ${release}`
    expect(await listUnreadKinds(fan)).toEqual(["release_moved"])
  })
})

describe("the report of an opened page", () => {
  test("opening a page leaves notifications of other members and about other content unread", async () => {
    const post = await makePost(db, team.id, owner.id)
    await reportOpened(owner, "content", post.id)
    await reportOpened(fan, "comments", post.id)
    await reportOpened(fan, "content", randomUUID())
    expect(await listUnreadKinds(fan)).toEqual(["team_post"])
  })

  test("visitors and invalid bodies are refused", async () => {
    const id = randomUUID()
    expect(getStatusAndCode(await reportOpened({ browser: openBrowser() }, "content", id))).toEqual(
      [401, "sign_in_required"],
    )
    expectErrors(await reportOpened(fan, "everything", id), { part: "invalid" })
    expect((await reportOpened(fan, "content")).status).toBe(422)
    expect((await reportOpened(fan, "content", "1")).status).toBe(422)
  })

  test("a new post that appears while another post is opened stays unread", async () => {
    const first = await makePost(db, team.id, owner.id, { title: "First" })
    await Promise.all([
      reportOpened(fan, "content", first.id),
      makePost(db, team.id, owner.id, { title: "Second" }),
    ])
    expect(await listNotifications(fan)).toMatchObject([
      { is_unread: true, subject: { count: 1, title: "Second" } },
    ])
  })
})
