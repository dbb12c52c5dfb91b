/** What is left where a super admin deleted: no row, no file. */
import sharp from "sharp"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import adminEvents from "../../netlify/functions/admin-events.ts"
import adminIdeas from "../../netlify/functions/admin-ideas.ts"
import adminNews from "../../netlify/functions/admin-news.ts"
import adminPosts from "../../netlify/functions/admin-posts.ts"
import adminSuggestions from "../../netlify/functions/admin-suggestions.ts"
import adminTeams from "../../netlify/functions/admin-teams.ts"
import adminUsers from "../../netlify/functions/admin-users.ts"
import uploads from "../../netlify/functions/uploads.ts"
import { listFiles } from "../../netlify/lib/storage.ts"
import { sweepUploads } from "../../netlify/lib/sweep.ts"
import { adminEventFields, articleFields, makeSuggestion } from "../admin.ts"
import { storage } from "../blobs.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { makeFullMember } from "../full-member.ts"
import { makeIdea } from "../ideas.ts"
import { type Member, makeMember } from "../members.ts"
import { makeCase } from "../reports.ts"
import { forgetWrites, makeEvent, makePost, makeRequest, makeTeam } from "../teams.ts"

const database = testDatabase()
const db = database.owner.as(null)
const stored = storage()
const DAYS_MS = 2 * 24 * 60 * 60 * 1000

let chief: Member
beforeAll(async () => {
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
})
beforeEach(() => forgetWrites(db))

/** What changes by any act, and keeps ids on purpose. */
const APART = ["audit_log", "attempts", "content_state", "sessions"]

