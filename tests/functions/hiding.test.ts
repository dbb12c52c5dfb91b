/** What is hidden: out of everything that others read, there for those whose it is, and back when it is shown. */
import sharp from "sharp"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Db } from "../../db/client.ts"
import { contentVersion } from "../../db/queries/content-version.ts"
import { allPublicEvents } from "../../db/queries/events.ts"
import { newsArticles } from "../../db/queries/news.ts"
import { publishedTeamPosts } from "../../db/queries/team-posts.ts"
import { allTeams } from "../../db/queries/teams.ts"
import adminPosts from "../../netlify/functions/admin-posts.ts"
import adminTeams from "../../netlify/functions/admin-teams.ts"
import adminUsers from "../../netlify/functions/admin-users.ts"
import events from "../../netlify/functions/events.ts"
import files from "../../netlify/functions/files.ts"
import profile from "../../netlify/functions/profile.ts"
import teamPosts from "../../netlify/functions/team-posts.ts"
import teams from "../../netlify/functions/teams.ts"
import { storage } from "../blobs.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { makeArticle } from "../factories.ts"
import { type Member, makeMember } from "../members.ts"
import {
  addMember,
  forgetWrites,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  postFields,
  type TestRow,
  type TestTeam,
  teamChange,
} from "../teams.ts"

const { app, owner } = testDatabase()
const db = owner.as(null)
const builds = listenForBuilds()
storage()

const anonymous = openBrowser()
let chief: Member
let boss: Member
let writer: Member
let mate: Member
let stranger: Member
beforeAll(async () => {
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  stranger = await makeMember(db, { displayName: "Stranger" })
})

let team: TestTeam
let post: TestRow
let event: { id: string; slug: string }
beforeEach(async () => {
  await forgetWrites(db)
  await db.one`delete from teams`
  await db.one`delete from news`
  boss = await makeMember(db, { displayName: "Boss" })
  writer = await makeMember(db, { displayName: "Writer" })
  mate = await makeMember(db, { displayName: "Mate" })
  team = await makeTeam(db, { [boss.id]: "owner" }, { name: "Hidden stars", location: "Rīga" })
  await addMember(db, team.id, writer.id, "member")
  await addMember(db, team.id, mate.id, "member")
  post = await makePost(db, team.id, writer.id, { title: "Buy this" })
  event = await makeEvent(db, team.id, { title: "Sale", author: boss.id })
  await makeEvent(db, team.id, { title: "Practice", type: "team" })
  builds.calls.length = 0
})

const hideTeam = (is_hidden: boolean) =>
  chief.browser.call(adminTeams, "PUT", `/api/admin/teams/${team.id}/hidden`, { is_hidden })
const hideProfile = (id: string, is_hidden: boolean) =>
  chief.browser.call(adminUsers, "PUT", `/api/admin/users/${id}/hidden`, { is_hidden })
/** As a decision on a report does. */
const hidePost = () =>
  db.one`update team_posts set is_published = false, hidden_at = now() where id = ${post.id}`

const statusOf = async (browser: TestBrowser, handler: typeof teams, path: string) =>
  (await browser.call(handler, "GET", path)).status

/** Everything that a build and the public lists read, as one text. */
async function readBy(viewer: Db): Promise<string> {
  return JSON.stringify(
    await Promise.all([
      allTeams(viewer),
      publishedTeamPosts(viewer),
      allPublicEvents(viewer),
      newsArticles(viewer),
      viewer.many`select name from teams`,
      viewer.many`select title from team_posts`,
      viewer.many`select title from events`,
      viewer.many`select * from team_page('', null, null, null, 1000)`,
      viewer.many`select * from team_page('hidden', null, null, null, 1000)`,
      viewer.many`select * from team_members_safe(${team.id})`,
      viewer.many`select public_display_name(${writer.id})`,
      viewer.many`select * from get_public_profile_safe(${writer.id})`,
    ]),
  )
}

