/** Counts the rows that queries of the admin area read in a database with many rows (see CROWD). */
import pg from "pg"
import { afterAll, describe, expect, test } from "vitest"
import { listUnusedUploads } from "../../../db/queries/news.ts"
import { openTestDatabase } from "../../support/database.ts"
import { CROWD, loadCrowd } from "../../support/people/crowded.ts"
import { makeMember } from "../../support/people/members.ts"
import { recordQueries } from "../../support/queries.ts"

const { db, ownerUrl } = await openTestDatabase()
const queries = recordQueries()
const measurements: string[] = []

await loadCrowd(db)
const superAdmin = await makeMember(db, { role: "super_admin" })
afterAll(() => console.log(measurements.join("\n")))

type List = "users" | "teams" | "posts" | "news" | "events" | "reports" | "newcomers"

const FILTERS: Record<List, string[]> = {
  users: ["user", "admin", "super_admin", "blocked", "hidden"],
  teams: ["verified", "unverified", "hidden"],
  posts: ["published", "draft", "video", "hidden"],
  news: ["published", "draft", "planned", "featured"],
  events: ["upcoming", "past", "featured", "cancelled"],
  reports: ["open", "hidden", "dismissed", "team", "post", "profile"],
  newcomers: ["team", "post"],
}
const SORTS = ["newest", "oldest", "name", "name_desc"]
function listSorts(list: List): string[] {
  if (list === "newcomers") return ["newest", "oldest"]
  return list === "events" ? [...SORTS, "start", "start_desc"] : SORTS
}

/** Returns the number of table rows that list_admin_rows() or list_admin_newcomer_content() reads. */
async function countRowsRead(list: List, query: URLSearchParams): Promise<number> {
  const client = new pg.Client(ownerUrl)
  await client.connect()
  try {
    await client.query("begin")
    await client.query("select set_config('app.viewer', $1, true)", [superAdmin.id])
    const params = [query.get("search"), query.get("filter"), query.get("sort") ?? "newest"]
    if (list === "newcomers") {
      await client.query(
        "select from list_admin_newcomer_content($1, $2, $3, null, null, 51)",
        params,
      )
    } else {
      await client.query("select from list_admin_rows($1, $2, $3, $4, null, null, 51)", [
        list,
        ...params,
      ])
    }
    const { rows } = await client.query(
      `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows_read
      from pg_stat_xact_user_tables`,
    )
    await client.query("rollback")
    return rows[0].rows_read
  } finally {
    await client.end()
  }
}

/** Requests a list, expects that its query reads at most `maxRows` table rows, and returns the listed rows. */
async function measure(list: List, params: Record<string, string>, maxRows: number) {
  const query = new URLSearchParams(params)
  queries.length = 0
  const start = performance.now()
  const { status, json } = await superAdmin.browser.get(`/api/admin/${list}?${query}`)
  const ms = performance.now() - start
  expect([status, queries.length]).toEqual([200, 2])
  const rowsRead = await countRowsRead(list, query)
  measurements.push(`${list} ${query}: ${rowsRead} rows, ${ms.toFixed(0)} ms`)
  expect(rowsRead, `${list} ${query}`).toBeLessThanOrEqual(maxRows)
  return json[list]
}

/** Maximum number of table rows that the query of a page may read. */
const MAX_ROWS = 120
const MAX_NEWCOMER_ROWS = 600
const getMaxRows = (list: List) => (list === "newcomers" ? MAX_NEWCOMER_ROWS : MAX_ROWS)

const lists: List[] = ["users", "teams", "posts", "news", "events", "reports", "newcomers"]
describe.each(lists)("%s", (list) => {
  test("the first page reads few rows in each order", async () => {
    for (const sort of listSorts(list)) {
      expect(await measure(list, { sort }, getMaxRows(list))).toHaveLength(50)
    }
  })

  test("each filter reads a limited number of rows", async () => {
    // Only the lists of reports and newcomers have an index for each filter. Other lists may read the whole table.
    const isQueue = list === "reports" || list === "newcomers"
    for (const filter of FILTERS[list]) {
      await measure(list, { filter }, (isQueue ? 0 : CROWD.posts) + getMaxRows(list))
    }
  })

  test("a search for a rare word reads few rows in each order", async () => {
    const row = await db.one<{ word: string }>`
      select split_part(title, ' ', 2) as word from (
        select listed_name as title from users where ${list} = 'users' and email like 'crowd-%'
        union all select name from teams where ${list} in ('teams', 'newcomers')
        union all select title from team_posts where ${list} = 'posts'
        union all select title from news where ${list} = 'news'
        union all select title from events where ${list} = 'events'
        union all select title from report_cases where ${list} = 'reports'
      ) as t offset 777 limit 1`
    for (const sort of listSorts(list)) {
      const rows = await measure(list, { sort, search: row?.word ?? "" }, 2_000)
      expect(Array.isArray(rows) && rows.length > 0).toBe(true)
    }
  })

  test("searches for frequent words, unknown words and two letters read a limited number of rows", async () => {
    expect(await measure(list, { search: "workshop" }, 20_000)).toHaveLength(50)
    expect(await measure(list, { search: "zyxwvq" }, MAX_ROWS)).toEqual([])
    expect(await measure(list, { search: "qq" }, CROWD.users + 20_000)).toEqual([])
  })
})

test("searches by a member's id and by a team's name read few rows", async () => {
  const user = await db.one<{ id: string }>`
    select id from users where email = 'crowd-50000@daina.test'`
  const partOfId = user?.id.slice(9, 23).toUpperCase() ?? ""
  expect(await measure("users", { search: partOfId }, 2_000)).toMatchObject([{ id: user?.id }])
  const team = await db.one<{ name: string }>`select name from teams where slug = 'crowd-4321'`
  const posts = await measure("posts", { search: team?.name ?? "" }, 2_000)
  expect(Array.isArray(posts) && posts.length).toBeGreaterThanOrEqual(10)
})

test("unused pictures among a thousand are found in less than ten seconds", async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `17000000${index}-abcdef`)
  const urls = names.map((name) => `/uploads/news-images/${name}.webp`)
  await db.one`
    update news set content = ${`![x](${urls[1]}) and ![y](https://daina.test${urls[2]})`},
      cover_image_url = ${urls[0]} where slug = 'crowd-7'`
  // The revisions of the article still refer to its pictures, so the pictures stay in use.
  await db.one`update news set content = '', cover_image_url = null where slug = 'crowd-7'`
  await db.one`
    update team_posts set content = content || ${`![x](${urls[3]})`}
    where id = (select id from team_posts limit 1)`
  const start = performance.now()
  const unused = await listUnusedUploads(db, urls)
  const ms = performance.now() - start
  measurements.push(`1,000 unused pictures: ${ms.toFixed(0)} ms`)
  expect(unused.toSorted()).toEqual(urls.slice(4).toSorted())
  expect(ms).toBeLessThan(10_000)
})

test("the dashboard takes two requests to the database", async () => {
  queries.length = 0
  const start = performance.now()
  const { json } = await superAdmin.browser.get("/api/admin/stats")
  measurements.push(`stats: ${(performance.now() - start).toFixed(0)} ms`)
  expect(queries).toHaveLength(2)
  expect(json).toMatchObject({ users: CROWD.users + 1, teams: CROWD.teams, posts: CROWD.posts })
})
