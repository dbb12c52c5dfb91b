/** Popular ideas, those like a title, and votes. */
import { beforeEach, describe, expect, test } from "vitest"
import { contentVersion } from "../../db/queries/content-version.ts"
import ideas from "../../netlify/functions/ideas.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeIdea } from "../ideas.ts"
import { type Member, makeMember } from "../members.ts"

const { app, owner } = testDatabase()
const db = owner.as(null)
const nobody = "00000000-0000-4000-8000-000000000000"

const popular = async (browser: TestBrowser = openBrowser()) => {
  const { json } = await browser.call(ideas, "GET", "/api/ideas/popular")
  return Array.isArray(json["ideas"]) ? json["ideas"] : []
}
const vote = ({ browser }: Pick<Member, "browser">, id: string, method = "PUT") =>
  browser.call(ideas, method, `/api/ideas/${id}/vote`)

beforeEach(async () => void (await db.many`delete from ideas`))

describe("popular ideas", () => {
  test("come by their votes, those with as many by their age", async () => {
    await makeIdea(db, { title: "Two votes", voters: 2 })
    await makeIdea(db, { title: "Five votes", voters: 5 })
    await makeIdea(db, { title: "Two as well", voters: 2 })
    await makeIdea(db, { title: "Not popular", isPopular: false, voters: 9 })
    const [first, ...others] = await popular()
    expect(first).toEqual({
      id: expect.any(String),
      title: "Five votes",
      description: "What it is about",
      category: "events",
      status: "open",
      reply: null,
      vote_count: 5,
      user_voted: false,
    })
    expect(others.map(({ title }) => title)).toEqual(["Two votes", "Two as well"])
  })

  test("tell members which they voted for, and nobody who else did", async () => {
    const mari = await makeMember(db)
    const id = await makeIdea(db, { voters: 1, authorId: mari.id })
    await vote(mari, id)
    expect(await popular(mari.browser)).toMatchObject([{ vote_count: 2, user_voted: true }])
    expect(await popular((await makeMember(db)).browser)).toMatchObject([{ user_voted: false }])
    const { text } = await openBrowser().call(ideas, "GET", "/api/ideas/popular")
    expect(text).not.toContain(mari.id)
  })

  test("are kept by nothing in between, since they differ by member", async () => {
    const { headers } = await openBrowser().call(ideas, "GET", "/api/ideas/popular")
    expect(headers.get("cache-control")).toBe("private, no-store")
  })

  test("are part of the built site; votes are not", async () => {
    const before = await contentVersion(db)
    const id = await makeIdea(db)
    const made = await contentVersion(db)
    expect(made).toBeGreaterThan(before)
    await vote(await makeMember(db), id)
    await makeIdea(db, { isPopular: false })
    expect(await contentVersion(db)).toBe(made)
    await db.many`update ideas set reply = 'Soon' where id = ${id}`
    expect(await contentVersion(db)).toBeGreaterThan(made)
  })
})

