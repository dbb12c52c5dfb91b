import { beforeEach, describe, expect, test } from "vitest"
import { getRows, getStatusAndCode } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeUser, storeProfile } from "../../support/factories.ts"
import { makeSuggestion } from "../../support/people/admin.ts"
import { makeIdea } from "../../support/people/ideas.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeCase } from "../../support/people/reports.ts"
import { makeEvent, makePost, makeTeam } from "../../support/people/teams.ts"

const { db, run, clear } = await openTestDatabase()

type List = "users" | "teams" | "posts" | "news" | "events" | "ideas" | "suggestions" | "reports"
const TABLES: [List, table: string][] = [
  ["users", "users"],
  ["teams", "teams"],
  ["posts", "team_posts"],
  ["news", "news"],
  ["events", "events"],
  ["ideas", "ideas"],
  ["suggestions", "suggestions"],
  ["reports", "report_cases"],
]

let teamId: string
const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
beforeEach(async () => {
  await db.one`delete from users where id <> ${superAdmin.id}`
  await clear("teams", "news", "events", "ideas", "suggestions")
  teamId = (await makeTeam(db, {}, { name: "Home" })).id
})

const makeRow: Record<List, (name: string) => Promise<string>> = {
  users: async (displayName) => (await makeUser(db, { displayName })).id,
  teams: async (name) => (await makeTeam(db, {}, { name })).id,
  posts: async (title) => (await makePost(db, teamId, null, { title })).id,
  news: async (title) => (await makeArticle(db, { title })).id,
  events: async (title) => (await makeEvent(db, null, { title })).id,
  ideas: (title) => makeIdea(db, { title }),
  suggestions: (title) => makeSuggestion(db, title),
  reports: async (title) => {
    const { id } = await makePost(db, teamId, null, { title })
    return (await makeCase(db, "post", id, { title, reporters: [] })).id
  },
}

const call = (list: List, params: Record<string, string>) =>
  superAdmin.browser.get(`/api/admin/${list}?${new URLSearchParams(params)}`)

async function getPage(list: List, params: Record<string, string> = {}) {
  const response = await call(list, params)
  expect(response.status).toBe(200)
  const { next } = response.json
  return { rows: getRows(response, list), next: typeof next === "string" ? next : undefined }
}
const listIds = async (list: List, params: Record<string, string>) =>
  (await getPage(list, params)).rows.map(({ id }) => id)

const getPlainName = (row: Record<string, unknown>) =>
  String(row["display_name"] ?? row["name"] ?? row["title"])
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
const getTime = (row: Record<string, unknown>) =>
  String(row["created_at"] ?? row["received_at"] ?? row["last_report_at"])

