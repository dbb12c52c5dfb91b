/** The admin area's lists: searching, filtering, sorting and paging. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import adminEvents from "../../netlify/functions/admin-events.ts"
import adminIdeas from "../../netlify/functions/admin-ideas.ts"
import adminNews from "../../netlify/functions/admin-news.ts"
import adminPosts from "../../netlify/functions/admin-posts.ts"
import adminReports from "../../netlify/functions/admin-reports.ts"
import adminSuggestions from "../../netlify/functions/admin-suggestions.ts"
import adminTeams from "../../netlify/functions/admin-teams.ts"
import adminUsers from "../../netlify/functions/admin-users.ts"
import { makeSuggestion } from "../admin.ts"
import { testDatabase } from "../database.ts"
import { makeArticle, makeProfile, makeUser } from "../factories.ts"
import { makeIdea } from "../ideas.ts"
import { type Member, makeMember } from "../members.ts"
import { makeCase } from "../reports.ts"
import { makeEvent, makePost, makeTeam } from "../teams.ts"

const { owner } = testDatabase()
const db = owner.as(null)

const HANDLERS = {
  users: adminUsers,
  teams: adminTeams,
  posts: adminPosts,
  news: adminNews,
  events: adminEvents,
  ideas: adminIdeas,
  suggestions: adminSuggestions,
  reports: adminReports,
}
type List = keyof typeof HANDLERS
const LISTS: List[] = [
  "users",
  "teams",
  "posts",
  "news",
  "events",
  "ideas",
  "suggestions",
  "reports",
]

let chief: Member
let home: string
beforeAll(async () => {
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
})
beforeEach(async () => {
  await db.one`delete from users where id <> ${chief.id}`
  await db.one`delete from teams`
  await db.one`delete from news`
  await db.one`delete from events`
  await db.one`delete from ideas`
  await db.one`delete from suggestions`
  home = (await makeTeam(db, {}, { name: "Home" })).id
})

/** A row of that list under a name; its id. */
const make: Record<List, (name: string) => Promise<string>> = {
  users: async (displayName) => (await makeUser(db, { displayName })).id,
  teams: async (name) => (await makeTeam(db, {}, { name })).id,
  posts: async (title) => (await makePost(db, home, null, { title })).id,
  news: async (title) => (await makeArticle(db, { title })).id,
  events: async (title) => (await makeEvent(db, null, { title })).id,
  ideas: (title) => makeIdea(db, { title }),
  suggestions: (title) => makeSuggestion(db, title),
  reports: async (title) => {
    const { id } = await makePost(db, home, null, { title })
    return (await makeCase(db, "post", id, { title, reporters: [] })).id
  },
}

const call = (list: List, asked: Record<string, string>) =>
  chief.browser.call(HANDLERS[list], "GET", `/api/admin/${list}?${new URLSearchParams(asked)}`)

const isRow = (row: unknown): row is Record<string, unknown> => typeof row === "object" && !!row

async function page(list: List, asked: Record<string, string> = {}) {
  const { status, json } = await call(list, asked)
  expect(status).toBe(200)
  const rows = json[list]
  if (!Array.isArray(rows)) throw new Error(`No ${list} in the answer`)
  const next = typeof json["next"] === "string" ? json["next"] : undefined
  return { rows: rows.filter(isRow), next }
}

const idsOf = async (list: List, asked: Record<string, string>) =>
  (await page(list, asked)).rows.map(({ id }) => id)