async function readByApi(browser: TestBrowser): Promise<string> {
  const lists: [typeof teams, string][] = [
    [teams, "/api/teams"],
    [teams, "/api/teams?search=hidden"],
    [teams, "/api/teams?search=riga"],
    [teamPosts, "/api/team-posts?limit=6"],
    [events, "/api/events?scope=public"],
    [events, "/api/events"],
    [events, `/api/events?team=${team.slug}`],
  ]
  const answers = await Promise.all(
    lists.map(([handler, path]) => browser.call(handler, "GET", path)),
  )
  return answers.map(({ text }) => text).join("\n")
}

describe("a team", () => {
  const OF_TEAM = /Hidden stars|Buy this|Sale|Practice/
  const pages = (): [typeof teams, string][] => [
    [teams, `/api/teams/${team.slug}`],
    [teams, `/api/teams/${team.slug}/members`],
    [teamPosts, `/api/teams/${team.slug}/posts`],
    [events, `/api/events/${event.slug}`],
  ]

  test("is in nothing that strangers or a build read, with posts, events and members; shown, it is back", async () => {
    const strangers = () => [app.as(null), app.as({ userId: stranger.id })]
    for (const viewer of strangers()) expect(await readBy(viewer)).toMatch(OF_TEAM)
    expect((await hideTeam(true)).status).toBe(200)
    for (const viewer of strangers()) {
      const read = await readBy(viewer)
      expect(read).not.toMatch(OF_TEAM)
      expect(read).not.toContain(team.id)
    }
    for (const browser of [anonymous, stranger.browser]) {
      expect(await readByApi(browser)).not.toMatch(OF_TEAM)
      for (const [handler, path] of pages())
        expect(await statusOf(browser, handler, path)).toBe(404)
    }
    expect((await hideTeam(false)).status).toBe(200)
    for (const viewer of strangers()) expect(await readBy(viewer)).toMatch(OF_TEAM)
    expect(await readByApi(anonymous)).toMatch(/Hidden stars.*\n.*Hidden stars.*\n.*Hidden stars/)
    for (const [handler, path] of pages())
      expect(await statusOf(anonymous, handler, path)).toBe(200)
  })

  test.each(["boss", "mate", "chief"] as const)(
    "goes on for those in it and for super admins: %s",
    async (who) => {
      await hideTeam(true)
      const { browser } = { boss, mate, chief }[who]
      const { status, json } = await browser.call(teams, "GET", `/api/teams/${team.slug}`)
      expect([status, json["is_hidden"]]).toEqual([200, true])
      const posts = await browser.call(teamPosts, "GET", `/api/teams/${team.slug}/posts`)
      expect(posts.json["posts"]).toMatchObject([{ title: "Buy this", is_hidden: false }])
      const calendar = await browser.call(events, "GET", `/api/events?team=${team.slug}`)
      expect(calendar.text).toContain("Sale")
      expect(calendar.text).toContain("Practice")
      if (who === "chief") return
      const mine = await browser.call(teams, "GET", "/api/teams/mine")
      expect(mine.json["teams"]).toMatchObject([{ name: "Hidden stars", is_hidden: true }])
    },
  )

  test("is edited by its owner as before, who cannot show it again", async () => {
    await hideTeam(true)
    const path = `/api/teams/${team.slug}`
    const { json } = await boss.browser.call(teams, "GET", path)
    const body = {
      ...teamChange,
      slug: team.slug,
      updated_at: json["updated_at"],
      is_hidden: false,
    }
    const saved = await boss.browser.call(teams, "PATCH", path, body)
    expect([saved.status, saved.json["name"], saved.json["is_hidden"]]).toEqual([
      200,
      teamChange.name,
      true,
    ])
    const byHand = app.as({ userId: boss.id })
      .many`update teams set hidden_at = null where id = ${team.id}`
    await expect(byHand).rejects.toMatchObject({ code: "42501" })
  })

  test("nobody asks to join, not even its owner's friend with an old page", async () => {
    await hideTeam(true)
    for (const { browser } of [stranger, chief]) {
      const { status, json } = await browser.call(
        teams,
        "POST",
        `/api/teams/${team.slug}/join-requests`,
        {},
      )
      expect([status, json["code"]]).toEqual([404, "not_found"])
    }
    const byHand = await app.as({ userId: stranger.id })
      .one`select outcome from ask_to_join(${team.id}, null)`
    expect(byHand).toEqual({ outcome: "not_found" })
  })

  test("whoever has asked before can take that back", async () => {
    const id = await makeRequest(db, team.id, stranger.id)
    await hideTeam(true)
    const mine = await stranger.browser.call(teams, "GET", "/api/teams/mine")
    expect(mine.json["requests"]).toEqual([])
    const gone = await app.as({ userId: stranger.id })
      .many`delete from team_join_requests where id = ${id} returning id`
    expect(gone).toHaveLength(1)
  })

  test("a former member sees none of it, not even their own post", async () => {
    await hideTeam(true)
    await db.one`delete from team_members where user_id = ${writer.id}`
    const path = `/api/teams/${team.slug}`
    expect(await statusOf(writer.browser, teams, path)).toBe(404)
    expect(await statusOf(writer.browser, teamPosts, `${path}/posts`)).toBe(404)
    expect(await readByApi(writer.browser)).not.toMatch(OF_TEAM)
  })

  test("hiding and showing raise the content version, ask for a build, and stand in the log; twice is once", async () => {
    for (const is_hidden of [true, false]) {
      const before = await contentVersion(db)
      const first = await hideTeam(is_hidden)
      expect(first.json).toMatchObject({ id: team.id, is_hidden })
      const after = await contentVersion(db)
      expect(after).toBeGreaterThan(before)
      expect((await hideTeam(is_hidden)).status).toBe(200)
      expect(await contentVersion(db)).toBe(after)
    }
    expect(builds.calls.length).toBeGreaterThanOrEqual(2)
    const log = await db.many`
      select actor_id, (before ->> 'hidden_at') is null as shown_before from audit_log
      where target_id = ${team.id} and action = 'teams.update' order by id`
    expect(log).toEqual([
      { actor_id: chief.id, shown_before: true },
      { actor_id: chief.id, shown_before: false },
    ])
  })

  test("of nobody's is not there", async () => {
    team = { ...team, id: crypto.randomUUID() }
    expect((await hideTeam(true)).status).toBe(404)
  })

  test("stands in the admin area's list of hidden ones", async () => {
    await hideTeam(true)
    const { json } = await chief.browser.call(adminTeams, "GET", "/api/admin/teams?filter=hidden")
    expect([json["teams"]].flat().map((row) => Object(row).id)).toContain(team.id)
    expect([json["teams"]].flat().every((row) => Object(row).is_hidden)).toBe(true)
  })
})