describe.each(TABLES)("%s", (list, table) => {
  test("rows are found by a part of their name, ignoring accents and case", async () => {
    const id = await makeRow[list]("Šokolādes Žvaigznės")
    await makeRow[list]("Another")
    for (const search of ["šokolādes", "SOKOLADES", "ades zvaig", "  žvaigznės "]) {
      expect(await listIds(list, { search }), search).toEqual([id])
    }
  })

  test("special characters in a search are literal", async () => {
    await makeRow[list]("100 axb and others")
    for (const search of ["_", "\\", "100%", "a'; drop table users; --", "%1$L"]) {
      const id = await makeRow[list](`x ${search} y`)
      expect(await listIds(list, { search }), search).toEqual([id])
    }
  })

  test.each(["newest", "oldest", "name", "name_desc"])(
    "rows are paged in the order %s without duplicates while rows are added",
    async (sort) => {
      // Some rows have the same name or time, to test that their order is the same in each request.
      const names = Array.from({ length: 11 }, (_, n) => (n % 2 ? "Same" : `Žagata ${n}`))
      const existing = await Promise.all(names.map((name) => makeRow[list](name)))
      const listedRows: Record<string, unknown>[] = []
      for (let next: string | undefined = ""; next !== undefined; ) {
        const page = await getPage(list, { sort, limit: "4", cursor: next })
        expect(page.rows.length).toBeLessThanOrEqual(4)
        listedRows.push(...page.rows)
        next = page.next
        await makeRow[list]("Added meanwhile")
      }
      const ids = listedRows.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(existing.filter((id) => !ids.includes(id))).toEqual([])
      const sortKeys = listedRows.map(sort.startsWith("name") ? getPlainName : getTime)
      const sorted = sortKeys.toSorted()
      const isDescending = sort === "newest" || sort === "name_desc"
      expect(sortKeys).toEqual(isDescending ? sorted.reverse() : sorted)
    },
  )

  test("deleting a row between two pages hides no other row", async () => {
    for (let index = 0; index < 6; index++) await makeRow[list](`Name ${index}`)
    const allIds = await listIds(list, { sort: "name" })
    const firstPage = await getPage(list, { sort: "name", limit: "3" })
    await run(`delete from ${table} where id = $1`, firstPage.rows.at(-1)?.["id"])
    const idsOfSecondPage = await listIds(list, { sort: "name", cursor: firstPage.next ?? "" })
    expect(idsOfSecondPage).toEqual(allIds.slice(3))
  })

  test("an invalid cursor, or a cursor of another order, causes no error", async () => {
    for (let index = 0; index < 4; index++) await makeRow[list](`Name ${index}`)
    const cursorByTime = (await getPage(list, { limit: "2" })).next ?? ""
    const cursorByName = (await getPage(list, { limit: "2", sort: "name" })).next ?? ""
    const encode = (...position: string[]) =>
      Buffer.from(JSON.stringify(position)).toString("base64url")
    const forged = [encode("' or true --", "x"), encode("2026-01-01T00:00:00.000Z", "not-an-id")]
    const idsOfFirstPage = await listIds(list, { limit: "2" })
    // Decoded from Base64, "W10" is an empty list.
    for (const cursor of [cursorByName, "x", "W10", ...forged]) {
      expect(await listIds(list, { limit: "2", cursor }), cursor).toEqual(idsOfFirstPage)
    }
    expect((await call(list, { sort: "name", cursor: cursorByTime })).status).toBe(200)
  })

  test("an unknown filter is refused", async () => {
    await makeRow[list]("One")
    for (const filter of ["nothing", "published' or true"]) {
      expect(getStatusAndCode(await call(list, { filter }))).toEqual([400, "malformed"])
    }
  })
})

test("a page of a list has at least 1 and at most 50 rows, whatever limit is requested", async () => {
  await repeatConcurrently(52, (index) => makeRow.ideas(`Name ${index}`))
  const countRows = async (limit: string) => (await getPage("ideas", { limit })).rows.length
  expect([await countRows("0"), await countRows("1"), await countRows("1000")]).toEqual([1, 1, 50])
  expect(await countRows("many")).toBeGreaterThanOrEqual(2)
})

describe("rows and searches of single lists", () => {
  test("members are found by a part of their id and by their email address", async () => {
    const { id, email } = await makeUser(db, { displayName: "Mari" })
    for (const search of [id, id.slice(4, 20), id.slice(4, 20).toUpperCase()]) {
      expect(await listIds("users", { search })).toEqual([id])
    }
    expect(await listIds("users", { search: email.toUpperCase() })).toEqual([id])
  })

  test("members are found by their current name, even if the profile hides the name", async () => {
    const privacy = { show_display_name: false }
    const { id } = await makeUser(db, { displayName: "Before", privacy })
    await storeProfile(db, id, { display_name: "Pēc tam" })
    expect(await listIds("users", { search: "before" })).toEqual([])
    const { rows } = await getPage("users", { search: "pec tam" })
    expect(rows).toMatchObject([{ id, display_name: "Pēc tam" }])
  })

  test("a member without a profile is listed without a name", async () => {
    const { id, email } = await makeUser(db)
    const { rows } = await getPage("users", { search: id })
    const unblocked = { is_hidden: false, blocked_at: null, blocked_reason: null }
    const member = { id, email, display_name: null, role: "user", newsroom: null, owned_teams: [] }
    const created_at = expect.stringMatching(/Z$/)
    expect(rows).toEqual([{ ...member, ...unblocked, created_at }])
  })

  test("teams are found by slug and text, posts by text and team name", async () => {
    const team = await makeTeam(db, {}, { name: "Zvaigznes", location: "Cēsis" })
    await db.one`update teams set description = 'Mēs dejojam' where id = ${team.id}`
    for (const search of [team.slug, "mes dejo"]) {
      expect(await listIds("teams", { search })).toEqual([team.id])
    }
    const teamPost = (await makePost(db, team.id, null, { title: "One" })).id
    const other = await makePost(db, teamId, null, { title: "Two" })
    await db.one`update team_posts set content = 'Tantsime öösel' where id = ${other.id}`
    expect(await listIds("posts", { search: "zvaigzn" })).toEqual([teamPost])
    expect(await listIds("posts", { search: "OOSEL" })).toEqual([other.id])
    const idsByLocation = await listIds("posts", { search: "cesis" })
    expect(idsByLocation, "posts are not found by the location of the team").toEqual([])
  })

  test("team-only events are not in the list", async () => {
    const { id } = await makeEvent(db, teamId, { type: "team", title: "Practice" })
    expect(await listIds("events", {})).not.toContain(id)
    for (const method of ["GET", "DELETE"]) {
      const response = await superAdmin.browser.send(method, `/api/admin/events/${id}`)
      expect(response.status).toBe(404)
    }
  })
})

