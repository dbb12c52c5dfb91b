/** The admin area's lists over a large site: by index, however they are sorted, filtered and searched. */
import { neonConfig } from "@neondatabase/serverless"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { unusedCovers } from "../../db/queries/news.ts"
import adminEvents from "../../netlify/functions/admin-events.ts"
import adminNews from "../../netlify/functions/admin-news.ts"
import adminPosts from "../../netlify/functions/admin-posts.ts"
import adminReports from "../../netlify/functions/admin-reports.ts"
import adminStats from "../../netlify/functions/admin-stats.ts"
import adminTeams from "../../netlify/functions/admin-teams.ts"
import adminUsers from "../../netlify/functions/admin-users.ts"
import { CROWD, loadCrowd } from "../crowded.ts"
import { testDatabase } from "../database.ts"
import { type Member, makeMember } from "../members.ts"

const { owner, ownerUrl } = testDatabase()
const db = owner.as(null)
let editor: Member
let trips = 0
const original = neonConfig.fetchFunction
const figures: string[] = []

beforeAll(async () => {
  await loadCrowd(db)
  editor = await makeMember(db, { role: "super_admin" })
  neonConfig.fetchFunction = (...request: unknown[]) => {
    trips += 1
    return original(...request)
  }
  // 15 s on a quiet machine.
}, 180_000)
afterAll(() => {
  neonConfig.fetchFunction = original
  console.log(figures.join("\n"))
})

const HANDLERS = {
  users: adminUsers,
  teams: adminTeams,
  posts: adminPosts,
  news: adminNews,
  events: adminEvents,
  reports: adminReports,
}
type List = keyof typeof HANDLERS

const filters: Record<List, string[]> = {
  users: ["user", "admin", "super_admin", "blocked", "hidden"],
  teams: ["verified", "unverified", "hidden"],
  posts: ["published", "draft", "video", "hidden"],
  news: ["published", "draft", "planned", "featured"],
  events: ["upcoming", "past", "featured", "cancelled"],
  reports: ["open", "hidden", "dismissed", "team", "post", "profile"],
}
const SORTS = ["newest", "oldest", "name", "name_desc"]
const sortsOf = (list: List) => (list === "events" ? [...SORTS, "start", "start_desc"] : SORTS)