describe("a post", () => {
  const path = () => `/api/posts/${post.id}`
  const save = async (browser: TestBrowser, is_published: boolean) => {
    const row = await db.one<TestRow>`select id, updated_at from team_posts where id = ${post.id}`
    const body = { ...postFields, title: "Better", is_published, updated_at: row?.updated_at }
    return browser.call(teamPosts, "PATCH", path(), body)
  }
  const act = (name: string) =>
    chief.browser.call(adminPosts, "POST", "/api/admin/posts/act", { ids: [post.id], act: name })

  test("is public nowhere; its author and who manages the team see that it is hidden", async () => {
    await hidePost()
    for (const viewer of [null, { userId: stranger.id }, { userId: mate.id }]) {
      expect(await readBy(app.as(viewer))).not.toContain("Buy this")
    }
    expect(await readByApi(anonymous)).not.toContain("Buy this")
    for (const { browser } of [writer, boss, chief]) {
      const blog = await browser.call(teamPosts, "GET", `/api/teams/${team.slug}/posts`)
      expect(blog.json["posts"]).toMatchObject([
        { id: post.id, is_hidden: true, is_published: false },
      ])
    }
    const blog = await mate.browser.call(teamPosts, "GET", `/api/teams/${team.slug}/posts`)
    expect(blog.json["posts"]).toEqual([])
  })

  test.each(["writer", "boss"] as const)("%s may change it, but not publish it", async (who) => {
    await hidePost()
    const { browser } = { writer, boss }[who]
    const refused = await save(browser, true)
    expect([refused.status, refused.json["code"]]).toEqual([409, "hidden_by_admins"])
    const saved = await save(browser, false)
    expect(saved.status).toBe(200)
    expect(saved.json).toMatchObject({ title: "Better", is_hidden: true, is_published: false })
    const { id } = { writer, boss }[who]
    const byHand = app.as({ userId: id }).many`
      update team_posts set is_published = true where id = ${post.id}`
    await expect(byHand).rejects.toMatchObject({ code: "DA423" })
    const unhide = app.as({ userId: id }).many`
      update team_posts set hidden_at = null where id = ${post.id}`
    await expect(unhide).rejects.toMatchObject({ code: "42501" })
    expect(await readByApi(anonymous)).not.toMatch(/Buy this|Better/)
  })

  test.each(["in the admin area", "in the team's blog"])(
    "published by a super admin %s, it is shown again, and its author's",
    async (where) => {
      await hidePost()
      const before = await contentVersion(db)
      const answer =
        where === "in the admin area" ? await act("publish") : await save(chief.browser, true)
      expect(answer.status).toBe(200)
      expect(await contentVersion(db)).toBeGreaterThan(before)
      expect(await readByApi(anonymous)).toMatch(/Buy this|Better/)
      expect((await save(writer.browser, false)).status).toBe(200)
      expect((await save(writer.browser, true)).status).toBe(200)
    },
  )

  test("hidden in the admin area's list is hidden as well", async () => {
    await act("hide")
    const refused = await save(writer.browser, true)
    expect([refused.status, refused.json["code"]]).toEqual([409, "hidden_by_admins"])
    await act("publish")
    expect((await save(writer.browser, true)).status).toBe(200)
  })

  test("a draft has nothing to hide, and stays its author's", async () => {
    await save(writer.browser, false)
    await act("hide")
    expect((await save(writer.browser, true)).status).toBe(200)
  })

  test("stands in the admin area's list of hidden ones", async () => {
    await hidePost()
    const { json } = await chief.browser.call(adminPosts, "GET", "/api/admin/posts?filter=hidden")
    expect(json["posts"]).toContainEqual(expect.objectContaining({ id: post.id, is_hidden: true }))
  })

  test("hidden and published at once there is none", async () => {
    await expect(
      db.one`update team_posts set hidden_at = now() where id = ${post.id}`,
    ).rejects.toMatchObject({ code: "23514" })
  })
})