async function contents(): Promise<{ name: string; count: number; content: string }[]> {
  const tables = await db.many<{ name: string; content: string }>`
    select relname as name, table_to_xml(oid, true, false, '')::text as content
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  return tables
    .filter(({ name }) => !APART.includes(name))
    .map(({ name, content }) => ({ name, content, count: content.split("<row>").length }))
}
const counts = async () => (await contents()).map(({ name, count }) => [name, count])
const holding = async (text: string) =>
  (await contents()).filter(({ content }) => content.includes(text)).map(({ name }) => name)

async function upload(bucket: string): Promise<string> {
  const bytes = await sharp({
    create: { width: 900, height: 500, channels: 3, background: "#ff5a7d" },
  })
    .png()
    .toBuffer()
  const path = `/api/uploads/${bucket}`
  const type = { "content-type": "image/png" }
  return String((await chief.browser.call(uploads, "POST", path, bytes, type)).json["url"])
}

type Handler = typeof adminNews
const remove = async (handler: Handler, path: string) => {
  const { status } = await chief.browser.call(handler, "DELETE", path)
  await chief.browser.afterwards()
  return status
}
const act = async (handler: Handler, path: string, ids: string[]) =>
  (await chief.browser.call(handler, "POST", path, { ids, act: "delete" })).json["results"]

/** Deletes, and expects every table and the storage to hold what they held before the thing was there. */
async function expectNothingLeft(make: () => Promise<() => Promise<unknown>>) {
  await sweepUploads(Date.now() + DAYS_MS)
  const rows = await counts()
  const files = await stored.pictures()
  const removeIt = await make()
  expect((await stored.pictures()).length).toBeGreaterThanOrEqual(files.length)
  expect(await counts()).not.toEqual(rows)
  await removeIt()
  expect(await counts()).toEqual(rows)
  await sweepUploads(Date.now() + DAYS_MS)
  expect(await stored.pictures()).toEqual(files)
}

describe("a member", () => {
  test("who had everything: no row names them, no file is theirs, what they wrote stays", async () => {
    const mari = await makeFullMember(database)
    expect(await listFiles(`avatars/${mari.id}/`)).toHaveLength(1)
    const works = ["news", "team_posts", "events", "ideas", "suggestions"]
    const before = (await contents()).filter(({ name }) => works.includes(name))
    expect(await remove(adminUsers, `/api/admin/users/${mari.id}`)).toBe(204)
    expect(await holding(mari.id)).toEqual([])
    for (const personal of [
      mari.email,
      "Mari Maasikas",
      "Tantsin.",
      "mari@example.org",
      "In Mari's words",
    ]) {
      expect(await holding(personal), personal).toEqual([])
    }
    const log = await db.many`
      select from audit_log where before::text || after::text like '%Maasikas%'
        or before::text || after::text like ${`%${mari.email}%`}`
    expect(log).toEqual([])
    expect(await listFiles(`avatars/${mari.id}/`)).toEqual([])
    const after = (await contents()).filter(({ name }) => works.includes(name))
    expect(after.map(({ count }) => count)).toEqual(before.map(({ count }) => count))
  })

  test("whose pictures cannot be removed just now: they go with the next sweep", async () => {
    const mari = await makeFullMember(database)
    await stored.whileShut(() => remove(adminUsers, `/api/admin/users/${mari.id}`))
    expect(await holding(mari.id)).toEqual([])
    expect(await listFiles(`avatars/${mari.id}/`)).toHaveLength(1)
    await sweepUploads(Date.now() + DAYS_MS)
    expect(await listFiles(`avatars/${mari.id}/`)).toEqual([])
  })

  test("alone in a team takes it along; with others it passes on", async () => {
    const { id } = await makeUser(db)
    const mate = await makeUser(db)
    const alone = await makeTeam(db, { [id]: "owner" })
    const shared = await makeTeam(db, { [id]: "owner", [mate.id]: "member" })
    await remove(adminUsers, `/api/admin/users/${id}`)
    expect(await db.many`select from teams where id = ${alone.id}`).toEqual([])
    const members =
      await db.many`select user_id, role from team_members where team_id = ${shared.id}`
    expect(members).toEqual([{ user_id: mate.id, role: "owner" }])
  })
})

test("a team with members, requests, posts, events and pictures", async () => {
  const [boss, mate, asker] = [await makeUser(db), await makeUser(db), await makeUser(db)]
  await expectNothingLeft(async () => {
    const cover = await upload("team-images")
    const inBlog = await upload("team-images")
    const team = await makeTeam(db, { [boss.id]: "owner", [mate.id]: "member" }, { cover })
    await makeRequest(db, team.id, asker.id)
    const post = await makePost(db, team.id, mate.id)
    await db.one`update team_posts set content = ${`![x](${inBlog})`} where id = ${post.id}`
    await makeEvent(db, team.id)
    await makeEvent(db, team.id, { type: "team" })
    const reporters = [asker.id]
    const { id } = await makeCase(db, "team", team.id, { reporters })
    await makeCase(db, "post", post.id, { reporters })
    await db.one`
      insert into mails (user_id, kind, language, case_id)
      values (${asker.id}, 'report_hidden', 'en', ${id})`
    return () => remove(adminTeams, `/api/admin/teams/${team.id}`)
  })
})

test("posts, many at once, with their pictures", async () => {
  const team = await makeTeam(db, {})
  await expectNothingLeft(async () => {
    const ids: string[] = []
    for (let index = 0; index < 3; index++) {
      const { id } = await makePost(db, team.id, null)
      await db.one`
        update team_posts set content = ${`![x](${await upload("team-images")})`} where id = ${id}`
      ids.push(id)
    }
    return () => act(adminPosts, "/api/admin/posts/act", ids)
  })
})

test("an event with its picture", async () => {
  await expectNothingLeft(async () => {
    const body = { ...adminEventFields, image_url: await upload("event-images") }
    const { json } = await chief.browser.call(adminEvents, "POST", "/api/admin/events", body)
    await sweepUploads(Date.now() + DAYS_MS)
    expect(await listFiles("event-images/")).not.toEqual([])
    return () => remove(adminEvents, `/api/admin/events/${json["id"]}`)
  })
})

test.each(["alone", "in bulk"])(
  "an article with its versions and all their pictures, %s",
  async (how) => {
    await expectNothingLeft(async () => {
      const body = { ...articleFields, slug: "with-versions" }
      let { json } = await chief.browser.call(adminNews, "POST", "/api/admin/news", {
        ...body,
        cover_image_url: await upload("news-images"),
      })
      const id = String(json["id"])
      const path = `/api/admin/news/${id}`
      for (let index = 0; index < 3; index++) {
        ;({ json } = await chief.browser.call(adminNews, "PATCH", path, {
          ...body,
          content: `![x](${await upload("news-images")})`,
          cover_image_url: await upload("news-images"),
          updated_at: json["updated_at"],
        }))
      }
      expect(await db.many`select from news_revisions where news_id = ${id}`).toHaveLength(4)
      await sweepUploads(Date.now() + DAYS_MS)
      expect((await listFiles("news-images/")).length).toBe(7 * 3)
      return () =>
        how === "alone" ? remove(adminNews, path) : act(adminNews, "/api/admin/news/act", [id])
    })
  },
)

test("an idea with its votes; the suggestion that it came from stays", async () => {
  const suggestion = await makeSuggestion(db)
  const id = await makeIdea(db, { voters: 3 })
  await db.one`update suggestions set idea_id = ${id} where id = ${suggestion}`
  expect(await remove(adminIdeas, `/api/admin/ideas/${id}`)).toBe(204)
  expect(await holding(id)).toEqual([])
  const left = await db.many`select idea_id from suggestions where id = ${suggestion}`
  expect(left).toEqual([{ idea_id: null }])
})

test("a suggestion", async () => {
  await expectNothingLeft(async () => {
    const id = await makeSuggestion(db)
    return () => act(adminSuggestions, "/api/admin/suggestions/act", [id])
  })
})
