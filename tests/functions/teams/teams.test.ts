import { randomUUID } from "node:crypto"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import {
  expectErrors,
  getRows,
  getStatusAndCode,
  openBrowser,
  readAllPages,
} from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeTeam, type TestTeam, teamChange, teamFields } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, clear } = await openTestDatabase()
const builds = startBuildHook()
let team: TestTeam
const owner = await makeMember(db, { displayName: "Owner" })
beforeEach(async () => {
  team = await makeTeam(db, { [owner.id]: "owner" })
})

const makeSlug = () => `team-${randomUUID()}`
const createTeam = (body: object, { browser } = owner) =>
  browser.send("POST", "/api/teams", { ...teamFields, slug: makeSlug(), ...body })
const editTeam = (body: object, { slug, updated_at } = team, pathSlug = slug) =>
  owner.browser.send("PATCH", `/api/teams/${pathSlug}`, {
    ...teamChange,
    slug,
    updated_at,
    ...body,
  })
const getAsVisitor = (path: string) => openBrowser().get(`/api/teams/${path}`)
const readTeam = () => db.one`select to_jsonb(t) as team from teams t where id = ${team.id}`

describe("creating", () => {
  test("a new team has its creator as owner and requests a build", async () => {
    const response = await createTeam({ name: "  Rīgas   Zvaigznes ", slug: "rigas-zvaigznes" })
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({
      name: "Rīgas Zvaigznes",
      slug: "rigas-zvaigznes",
      role: "owner",
      member_count: 1,
      is_verified: false,
      members_may_post_events: true,
    })
    expect(builds.calls).toEqual(["POST"])
    const team = { name: "Rīgas Zvaigznes", role: null, request: null }
    expect((await getAsVisitor("rigas-zvaigznes")).json).toMatchObject(team)
  })

  test("a new team requires the display name of its creator", async () => {
    const nameless = await makeMember(db)
    const getOwnTeams = async () => (await nameless.browser.get("/api/teams/mine")).json
    const slug = makeSlug()
    for (const display_name of [undefined, " "]) {
      const errors = { display_name: "display_name_required" }
      expectErrors(await createTeam({ slug, display_name }, nameless), errors)
    }
    expect(await getOwnTeams()).toEqual({ teams: [], requests: [], has_profile: false })
    expect((await createTeam({ slug, display_name: "  Līga " }, nameless)).status).toBe(201)
    expect(await getOwnTeams()).toMatchObject({ teams: [{ slug }], has_profile: true })
    expect((await getAsVisitor(`${slug}/members`)).status).toBe(200)
    const readName = () =>
      db.value`select display_name from profiles where user_id = ${nameless.id}`
    expect(await readName()).toBe("Līga")
    await createTeam({ display_name: "Other" }, nameless)
    expect(await readName(), "an existing name stays").toBe("Līga")
  })

  test("a new team requires an unused slug", async () => {
    const response = await createTeam({ slug: team.slug })
    expect(getStatusAndCode(response)).toEqual([409, "slug_taken"])
    expect(response.json["errors"]).toEqual({ slug: "slug_taken" })
    expect(builds.calls).toEqual([])
  })

  test("a new team stores empty texts as null and ignores fields that owners cannot set", async () => {
    const readOnlyFields = {
      is_verified: true,
      id: team.id,
      created_at: "2000-01-01",
      role: "admin",
    }
    const response = await createTeam({ description: " \n ", location: "", ...readOnlyFields })
    expect(response.json).toMatchObject({ description: null, location: null, is_verified: false })
    expect(response.json["id"]).not.toBe(team.id)
  })
})

const REFUSED_VALUES: [field: string, value: unknown, error: string][] = [
  ["name", "   ", "required"],
  ["name", null, "required"],
  ["name", 7, "required"],
  ["name", "x".repeat(101), "too_long"],
  ["name", "\u202e\u0000", "required"],
  ["name", "\ud83d", "required"],
  ["slug", "", "required"],
  ["slug", "Rīga", "invalid_slug"],
  ["slug", "-a", "invalid_slug"],
  ["slug", "a--b", "invalid_slug"],
  ["slug", "../../etc", "invalid_slug"],
  ["slug", "x".repeat(121), "too_long"],
  ["slug", "mine", "reserved_slug"],
  ["slug", "new", "reserved_slug"],
  ["slug", "page", "reserved_slug"],
  ["slug", "manage", "reserved_slug"],
  ["slug", "shell", "reserved_slug"],
  ["description", "x".repeat(4001), "too_long"],
  ["description", 7, "invalid"],
  ["location", "x".repeat(121), "too_long"],
  ["country", "pl", "invalid"],
  ["country", "", "invalid"],
]

