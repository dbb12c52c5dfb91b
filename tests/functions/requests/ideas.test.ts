import { beforeEach, describe, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { getRows, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeIdea } from "../../support/people/ideas.ts"
import { type Member, makeMember } from "../../support/people/members.ts"

const { db, app, clear } = await openTestDatabase()

const getPopular = (browser = openBrowser()) => browser.get("/api/ideas/popular")
const listPopular = async (browser = openBrowser()) => getRows(await getPopular(browser), "ideas")
const vote = ({ browser }: Member, id: string, method = "PUT") =>
  browser.send(method, `/api/ideas/${id}/vote`)

beforeEach(() => clear("ideas"))

describe("popular ideas", () => {
  test("popular ideas are sorted by votes, then by age", async () => {
    await makeIdea(db, { title: "Two votes", voters: 2 })
    await makeIdea(db, { title: "Five votes", voters: 5 })
    await makeIdea(db, { title: "Two votes, newer", voters: 2 })
    await makeIdea(db, { title: "Not popular", isPopular: false, voters: 9 })
    const [first, ...otherIdeas] = await listPopular()
    expect(first).toEqual({
      id: expect.any(String),
      title: "Five votes",
      description: "What it is about",
      category: "events",
      status: "open",
      reply: null,
      language: "en",
      vote_count: 5,
      user_voted: false,
    })
    expect(otherIdeas.map(({ title }) => title)).toEqual(["Two votes", "Two votes, newer"])
  })

  test("members see their own votes, but not votes of other members", async () => {
    const member = await makeMember(db)
    const id = await makeIdea(db, { voters: 1, authorId: member.id })
    await vote(member, id)
    expect(await listPopular(member.browser)).toMatchObject([{ vote_count: 2, user_voted: true }])
    expect(await listPopular((await makeMember(db)).browser)).toMatchObject([{ user_voted: false }])
    expect((await getPopular()).text).not.toContain(member.id)
  })

  test("a new or changed popular idea raises the content version, but a vote does not", async () => {
    const before = await getContentVersion(db)
    const id = await makeIdea(db)
    const versionWithIdea = await getContentVersion(db)
    expect(versionWithIdea).toBeGreaterThan(before)
    await vote(await makeMember(db), id)
    expect(await getContentVersion(db)).toBe(versionWithIdea)
    await db.many`update ideas set reply = 'Soon' where id = ${id}`
    expect(await getContentVersion(db)).toBeGreaterThan(versionWithIdea)
  })
})

describe("a vote", () => {
  test("a repeated vote counts once, and a vote can be removed", async () => {
    const member = await makeMember(db)
    const id = await makeIdea(db, { voters: 3 })
    for (const already of [false, true]) {
      const { status, json } = await vote(member, id)
      expect([status, json]).toEqual([200, { vote_count: 4, already }])
    }
    for (const _ of [1, 2]) {
      const { status, json } = await vote(member, id, "DELETE")
      expect([status, json]).toEqual([200, { vote_count: 3 }])
    }
  })

  test.each(["done", "declined"])(
    "a vote for an idea that is %s can be removed but not added",
    async (status) => {
      const member = await makeMember(db)
      const id = await makeIdea(db, { voters: 3 })
      await vote(member, id)
      await db.many`update ideas set status = ${status} where id = ${id}`
      const otherMember = await makeMember(db)
      expect(getStatusAndCode(await vote(otherMember, id))).toEqual([409, "idea_closed"])
      const directInsert = app.as({ userId: otherMember.id }).many`
      insert into idea_votes (idea_id, user_id) values (${id}, ${otherMember.id})`
      await expect(directInsert).rejects.toThrow(/row-level security/)
      expect((await vote(member, id, "DELETE")).json).toEqual({ vote_count: 3 })
    },
  )

  test("a vote for a missing idea gets 404", async () => {
    const member = await makeMember(db)
    for (const id of ["00000000-0000-4000-8000-000000000000", "popular", "1%20or%20true"]) {
      for (const method of ["PUT", "DELETE"]) {
        expect(getStatusAndCode(await vote(member, id, method))).toEqual([404, "not_found"])
      }
    }
  })

  test("a member cannot add, see or remove votes of other members in SQL", async () => {
    const [member, otherMember] = [await makeMember(db), await makeMember(db)]
    const id = await makeIdea(db)
    await vote(otherMember, id)
    const memberDb = app.as({ userId: member.id })
    const forged = memberDb.many`
      insert into idea_votes (idea_id, user_id) values (${id}, ${otherMember.id})`
    await expect(forged).rejects.toThrow(/row-level security/)
    expect(await memberDb.many`delete from idea_votes returning user_id`).toEqual([])
    expect(await memberDb.many`select user_id from idea_votes`).toEqual([])
    expect(await listPopular()).toMatchObject([{ vote_count: 1 }])
  })

  test("a member can neither read the authors of ideas nor change ideas in SQL", async () => {
    const member = await makeMember(db)
    await makeIdea(db)
    const memberDb = app.as({ userId: member.id })
    await expect(memberDb.many`select author_id from ideas`).rejects.toThrow(/permission denied/)
    expect(await memberDb.many`update ideas set is_popular = true returning id`).toEqual([])
  })

  test("concurrent votes of 20 members are counted correctly", async () => {
    const id = await makeIdea(db, { voters: 7 })
    // Every second member votes two times, and every third member removes the vote.
    const votesKept = await repeatConcurrently(20, async (i) => {
      const member = await makeMember(db)
      for (const { status } of await repeatConcurrently(i % 2 ? 1 : 2, () => vote(member, id))) {
        expect(status).toBe(200)
      }
      if (i % 3 === 0) expect((await vote(member, id, "DELETE")).status).toBe(200)
      return i % 3 !== 0
    })
    const vote_count = 7 + votesKept.filter(Boolean).length
    expect(await listPopular()).toMatchObject([{ vote_count }])
  })
})

describe("similar ideas", () => {
  const TITLES = [
    "A shared calendar of free halls",
    "A bus to the final from all three capitals",
    "Wardrobe library for crews",
    "Naktsautobuss mājās no Rīgas",
  ]
  beforeEach(async () => {
    for (const title of TITLES) await makeIdea(db, { title, isPopular: false, voters: 2 })
  })
  const listSimilar = async (title: string) => {
    const path = `/api/ideas/similar?${new URLSearchParams({ title })}`
    const response = await openBrowser().get(path)
    expect(response.status).toBe(200)
    return getRows(response, "ideas")
  }

  test.each([
    ["Shared CALENDAR", TITLES[0]],
    ["bus from the capitals", TITLES[1]],
    ["a libary for wardrobes", TITLES[2]],
    ["naktsautobuss majas", TITLES[3]],
    [`${TITLES[0]} ${"x ".repeat(5000)}`, TITLES[0]],
  ])("the typed title %s finds %s first", async (typedTitle, title) => {
    const [first] = await listSimilar(typedTitle)
    expect(first).toMatchObject({ id: expect.any(String), title, vote_count: 2, user_voted: false })
  })

  test.each(["A night train to Tartu", "%%%%", "____", "abc", "", "\\"])(
    "the typed title %j finds no idea",
    async (typedTitle) => {
      expect(await listSimilar(typedTitle)).toEqual([])
    },
  )
})