describe("a vote", () => {
  test("counts once, however often it is given, and is taken back once", async () => {
    const mari = await makeMember(db)
    const id = await makeIdea(db, { voters: 3 })
    const first = await vote(mari, id)
    expect([first.status, first.json]).toEqual([200, { vote_count: 4, already: false }])
    const second = await vote(mari, id)
    expect([second.status, second.json]).toEqual([200, { vote_count: 4, already: true }])
    for (const _ of [1, 2]) {
      const back = await vote(mari, id, "DELETE")
      expect([back.status, back.json]).toEqual([200, { vote_count: 3 }])
    }
  })

  test("for what is no idea is not found", async () => {
    const mari = await makeMember(db)
    for (const id of [nobody, "popular", "1 or true"]) {
      for (const method of ["PUT", "DELETE"]) {
        const { status, json } = await vote(mari, encodeURIComponent(id), method)
        expect([status, json["code"]]).toEqual([404, "not_found"])
      }
    }
  })

  test("of a stranger is refused", async () => {
    const id = await makeIdea(db, { voters: 1 })
    for (const method of ["PUT", "DELETE"]) {
      const { status, json } = await vote({ browser: openBrowser() }, id, method)
      expect([status, json["code"]]).toEqual([401, "sign_in_required"])
    }
    expect(await popular()).toMatchObject([{ vote_count: 1 }])
  })

  test("in somebody else's name is refused by the database, and theirs are not seen or taken", async () => {
    const [mari, juri] = [await makeMember(db), await makeMember(db)]
    const id = await makeIdea(db)
    await vote(juri, id)
    const as = app.as({ userId: mari.id })
    await expect(
      as.many`insert into idea_votes (idea_id, user_id) values (${id}, ${juri.id})`,
    ).rejects.toThrow(/row-level security/)
    expect(await as.many`delete from idea_votes returning user_id`).toEqual([])
    expect(await as.many`select user_id from idea_votes`).toEqual([])
    await expect(as.many`select author_id from ideas`).rejects.toThrow(/permission denied/)
    expect(await as.many`update ideas set is_popular = true returning id`).toEqual([])
    expect(await popular()).toMatchObject([{ vote_count: 1 }])
  })

  test("goes with its account", async () => {
    const mari = await makeMember(db)
    const id = await makeIdea(db, { voters: 1 })
    await vote(mari, id)
    await db.many`delete from users where id = ${mari.id}`
    expect(await popular()).toMatchObject([{ vote_count: 1 }])
  })

  test("is one of many: 200 members voting and unvoting at once leave exactly the right count", async () => {
    const id = await makeIdea(db, { voters: 7 })
    const members = await Promise.all(Array.from({ length: 200 }, () => makeMember(db)))
    // Every third one takes it back, every second one of the others clicks twice.
    await Promise.all(
      members.map(async (member, i) => {
        const twice = i % 2 === 0 ? [vote(member, id), vote(member, id)] : [vote(member, id)]
        for (const { status } of await Promise.all(twice)) expect(status).toBe(200)
        if (i % 3 === 0) expect((await vote(member, id, "DELETE")).status).toBe(200)
      }),
    )
    const left = members.filter((_, i) => i % 3 !== 0).length
    expect(await popular()).toMatchObject([{ vote_count: 7 + left }])
  })
})

describe("similar ideas", () => {
  const TITLES = [
    "A shared calendar of free halls",
    "A coach to the final from all three capitals",
    "Wardrobe library for crews",
    "Loop and slow down in the song pages",
    "First contest: a series of honest stories",
    "Naktsautobuss mājās no Rīgas",
  ]
  beforeEach(async () => {
    for (const title of TITLES) await makeIdea(db, { title, isPopular: false, voters: 2 })
  })
  const similar = async (title: string) => {
    const path = `/api/ideas/similar?${new URLSearchParams({ title })}`
    const { status, json } = await openBrowser().call(ideas, "GET", path)
    expect(status).toBe(200)
    const found = json["ideas"]
    return Array.isArray(found) ? found : []
  }

  test.each([
    ["calendar of halls", TITLES[0]],
    ["Shared CALENDAR", TITLES[0]],
    ["coach from the capitals", TITLES[1]],
    ["a libary for wardrobes", TITLES[2]],
    ["slow down songs", TITLES[3]],
    ["honest stories contest", TITLES[4]],
    ["naktsautobuss majas", TITLES[5]],
  ])("%s finds %s first", async (typed, title) => {
    const [first] = await similar(typed)
    expect(first).toEqual({ id: expect.any(String), title, vote_count: 2, user_voted: false })
  })

  test.each([
    "A night bus to Tartu",
    "%%%%",
    "____",
    "abc",
    "",
    "zzzz qqqq",
    "\\",
    "Karaoke in May",
  ])("%j finds none", async (typed) => {
    expect(await similar(typed)).toEqual([])
  })

  test("are three at the most", async () => {
    for (const n of [1, 2, 3]) await makeIdea(db, { title: `A shared calendar, ${n}` })
    expect(await similar("a shared calendar")).toHaveLength(3)
  })

  test("of a title that goes on and on are looked for by its beginning", async () => {
    expect(await similar(`${TITLES[0]} ${"x ".repeat(5000)}`)).not.toHaveLength(0)
  })
})