describe.each(LISTS)("%s", (list) => {
  test("are found by a part of their name, whatever its accents and capitals", async () => {
    const id = await make[list]("Šokolādes Žvaigznės")
    await make[list]("Another")
    for (const search of ["šokolādes", "SOKOLADES", "ades zvaig", "  žvaigznės "]) {
      expect(await idsOf(list, { search }), search).toEqual([id])
    }
  })

  test("in Russian, too", async () => {
    const id = await make[list]("Ночь танцев")
    expect(await idsOf(list, { search: "НОЧЬ" })).toEqual([id])
  })

  test.each(["%", "_", "100%", "\\", "'", "a_b", "'; drop table users; --", "$1", "%1$L"])(
    "a search for %s means these characters",
    async (search) => {
      const id = await make[list](`x ${search} y`)
      await make[list]("100 axb and others")
      expect(await idsOf(list, { search })).toEqual([id])
    },
  )

  test("a search that finds nothing is an empty list", async () => {
    await make[list]("Something")
    expect(await page(list, { search: "zyxwvq" })).toEqual({ rows: [], next: undefined })
  })

  test.each(["newest", "oldest", "name", "name_desc"])("by %s", async (sort) => {
    const made: { name: string; id: string }[] = []
    for (const name of ["Beta", "Āboli", "alfa", "Žagata", "Cepums"]) {
      made.push({
        name: name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase(),
        id: await make[list](name),
      })
    }
    if (sort.startsWith("name")) made.sort((a, b) => (a.name < b.name ? -1 : 1))
    if (sort === "newest" || sort === "name_desc") made.reverse()
    const found = await idsOf(list, { sort })
    const others = found.filter((id) => !made.some((row) => row.id === id))
    expect(others).toHaveLength(found.length - made.length)
    // Within one millisecond the id decides, as paging needs.
    if (sort.startsWith("name")) {
      expect(found.filter((id) => !others.includes(id))).toEqual(made.map(({ id }) => id))
    }
    const times = (await page(list, { sort })).rows.map(
      ({ created_at, received_at, last_report_at }) =>
        String(created_at ?? received_at ?? last_report_at),
    )
    if (sort === "oldest") expect(times).toEqual(times.toSorted())
    if (sort === "newest") expect(times).toEqual(times.toSorted().reverse())
  })

  test.each(["newest", "oldest", "name", "name_desc"])(
    "page by page to the end by %s: no gap, nothing twice, while others are added",
    async (sort) => {
      const there = new Set<unknown>()
      // Many at one moment, and many of one name.
      await Promise.all(
        Array.from({ length: 23 }, async (_, index) =>
          there.add(await make[list](index % 2 ? "Same" : `Name ${index}`)),
        ),
      )
      const seen: unknown[] = []
      let next: string | undefined = ""
      while (next !== undefined) {
        const found = await page(list, { sort, limit: "5", cursor: next })
        expect(found.rows.length).toBeLessThanOrEqual(5)
        seen.push(...found.rows.map(({ id }) => id))
        next = found.next
        await make[list]("Added meanwhile")
      }
      expect(new Set(seen).size).toBe(seen.length)
      expect([...there].filter((id) => !seen.includes(id))).toEqual([])
    },
  )

  test("one that was deleted between two pages takes no other along", async () => {
    for (let index = 0; index < 6; index++) await make[list](`Name ${index}`)
    const all = await idsOf(list, { sort: "name" })
    const first = await page(list, { sort: "name", limit: "3" })
    const last = String(first.rows.at(-1)?.["id"])
    await db.one`delete from users where id = ${last} and ${list} = 'users'`
    await db.one`delete from teams where id = ${last}`
    await db.one`delete from news where id = ${last}`
    await db.one`delete from events where id = ${last}`
    const rest = await idsOf(list, { sort: "name", cursor: first.next ?? "" })
    expect(rest).toEqual(all.slice(3))
  })

  test("a cursor of another order, or of nobody's making, does no harm", async () => {
    for (let index = 0; index < 4; index++) await make[list](`Name ${index}`)
    const byTime = (await page(list, { limit: "2" })).next ?? ""
    const byName = (await page(list, { limit: "2", sort: "name" })).next ?? ""
    const cursors = [
      byName,
      "x",
      "W10",
      Buffer.from('["\' or true --","x"]').toString("base64url"),
      Buffer.from('["2026-01-01T00:00:00.000Z","not-an-id"]').toString("base64url"),
    ]
    const first = await idsOf(list, { limit: "2" })
    for (const cursor of cursors) {
      expect(await idsOf(list, { limit: "2", cursor }), cursor).toEqual(first)
    }
    expect((await call(list, { sort: "name", cursor: byTime })).status).toBe(200)
  })

  test("an order that it does not have is its own", async () => {
    await make[list]("One")
    const usual = await idsOf(list, {})
    for (const sort of ["", "sideways", ...(list === "events" ? [] : ["start", "start_desc"])]) {
      expect(await idsOf(list, { sort }), sort).toEqual(usual)
    }
  })

  test.each(["nothing", "true; drop table users", "published' or true"])(
    "a filter that it does not have is refused: %s",
    async (filter) => {
      await make[list]("One")
      const { status, json } = await call(list, { filter })
      expect([status, json["code"]]).toEqual([400, "malformed"])
    },
  )

  test("a limit is one to fifty", async () => {
    await make[list]("One")
    await make[list]("Two")
    expect((await page(list, { limit: "0" })).rows).toHaveLength(1)
    expect((await page(list, { limit: "1" })).rows).toHaveLength(1)
    expect((await page(list, { limit: "many" })).rows.length).toBeGreaterThanOrEqual(2)
    await Promise.all(Array.from({ length: 52 }, (_, index) => make[list](`Name ${index}`)))
    expect((await page(list, { limit: "1000" })).rows).toHaveLength(50)
  })
})