describe("fields", () => {
  test.each(REFUSED_VALUES)(
    "creating and editing a team refuse the %s %j as %s",
    async (field, value, error) => {
      const before = await readTeam()
      for (const response of [
        await createTeam({ [field]: value }),
        await editTeam({ [field]: value }),
      ]) {
        expect(getStatusAndCode(response)).toEqual([422, "invalid"])
        expect(response.json["errors"]).toEqual({ [field]: error })
      }
      expect(await readTeam()).toEqual(before)
      expect(builds.calls).toEqual([])
    },
  )

  test.each([
    ["name", "a\u202eb\u0000c", "abc"],
    ["description", "a\udc9c\u2028b", "a\nb"],
    ["location", "a\u200bb", "ab"],
  ])("creating and editing a team store the %s %j as %j", async (field, value, normalized) => {
    for (const { json } of [
      await createTeam({ [field]: value }),
      await editTeam({ [field]: value }),
    ]) {
      expect(json[field]).toBe(normalized)
    }
  })

  test.each<[field: string, value: unknown, error: string]>([
    ["website_url", " javascript:alert(1)", "invalid_url"],
    ["instagram_url", "javascript:alert(1)", "invalid_url"],
    ["youtube_url", "javascript:alert(1)", "invalid_url"],
    ["website_url", `https://daina.lv/${"x".repeat(300)}`, "too_long"],
    ["cover_image_url", "https://evil.example/a.webp", "invalid"],
    ["cover_image_url", "/uploads/avatars/a.webp", "invalid"],
    ["cover_image_url", "/uploads/team-images/../a.webp", "invalid"],
    ["cover_image_url", "", "invalid"],
    ["members_may_post_events", "yes", "invalid"],
    ["updated_at", "yesterday", "invalid"],
  ])("editing refuses the %s %j as %s", async (field, value, error) => {
    expectErrors(await editTeam({ [field]: value }), { [field]: error })
  })

  test("a response contains all errors", async () => {
    const response = await editTeam({ name: "", slug: "new", website_url: "ftp://a.lv" })
    const errors = { name: "required", slug: "reserved_slug", website_url: "invalid_url" }
    expectErrors(response, errors)
  })
})

describe("editing", () => {
  test("an edit returns the new row and requests a build", async () => {
    const change = {
      name: "New name",
      slug: makeSlug(),
      description: "Line\r\nline",
      website_url: " https://daina.lv ",
      instagram_url: "",
      youtube_url: "http://youtube.com/@daina",
      cover_image_url: "/uploads/team-images/1700000000000-0123456789ab.webp",
      members_may_post_events: false,
    }
    const response = await editTeam(change)
    expect(response.status).toBe(200)
    expect(response.json).toMatchObject({
      ...change,
      description: "Line\nline",
      website_url: "https://daina.lv",
      instagram_url: null,
      role: "owner",
    })
    expect(response.json["updated_at"]).not.toBe(team.updated_at)
    expect(builds.calls).toEqual(["POST"])
  })

  test("a former slug finds its team, and no other team can take the slug", async () => {
    const [first, second] = [team.slug, makeSlug()]
    expect((await editTeam({ slug: second })).status).toBe(200)
    expect((await getAsVisitor(first)).json).toMatchObject({ id: team.id, slug: second })
    expect((await getAsVisitor(`${first}/members`)).status).toBe(200)
    for (const refused of [
      await createTeam({ slug: first }),
      await editTeam({ slug: first }, await makeTeam(db, { [owner.id]: "owner" })),
    ]) {
      expect(getStatusAndCode(refused)).toEqual([409, "slug_taken"])
    }
    const { updated_at } = (await getAsVisitor(first)).json
    expect((await editTeam({ id: team.id, slug: first, updated_at })).status).toBe(200)
    expect((await getAsVisitor(second)).json).toMatchObject({ slug: first })
    await db.one`update teams set hidden_at = now() where id = ${team.id}`
    expect((await getAsVisitor(second)).status).toBe(404)
    await db.one`delete from teams where id = ${team.id}`
    expect((await createTeam({ slug: second })).status).toBe(201)
  })

  test("a team keeps its last twenty former slugs", async () => {
    const slugs = Array.from({ length: 22 }, makeSlug)
    for (const slug of slugs) await db.one`update teams set slug = ${slug} where id = ${team.id}`
    expect((await getAsVisitor(slugs[0] ?? "")).status).toBe(404)
    expect((await getAsVisitor(slugs[1] ?? "")).json).toMatchObject({
      id: team.id,
      slug: slugs[21],
    })
    const count = db.value`select count(*) from team_former_slugs where team_id = ${team.id}`
    expect(await count).toBe(20)
  })

  test("an edit that is sent to a former slug changes the team with the id in the body", async () => {
    const { id } = team
    const slug = makeSlug()
    const { updated_at } = (await editTeam({ id, slug })).json
    const second = await editTeam({ id })
    expect(getStatusAndCode(second)).toEqual([409, "stale"])
    expect(second.json["current"]).toMatchObject({ id, slug })
    const third = await editTeam({ id, updated_at })
    expect([third.status, third.json["slug"]]).toEqual([200, team.slug])
    const teamOfOthers = await makeTeam(db, {})
    const refused = await editTeam({ id: teamOfOthers.id, slug: "x" }, teamOfOthers, team.slug)
    expect(refused.status).toBe(403)
  })

  test("changing a slug to another team's slug is refused", async () => {
    const other = await makeTeam(db, { [owner.id]: "owner" })
    expect(getStatusAndCode(await editTeam({ slug: other.slug }))).toEqual([409, "slug_taken"])
  })

  test("an edit of a team that does not exist gets 404", async () => {
    expect((await editTeam({}, { ...team, slug: "nowhere" })).status).toBe(404)
  })
})