describe("a profile", () => {
  const NAMES = /Writer/
  const see = (browser: TestBrowser) => browser.call(profile, "GET", `/api/profiles/${writer.id}`)

  test("is in nothing that others read, with its name and picture; shown, it is back", async () => {
    await makeArticle(db, { authorId: writer.id, title: "An article" })
    const members = () => anonymous.call(teams, "GET", `/api/teams/${team.slug}/members`)
    expect(await readBy(app.as(null))).toMatch(NAMES)
    expect((await hideProfile(writer.id, true)).status).toBe(204)
    for (const viewer of [null, { userId: stranger.id }, { userId: boss.id }]) {
      expect(await readBy(app.as(viewer))).not.toMatch(NAMES)
    }
    for (const browser of [anonymous, stranger.browser, boss.browser]) {
      expect((await see(browser)).status).toBe(404)
    }
    expect((await members()).json["members"]).toContainEqual(
      expect.objectContaining({ user_id: writer.id, display_name: null, avatar_url: null }),
    )
    // What they wrote stays.
    expect(await readByApi(anonymous)).toContain("Buy this")
    expect((await hideProfile(writer.id, false)).status).toBe(204)
    expect((await members()).text).toMatch(NAMES)
    expect((await see(stranger.browser)).status).toBe(200)
  })

  test("its member and super admins see it, and that it is hidden; the member goes on", async () => {
    await hideProfile(writer.id, true)
    for (const browser of [writer.browser, chief.browser]) {
      const { status, json } = await see(browser)
      expect([status, json["display_name"], json["is_hidden"]]).toEqual([200, "Writer", true])
    }
    const own = await writer.browser.call(profile, "GET", "/api/profile")
    expect(own.json).toMatchObject({ display_name: "Writer", is_hidden: true })
    const body = { display_name: "Nicer", bio: "New." }
    const saved = await writer.browser.call(profile, "PATCH", "/api/profile", body)
    expect([saved.status, saved.json["display_name"], saved.json["is_hidden"]]).toEqual([
      200,
      "Nicer",
      true,
    ])
    expect((await see(stranger.browser)).status).toBe(404)
    const byHand = app.as({ userId: writer.id }).many`update profiles set hidden_at = null`
    await expect(byHand).rejects.toMatchObject({ code: "42501" })
  })

  test("asks to join without a name: the owner does not read it either", async () => {
    const other = await makeTeam(db, { [boss.id]: "owner" })
    await hideProfile(writer.id, true)
    await makeRequest(db, other.id, writer.id)
    const { text } = await boss.browser.call(teams, "GET", `/api/teams/${other.slug}/join-requests`)
    expect(text).toContain(writer.id)
    expect(text).not.toMatch(NAMES)
  })

  test("its picture is not at the known address any more", async () => {
    const bytes = await sharp({
      create: { width: 9, height: 9, channels: 3, background: "#ff5a7d" },
    })
      .png()
      .toBuffer()
    const type = { "content-type": "image/png" }
    const sent = await writer.browser.call(profile, "PUT", "/api/profile/avatar", bytes, type)
    const known = String(sent.json["avatar_url"])
    await writer.browser.call(profile, "PATCH", "/api/profile", {
      display_name: "Writer",
      avatar_url: known,
    })
    expect(await statusOf(anonymous, files, known)).toBe(200)
    await hideProfile(writer.id, true)
    await chief.browser.afterwards()
    expect(await statusOf(anonymous, files, known)).toBe(404)
    const { json } = await writer.browser.call(profile, "GET", "/api/profile")
    expect(json["avatar_url"]).not.toBe(known)
    expect(await statusOf(writer.browser, files, String(json["avatar_url"]))).toBe(200)
  })

  test("of an author raises the content version; of somebody who wrote nothing does not", async () => {
    const versions: number[] = []
    for (const id of [writer.id, stranger.id]) {
      for (const hides of [true, false]) {
        const before = await contentVersion(db)
        await hideProfile(id, hides)
        versions.push((await contentVersion(db)) - before)
      }
    }
    expect(versions).toEqual([1, 1, 0, 0])
    expect(builds.calls).toHaveLength(2)
    const log = await db.many`
      select actor_id, action from audit_log where target_id = ${writer.id} order by id`
    expect(log).toEqual([
      { actor_id: chief.id, action: "profiles.hide" },
      { actor_id: chief.id, action: "profiles.show" },
    ])
  })

  test.each<[string, () => string, number, string]>([
    ["a super admin's own", () => chief.id, 409, "is_super_admin"],
    ["of somebody without one", () => crypto.randomUUID(), 404, "not_found"],
    ["of no id", () => "me", 422, "invalid"],
  ])("%s is not hidden", async (_what, id, status, code) => {
    const answer = await hideProfile(id(), true)
    expect([answer.status, answer.json["code"]]).toEqual([status, code])
  })

  test("stands in the admin area's list of hidden ones", async () => {
    await hideProfile(writer.id, true)
    const { json } = await chief.browser.call(adminUsers, "GET", "/api/admin/users?filter=hidden")
    expect(json["users"]).toContainEqual(
      expect.objectContaining({ id: writer.id, is_hidden: true }),
    )
  })
})