describe("what else is searched", () => {
  test("members by a fragment of their id; not by their address", async () => {
    const { id, email } = await makeUser(db, { displayName: "Mari" })
    expect(await idsOf("users", { search: id })).toEqual([id])
    expect(await idsOf("users", { search: id.slice(4, 20) })).toEqual([id])
    expect(await idsOf("users", { search: id.slice(4, 20).toUpperCase() })).toEqual([id])
    expect(await idsOf("users", { search: email })).toEqual([])
  })

  test("members by the name that they have now, although they hide it", async () => {
    const { id } = await makeUser(db, {
      displayName: "Before",
      privacy: { show_display_name: false },
    })
    await makeProfile(db, id, { display_name: "Pēc tam" })
    expect(await idsOf("users", { search: "before" })).toEqual([])
    const { rows } = await page("users", { search: "pec tam" })
    expect(rows).toMatchObject([{ id, display_name: "Pēc tam" }])
  })

  test("a member without a profile is there, without a name", async () => {
    const { id } = await makeUser(db)
    const { rows } = await page("users", { search: id })
    expect(rows).toEqual([
      {
        id,
        is_hidden: false,
        display_name: null,
        role: "user",
        created_at: expect.stringMatching(/Z$/),
        blocked_at: null,
        blocked_reason: null,
      },
    ])
  })

  test("teams by their address and what they say of themselves", async () => {
    const { id, slug } = await makeTeam(db, {}, { name: "Stars" })
    await db.one`update teams set description = 'Mēs dejojam' where id = ${id}`
    expect(await idsOf("teams", { search: slug })).toEqual([id])
    expect(await idsOf("teams", { search: "mes dejo" })).toEqual([id])
  })

  test("posts by their text and by the name of their team, which is not its town", async () => {
    const team = await makeTeam(db, {}, { name: "Zvaigznes", location: "Cēsis" })
    const inTeam = (await makePost(db, team.id, null, { title: "One" })).id
    const other = await makePost(db, home, null, { title: "Two" })
    await db.one`update team_posts set content = 'Tantsime öösel' where id = ${other.id}`
    expect(await idsOf("posts", { search: "zvaigzn" })).toEqual([inTeam])
    expect(await idsOf("posts", { search: "OOSEL" })).toEqual([other.id])
    expect(await idsOf("posts", { search: "cesis" })).toEqual([])
  })

  test("events of a team alone are not in the list", async () => {
    const { id } = await makeEvent(db, home, { type: "team", title: "Practice" })
    expect(await idsOf("events", {})).not.toContain(id)
    const path = `/api/admin/events/${id}`
    expect((await chief.browser.call(adminEvents, "GET", path)).status).toBe(404)
    expect((await chief.browser.call(adminEvents, "DELETE", path)).status).toBe(404)
  })
})

