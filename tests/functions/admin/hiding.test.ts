import { beforeEach, describe, expect, test } from "vitest"
import type { Db } from "../../../db/client.ts"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { listPublicEvents } from "../../../db/queries/events.ts"
import { listPublishedTeamPosts } from "../../../db/queries/team-posts.ts"
import { listAllTeams } from "../../../db/queries/teams.ts"
import { readVersions } from "../../../src/content/news-versions.ts"
import {
  getRows,
  getStatusAndCode,
  openBrowser,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { DENIED } from "../../support/people/rights.ts"
import {
  addMember,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  postFields,
  type TestRow,
  type TestTeam,
  teamChange,
} from "../../support/people/teams.ts"
import { makeSmallPng } from "../../support/pictures.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, app, clear } = await openTestDatabase()
const builds = startBuildHook()
startStorage()

const anonymous = openBrowser()
let owner: Member
let writer: Member
let teammate: Member
const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
const outsider = await makeMember(db, { displayName: "Outsider" })

let team: TestTeam
let post: TestRow
let event: { id: string; slug: string }
beforeEach(async () => {
  await clear("teams", "news")
  owner = await makeMember(db, { displayName: "Boss" })
  writer = await makeMember(db, { displayName: "Writer" })
  teammate = await makeMember(db, { displayName: "Mate" })
  team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Hidden stars", location: "Rīga" })
  await addMember(db, team.id, writer.id, "member")
  await addMember(db, team.id, teammate.id, "member")
  post = await makePost(db, team.id, writer.id, { title: "Buy this" })
  event = await makeEvent(db, team.id, { title: "Sale", author: owner.id })
  await makeEvent(db, team.id, { title: "Practice", type: "team" })
})

const setTeamHidden = (is_hidden: boolean) =>
  superAdmin.browser.send("PUT", `/api/admin/teams/${team.id}/hidden`, { is_hidden })
const hideTeam = () => setTeamHidden(true)
const setProfileHidden = (id: string, is_hidden: boolean) =>
  superAdmin.browser.send("PUT", `/api/admin/users/${id}/hidden`, { is_hidden })
const hideProfile = (id: string) => setProfileHidden(id, true)
const hidePost = () =>
  db.one`update team_posts set is_published = false, hidden_at = now() where id = ${post.id}`

const getStatus = async (browser: TestBrowser, path: string) => (await browser.get(path)).status

/** Returns all content of the test that a viewer can read, as one text: lists, rows, and the writer's profile. */
async function readBy(viewer: Db): Promise<string> {
  return JSON.stringify(
    await Promise.all([
      listAllTeams(viewer),
      listPublishedTeamPosts(viewer),
      listPublicEvents(viewer),
      readVersions(viewer),
      viewer.many`select name from teams`,
      viewer.many`select title from team_posts`,
      viewer.many`select title from events`,
      viewer.many`select * from list_team_members(${team.id})`,
      viewer.many`select get_name_for_viewer(${writer.id})`,
      viewer.many`select * from get_visible_profile(${writer.id})`,
    ]),
  )
}

async function readByApi(browser: TestBrowser): Promise<string> {
  const lists = [
    "teams",
    "teams?search=hidden",
    "teams?search=riga",
    "team-posts?limit=6",
    "events?scope=public",
    "events",
    `events?team=${team.slug}`,
  ]
  const texts = lists.map(async (list) => (await browser.get(`/api/${list}`)).text)
  return (await Promise.all(texts)).join("\n")
}

describe("teams", () => {
  const TEXTS_OF_TEAM = /Hidden stars|Buy this|Sale|Practice/
  const listPages = () => [
    `/api/teams/${team.slug}`,
    `/api/teams/${team.slug}/members`,
    `/api/teams/${team.slug}/posts`,
    `/api/events/${event.slug}`,
  ]
  const expectPages = async (browser: TestBrowser, status: number) => {
    for (const path of listPages()) {
      expect(await getStatus(browser, path), path).toBe(status)
    }
  }

  test("visitors and outsiders find neither a hidden team nor its posts, events or members", async () => {
    const listOutsiders = () => [app.as(null), app.as({ userId: outsider.id })]
    for (const viewer of listOutsiders()) expect(await readBy(viewer)).toMatch(TEXTS_OF_TEAM)
    expect((await hideTeam()).status).toBe(200)
    for (const viewer of listOutsiders()) {
      const publicText = await readBy(viewer)
      expect(publicText).not.toMatch(TEXTS_OF_TEAM)
      expect(publicText).not.toContain(team.id)
    }
    for (const browser of [anonymous, outsider.browser]) {
      expect(await readByApi(browser)).not.toMatch(TEXTS_OF_TEAM)
      await expectPages(browser, 404)
    }
    expect((await setTeamHidden(false)).status).toBe(200)
    for (const viewer of listOutsiders()) expect(await readBy(viewer)).toMatch(TEXTS_OF_TEAM)
    expect(await readByApi(anonymous), "three lists name the team").toMatch(
      /Hidden stars.*\n.*Hidden stars.*\n.*Hidden stars/,
    )
    await expectPages(anonymous, 200)
  })

  test.each(["owner", "teammate", "superAdmin"] as const)(
    "a hidden team and its content are still visible to the %s",
    async (name) => {
      await hideTeam()
      const { browser } = { owner, teammate, superAdmin }[name]
      const [teamPage, membersPage, postsPage, eventPage] = await Promise.all(
        listPages().map((path) => browser.get(path)),
      )
      expect([teamPage?.status, teamPage?.json["is_hidden"]]).toEqual([200, true])
      expect(membersPage?.json["members"]).toMatchObject([{ user_id: owner.id }, {}, {}])
      expect(postsPage?.json["posts"]).toMatchObject([{ title: "Buy this", is_hidden: false }])
      expect([eventPage?.status, eventPage?.json["title"]]).toEqual([200, "Sale"])
      expect(eventPage?.headers.get("cache-control")).toBe("private, no-store")
      const calendar = await browser.get(`/api/events?team=${team.slug}`)
      expect(calendar.text).toMatch(/Sale.*Practice|Practice.*Sale/)
      if (name === "superAdmin") return
      const ownTeams = await browser.get("/api/teams/mine")
      expect(ownTeams.json["teams"]).toMatchObject([{ name: "Hidden stars", is_hidden: true }])
    },
  )

  test("the owner can edit a hidden team but not unhide it", async () => {
    await hideTeam()
    const path = `/api/teams/${team.slug}`
    const { updated_at } = (await owner.browser.get(path)).json
    const body = { ...teamChange, slug: team.slug, updated_at, is_hidden: false }
    const saved = await owner.browser.send("PATCH", path, body)
    expect(saved.json).toMatchObject({ name: teamChange.name, is_hidden: true })
  })

  test("a former member sees neither a hidden team nor their own post in the team", async () => {
    await hideTeam()
    await db.one`delete from team_members where user_id = ${writer.id}`
    await expectPages(writer.browser, 404)
    expect(await readByApi(writer.browser)).not.toMatch(TEXTS_OF_TEAM)
  })

  test("hiding or showing a team raises the content version, requests a build and is logged once", async () => {
    for (const is_hidden of [true, false]) {
      const before = await getContentVersion(db)
      expect((await setTeamHidden(is_hidden)).json).toMatchObject({ id: team.id, is_hidden })
      const after = await getContentVersion(db)
      expect(after).toBeGreaterThan(before)
      expect((await setTeamHidden(is_hidden)).status).toBe(200)
      expect(await getContentVersion(db)).toBe(after)
    }
    expect(builds.calls.length).toBeGreaterThanOrEqual(2)
    const log = await db.many`
      select actor_id, (before ->> 'hidden_at') is null as shown_before from audit_log
      where target_id = ${team.id} and action = 'teams.update' order by id`
    expect(log).toEqual([
      { actor_id: superAdmin.id, shown_before: true },
      { actor_id: superAdmin.id, shown_before: false },
    ])
  })
})

describe("posts", () => {
  const save = async ({ browser }: Member, fields: { is_published: boolean }) => {
    const row = await db.one<TestRow>`select id, updated_at from team_posts where id = ${post.id}`
    const body = { ...postFields, title: "Better", ...fields, updated_at: row?.updated_at }
    return browser.send("PATCH", `/api/posts/${post.id}`, body)
  }
  const sendAction = (action: string) => {
    const body = { ids: [post.id], action }
    return superAdmin.browser.send("POST", "/api/admin/posts/action", body)
  }
  const getBlogSeenBy = async ({ browser }: Member) =>
    getRows(await browser.get(`/api/teams/${team.slug}/posts`), "posts")
  const HIDDEN_BY_ADMINS = [409, "hidden_by_admins"]

  test("only the author, the team's owner and super admins see a hidden post, marked as hidden", async () => {
    await hidePost()
    for (const viewer of [null, { userId: outsider.id }, { userId: teammate.id }]) {
      expect(await readBy(app.as(viewer))).not.toContain("Buy this")
    }
    expect(await readByApi(anonymous)).not.toContain("Buy this")
    for (const viewer of [writer, owner, superAdmin]) {
      const hidden = { id: post.id, is_hidden: true, is_published: false }
      expect(await getBlogSeenBy(viewer)).toMatchObject([hidden])
    }
    expect(await getBlogSeenBy(teammate)).toEqual([])
  })

  test.each(["writer", "owner"] as const)(
    "the %s can change a hidden post but not publish it",
    async (name) => {
      await hidePost()
      const member = { writer, owner }[name]
      expect(getStatusAndCode(await save(member, { is_published: true }))).toEqual(HIDDEN_BY_ADMINS)
      const saved = await save(member, { is_published: false })
      expect(saved.json).toMatchObject({ title: "Better", is_hidden: true, is_published: false })
      const unhide = app.as({ userId: member.id }).many`
      update team_posts set hidden_at = null where id = ${post.id}`
      await expect(unhide).rejects.toMatchObject({ code: DENIED })
      expect(await readByApi(anonymous)).not.toMatch(/Buy this|Better/)
    },
  )

  test.each(["in the admin area", "in the team's blog"])(
    "the author may publish a hidden post again after a super admin has published it %s",
    async (where) => {
      await sendAction("hide")
      expect(getStatusAndCode(await save(writer, { is_published: true }))).toEqual(HIDDEN_BY_ADMINS)
      const before = await getContentVersion(db)
      const response =
        where === "in the admin area"
          ? await sendAction("publish")
          : await save(superAdmin, { is_published: true })
      expect(response.status).toBe(200)
      expect(await getContentVersion(db)).toBeGreaterThan(before)
      expect(await readByApi(anonymous)).toMatch(/Buy this|Better/)
      for (const is_published of [false, true]) {
        expect((await save(writer, { is_published })).status).toBe(200)
      }
    },
  )

  test("the database refuses to hide a post that stays published", async () => {
    const hidingPublishedPost = db.one`update team_posts set hidden_at = now() where id = ${post.id}`
    // SQLSTATE of a check violation.
    await expect(hidingPublishedPost).rejects.toMatchObject({ code: "23514" })
  })

  test("hiding a draft does not prevent its author from publishing it", async () => {
    await save(writer, { is_published: false })
    await sendAction("hide")
    expect((await save(writer, { is_published: true })).status).toBe(200)
  })
})

describe("profiles", () => {
  const getProfile = ({ browser }: { browser: TestBrowser }) =>
    browser.get(`/api/profiles/${writer.id}`)
  const save = (body: object) =>
    writer.browser.send("PATCH", "/api/profile", { display_name: "Writer", ...body })

  test("visitors and other members find neither the page nor the name of a hidden profile", async () => {
    await makeArticle(db, { authorId: writer.id, title: "An article" })
    const getMembers = () => anonymous.get(`/api/teams/${team.slug}/members`)
    expect(await readBy(app.as(null))).toMatch(/Writer/)
    expect((await hideProfile(writer.id)).status).toBe(204)
    for (const viewer of [null, { userId: outsider.id }, { userId: owner.id }]) {
      expect(await readBy(app.as(viewer))).not.toMatch(/Writer/)
    }
    for (const viewer of [{ browser: anonymous }, outsider, owner]) {
      expect((await getProfile(viewer)).status).toBe(404)
    }
    const rowWithoutName = { user_id: writer.id, display_name: null, avatar_url: null }
    expect((await getMembers()).json["members"]).toContainEqual(
      expect.objectContaining(rowWithoutName),
    )
    expect(await readByApi(anonymous)).toContain("Buy this")
    expect((await setProfileHidden(writer.id, false)).status).toBe(204)
    expect((await getMembers()).text).toMatch(/Writer/)
    expect((await getProfile(outsider)).status).toBe(200)
  })

  test("a member with a hidden profile sees that it is hidden, and can edit but not unhide it", async () => {
    await hideProfile(writer.id)
    const hidden = { display_name: "Writer", is_hidden: true }
    for (const viewer of [writer, superAdmin])
      expect((await getProfile(viewer)).json).toMatchObject(hidden)
    const ownProfile = await writer.browser.get("/api/profile")
    expect(ownProfile.json).toMatchObject(hidden)
    const saved = await save({ display_name: "Nicer" })
    expect(saved.json).toMatchObject({ display_name: "Nicer", is_hidden: true })
    expect((await getProfile(outsider)).status).toBe(404)
    const unhide = app.as({ userId: writer.id }).many`update profiles set hidden_at = null`
    await expect(unhide).rejects.toMatchObject({ code: DENIED })
  })

  test("a join request does not contain the name of a member with a hidden profile", async () => {
    const other = await makeTeam(db, { [owner.id]: "owner" })
    await hideProfile(writer.id)
    await makeRequest(db, other.id, writer.id)
    const { text } = await owner.browser.get(`/api/teams/${other.slug}/join-requests`)
    expect(text).toContain(writer.id)
    expect(text).not.toMatch(/Writer/)
  })

  test("the picture of a hidden profile gets another URL", async () => {
    const headers = { "content-type": "image/png" }
    const bytes = await makeSmallPng()
    const uploadResponse = await writer.browser.send("PUT", "/api/profile/avatar", bytes, headers)
    const oldUrl = String(uploadResponse.json["avatar_url"])
    await save({ avatar_url: oldUrl })
    expect(await getStatus(anonymous, oldUrl)).toBe(200)
    await hideProfile(writer.id)
    expect(await getStatus(anonymous, oldUrl)).toBe(404)
    const { avatar_url } = (await writer.browser.get("/api/profile")).json
    expect(avatar_url).not.toBe(oldUrl)
    expect(await getStatus(writer.browser, String(avatar_url))).toBe(200)
  })

  test("hiding a profile raises the content version only if the member has written content", async () => {
    const versionRaises: number[] = []
    for (const id of [writer.id, outsider.id]) {
      for (const isHidden of [true, false]) {
        const before = await getContentVersion(db)
        await setProfileHidden(id, isHidden)
        versionRaises.push((await getContentVersion(db)) - before)
      }
    }
    expect(versionRaises).toEqual([1, 1, 0, 0])
    expect(builds.calls).toHaveLength(2)
    const log = await db.many`
      select actor_id, action from audit_log where target_id = ${writer.id} order by id`
    const actions = ["profiles.hide", "profiles.show"]
    expect(log).toEqual(actions.map((action) => ({ actor_id: superAdmin.id, action })))
  })

  test("the profile of a super admin or an unknown member cannot be hidden", async () => {
    expect(getStatusAndCode(await hideProfile(superAdmin.id))).toEqual([409, "is_super_admin"])
    expect(getStatusAndCode(await hideProfile(crypto.randomUUID()))).toEqual([404, "not_found"])
    expect(getStatusAndCode(await hideProfile("me"))).toEqual([422, "invalid"])
  })
})