describe("searching", () => {
  beforeAll(async () => {
    await clear("teams")
    const TEAMS: [name: string, location: string | null, country: "ee" | "lv" | "lt"][] = [
      ["Rīgas Zvaigznes", "Rīga", "lv"],
      ["Šiauliai Dance", "Šiauliai", "lt"],
      ["Õhtu Öö", "Tõrva", "ee"],
      ["Йыхви Ёлки", "Йыхви", "ee"],
      ["100% K-pop", null, "lv"],
      ["under_score", null, "lt"],
      ["back\\slash", null, "ee"],
      ["Straße", "Łódź", "lt"],
      ['D\'Motion "x"', "'; drop table teams --", "lv"],
    ]
    for (const [name, location, country] of TEAMS) {
      const options = { name, country, ...(location && { location }) }
      await makeTeam(db, { [owner.id]: "owner" }, options)
    }
  })
  const listNames = async (query: Record<string, string>) => {
    const path = `/api/teams?${new URLSearchParams(query)}`
    const response = await openBrowser().get(path)
    expect(response.status).toBe(200)
    return getRows(response, "teams").map(({ name }) => name)
  }

  test.each<[search: string, expected: string[]]>([
    ["riga", ["Rīgas Zvaigznes"]],
    ["Rīga", ["Rīgas Zvaigznes"]],
    ["  zvaigz ", ["Rīgas Zvaigznes"]],
    ["ŠIAULIAI", ["Šiauliai Dance"]],
    ["ohtu oo", ["Õhtu Öö"]],
    ["ЁЛКИ", ["Йыхви Ёлки"]],
    ["елки", ["Йыхви Ёлки"]],
    ["%", ["100% K-pop"]],
    ["_", ["under_score"]],
    ["\\", ["back\\slash"]],
    ["strasse", ["Straße"]],
    ["'; drop", ['D\'Motion "x"']],
    ["a%a", []],
    ["💜", []],
    ["x".repeat(5000), []],
  ])("the search %j finds %j", async (search, expected) => {
    expect((await listNames({ search })).sort()).toEqual(expected.sort())
  })

  test("a search combines the country and the words", async () => {
    const lithuanian = ["Straße", "under_score", "Šiauliai Dance"]
    expect(await listNames({ country: "lt", search: "s" })).toEqual(lithuanian)
    expect(await listNames({ country: "lv", search: "siauliai" })).toEqual([])
    expect(await listNames({ country: "ee" })).toHaveLength(3)
  })

  test("characters that Postgres cannot store cause no server error", async () => {
    const { status } = await openBrowser().get("/api/teams?search=%00")
    expect([200, 400]).toContain(status)
    expect(await listNames({ search: "\ud83d" })).toEqual([])
  })

  test("the pages of the list contain every team once", async () => {
    await db.one`update teams set created_at = '2026-01-01T00:00:00Z' where country = 'ee'`
    const rows = await readAllPages("/api/teams?limit=2", "teams")
    const allTeams = await db.many<{ slug: string }>`
      select slug from teams order by created_at desc, id desc`
    expect(rows.map(({ slug }) => slug)).toEqual(allTeams.map(({ slug }) => slug))
  })

  test.each(["%00", "Bad", "mine%2Fx", "x".repeat(9000)])(
    "/api/teams/%s is not found",
    async (slug) => {
      for (const subpath of ["", "/members"]) {
        expect(getStatusAndCode(await getAsVisitor(`${slug}${subpath}`))).toEqual([
          404,
          "not_found",
        ])
      }
    },
  )
})