describe("filters", () => {
  const expectOnly = async (list: List, filter: string, ids: string[]) =>
    expect((await idsOf(list, { filter })).toSorted(), filter).toEqual(ids.toSorted())

  test("members by their role, and those who are blocked", async () => {
    const [user, admin, boss, blocked] = [
      await makeUser(db),
      await makeUser(db, { role: "admin" }),
      await makeUser(db, { role: "super_admin" }),
      await makeUser(db),
    ]
    await db.one`update users set blocked_at = now() where id = ${blocked.id}`
    await expectOnly("users", "user", [user.id, blocked.id])
    await expectOnly("users", "admin", [admin.id])
    await expectOnly("users", "super_admin", [chief.id, boss.id])
    await expectOnly("users", "blocked", [blocked.id])
  })

  test("teams that are verified, or not", async () => {
    const { id } = await makeTeam(db, {})
    await db.one`update teams set is_verified = true where id = ${id}`
    await expectOnly("teams", "verified", [id])
    await expectOnly("teams", "unverified", [home])
  })

  test("posts that are published, drafts, or with a video", async () => {
    const shown = (await makePost(db, home, null)).id
    const draft = (await makePost(db, home, null, { published: false })).id
    await db.one`
      update team_posts set video_url = 'https://youtu.be/x', video_type = 'youtube'
      where id = ${draft}`
    await expectOnly("posts", "published", [shown])
    await expectOnly("posts", "draft", [draft])
    await expectOnly("posts", "video", [draft])
  })

  test("articles that are published, drafts, planned or featured", async () => {
    const shown = (await makeArticle(db)).id
    const draft = (await makeArticle(db, { published: false })).id
    const planned = (await makeArticle(db, { published: false })).id
    await db.one`update news set publish_at = now() + interval '1 day' where id = ${planned}`
    await db.one`update news set is_featured = true where id = ${shown}`
    await expectOnly("news", "published", [shown])
    await expectOnly("news", "draft", [draft])
    await expectOnly("news", "planned", [planned])
    await expectOnly("news", "featured", [shown])
  })

  test("events to come, past, featured or cancelled; by their beginning", async () => {
    const past = (await makeEvent(db, null, { start: "2026-01-01T10:00:00Z" })).id
    const soon = (await makeEvent(db, home, { featured: true })).id
    const later = (await makeEvent(db, null, { start: "2090-01-01T10:00:00Z" })).id
    await db.one`update events set is_cancelled = true where id = ${later}`
    await expectOnly("events", "upcoming", [soon, later])
    await expectOnly("events", "past", [past])
    await expectOnly("events", "featured", [soon])
    await expectOnly("events", "cancelled", [later])
    expect(await idsOf("events", {})).toEqual([past, soon, later])
    expect(await idsOf("events", { sort: "start" })).toEqual([past, soon, later])
    expect(await idsOf("events", { sort: "start_desc" })).toEqual([later, soon, past])
  })

  test("ideas that are popular, or of each status", async () => {
    const made = {
      open: await makeIdea(db, { isPopular: false }),
      planned: await makeIdea(db, { isPopular: false, status: "planned" }),
      done: await makeIdea(db, { isPopular: false, status: "done" }),
      declined: await makeIdea(db, { isPopular: true, status: "declined" }),
    }
    for (const [status, id] of Object.entries(made)) await expectOnly("ideas", status, [id])
    await expectOnly("ideas", "popular", [made.declined])
  })

  test("suggestions that are read, or not", async () => {
    const [unread, read] = [await makeSuggestion(db), await makeSuggestion(db)]
    await db.one`update suggestions set read_at = now() where id = ${read}`
    await expectOnly("suggestions", "unread", [unread])
    await expectOnly("suggestions", "read", [read])
  })

  test("and a search with them, in each order", async () => {
    const draft = (await makePost(db, home, null, { title: "Late", published: false })).id
    await makePost(db, home, null, { title: "Late" })
    await makePost(db, home, null, { title: "Early", published: false })
    for (const sort of ["newest", "oldest", "name", "name_desc"]) {
      expect(await idsOf("posts", { filter: "draft", search: "late", sort })).toEqual([draft])
    }
  })
})

test("events of one beginning in microseconds are paged without gaps", async () => {
  const body = {
    title: "Night",
    description: null,
    start_date: "2027-06-01T18:00:00.123456Z",
    end_date: "2027-06-01T20:00:00.999999Z",
    location: null,
    country: null,
    featured: false,
    prize: null,
    max_participants: null,
    registration_url: null,
    image_url: null,
  }
  for (let index = 0; index < 5; index++) {
    const answer = await chief.browser.call(adminEvents, "POST", "/api/admin/events", body)
    expect(answer.status).toBe(201)
  }
  for (const sort of ["start", "start_desc"]) {
    const seen: unknown[] = []
    let next: string | undefined = ""
    while (next !== undefined) {
      const found = await page("events", { sort, limit: "2", cursor: next })
      seen.push(...found.rows.map(({ id }) => id))
      next = found.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
  }
})