/** The rows that a call of admin_rows() looks at, in the tables themselves. */
async function rowsTouched(list: List, query: URLSearchParams): Promise<number> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query("begin")
    await client.query("select set_config('app.user_id', $1, true)", [editor.id])
    await client.query("select from admin_rows($1, $2, $3, $4, null, null, 51)", [
      list,
      query.get("search"),
      query.get("filter"),
      query.get("sort") ?? "newest",
    ])
    const { rows } = await client.query(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as touched
      from pg_stat_xact_user_tables`,
    )
    await client.query("rollback")
    return rows[0].touched
  } finally {
    await client.end()
  }
}

async function measure(list: List, asked: Record<string, string>, most: number) {
  const query = new URLSearchParams(asked)
  trips = 0
  const began = performance.now()
  const { status, json } = await editor.browser.call(
    HANDLERS[list],
    "GET",
    `/api/admin/${list}?${query}`,
  )
  const ms = performance.now() - began
  expect([status, trips]).toEqual([200, 2])
  const touched = await rowsTouched(list, query)
  figures.push(`${list} ${query}: ${touched} rows, ${ms.toFixed(0)} ms`)
  expect(touched, `${list} ${query}`).toBeLessThanOrEqual(most)
  return json[list]
}

/** A page, and what is joined to tell who asks. */
const A_PAGE = 120

const lists: List[] = ["users", "teams", "posts", "news", "events", "reports"]
describe.each(lists)("%s", (list) => {
  test.each(sortsOf(list))("the first page by %s", async (sort) => {
    expect(await measure(list, { sort }, A_PAGE)).toHaveLength(50)
  })

  test.each(filters[list])("those that are %s", async (filter) => {
    // The queue is never read beyond its page; other filters may be of what few rows have.
    await measure(list, { filter }, (list === "reports" ? 0 : CROWD.posts) + A_PAGE)
  })

  test.each(sortsOf(list))("a word that few have, by %s", async (sort) => {
    const row = await db.one<{ word: string }>`
      select split_part(title, ' ', 2) as word from (
        select listed_name as title from users where ${list} = 'users' and email like 'crowd-%'
        union all select name from teams where ${list} = 'teams'
        union all select title from team_posts where ${list} = 'posts'
        union all select title from news where ${list} = 'news'
        union all select title from events where ${list} = 'events'
        union all select title from report_cases where ${list} = 'reports'
      ) as t offset 777 limit 1`
    const found = await measure(list, { sort, search: row?.word ?? "" }, 2_000)
    expect(Array.isArray(found) && found.length > 0).toBe(true)
  })

  test("a word that many have", async () => {
    expect(await measure(list, { search: "workshop" }, 20_000)).toHaveLength(50)
  })

  test("a word that nobody has", async () => {
    expect(await measure(list, { search: "zyxwvq" }, A_PAGE)).toEqual([])
  })

  test("two letters that nobody has", async () => {
    expect(await measure(list, { search: "qq" }, CROWD.users + 20_000)).toEqual([])
  })
})

test("a fragment of a member's id", async () => {
  const row = await db.one<{
    id: string
  }>`select id from users where email = 'crowd-50000@daina.test'`
  const fragment = (row?.id ?? "").slice(9, 23).toUpperCase()
  const found = await measure("users", { search: fragment }, 2_000)
  expect(found).toMatchObject([{ id: row?.id }])
})

test("posts by the name of their team", async () => {
  const row = await db.one<{ name: string }>`select name from teams where slug = 'crowd-4321'`
  const found = await measure("posts", { search: row?.name ?? "" }, 2_000)
  expect(Array.isArray(found) && found.length).toBeGreaterThanOrEqual(10)
})

test("the last page of members is as quick as the first", async () => {
  const query = new URLSearchParams({
    cursor: Buffer.from(
      JSON.stringify(["2000-01-01T00:00:00.000Z", "ffffffff-ffff-4fff-8fff-ffffffffffff"]),
    ).toString("base64url"),
  })
  const began = performance.now()
  const { json } = await editor.browser.call(adminUsers, "GET", `/api/admin/users?${query}`)
  figures.push(`users, past the end: ${(performance.now() - began).toFixed(0)} ms`)
  expect(json["users"]).toEqual([])
})

test("a thousand pictures that nothing shows are found in one pass over all texts", async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `17000000${index}-abcdef`)
  const urls = names.map((name) => `/uploads/news-images/${name}.webp`)
  await db.one`
    update news set content = ${`![x](${urls[1]}) and ![y](https://daina.test${urls[2]})`},
      cover_image_url = ${urls[0]} where slug = 'crowd-7'`
  await db.one`update news set content = '', cover_image_url = null where slug = 'crowd-7'`
  await db.one`
    update team_posts set content = content || ${`![x](${urls[3]})`}
    where id = (select id from team_posts limit 1)`
  const began = performance.now()
  const unused = await unusedCovers(db, urls)
  const ms = performance.now() - began
  figures.push(`1,000 unused pictures: ${ms.toFixed(0)} ms`)
  expect(unused.toSorted()).toEqual(urls.slice(4).toSorted())
  expect(ms).toBeLessThan(10_000)
})

test("the counts", async () => {
  trips = 0
  const began = performance.now()
  const { json } = await editor.browser.call(adminStats, "GET", "/api/admin/stats")
  figures.push(`stats: ${(performance.now() - began).toFixed(0)} ms`)
  expect(trips).toBe(2)
  expect(json).toMatchObject({ users: CROWD.users + 1, teams: CROWD.teams, posts: CROWD.posts })
})