/** A filter of a list, an SQL change after which a row matches the filter, and the filter for rows without the change. */
const FILTERS: [list: List, filter: string, change: string, oppositeFilter?: string][] = [
  ["users", "blocked", "blocked_at = now()"],
  ["teams", "verified", "is_verified = true", "unverified"],
  ["teams", "hidden", "hidden_at = now()"],
  ["posts", "draft", "is_published = false", "published"],
  ["posts", "video", "video_url = 'https://youtu.be/x', video_type = 'youtube'"],
  ["news", "draft", "is_published = false", "published"],
  ["news", "planned", "is_published = false, publish_at = now() + interval '1 day'", "published"],
  ["news", "featured", "is_featured = true"],
  ["events", "past", "start_date = '2026-01-01', end_date = '2026-01-01'", "upcoming"],
  ["events", "featured", "featured = true"],
  ["events", "cancelled", "is_cancelled = true"],
  ["ideas", "planned", "status = 'planned'", "open"],
  ["ideas", "done", "status = 'done'"],
  ["ideas", "declined", "status = 'declined'"],
  ["suggestions", "read", "read_at = now()", "unread"],
  ["reports", "hidden", "status = 'hidden', decided_at = now()", "open"],
  ["reports", "dismissed", "status = 'dismissed', decided_at = now()", "open"],
]
test.each(FILTERS)("%s are filtered by %s", async (list, filter, change, oppositeFilter) => {
  const [matching, other] = [await makeRow[list]("Matching"), await makeRow[list]("Other")]
  await run(`update ${new Map(TABLES).get(list)} set ${change} where id = $1`, matching)
  expect(await listIds(list, { filter })).toEqual([matching])
  if (!oppositeFilter) return
  const otherIds = await listIds(list, { filter: oppositeFilter })
  expect(otherIds).toContain(other)
  expect(otherIds).not.toContain(matching)
})

test("users are filtered by role and hidden profile, ideas by popularity, reports by kind", async () => {
  const { id: admin } = await makeUser(db, { role: "admin" })
  const user = await makeRow.users("Mari")
  await db.one`update profiles set hidden_at = now() where user_id = ${user}`
  for (const [filter, id] of Object.entries({
    super_admin: superAdmin.id,
    admin,
    user,
    hidden: user,
  })) {
    expect(await listIds("users", { filter })).toEqual([id])
  }
  const idea = await makeIdea(db)
  await makeIdea(db, { isPopular: false })
  expect(await listIds("ideas", { filter: "popular" })).toEqual([idea])
  const post = await makeRow.reports("A post")
  const team = (await makeCase(db, "team", teamId)).id
  const profile = (await makeCase(db, "profile", superAdmin.id)).id
  for (const [filter, id] of Object.entries({ post, team, profile })) {
    expect(await listIds("reports", { filter })).toEqual([id])
  }
})

test("events are sorted by their start by default", async () => {
  const laterEvent = (await makeEvent(db, null, { start: "2090-01-01T10:00:00Z" })).id
  const nextEvent = (await makeEvent(db, teamId)).id
  expect(await listIds("events", {})).toEqual([nextEvent, laterEvent])
  expect(await listIds("events", { sort: "start" })).toEqual([nextEvent, laterEvent])
  expect(await listIds("events", { sort: "start_desc" })).toEqual([laterEvent, nextEvent])
})
