/** Teams: founding, editing, finding them, and what their fields take. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import teams from "../../netlify/functions/teams.ts"
import { openBrowser } from "../browser-like.ts"
import { listenForBuilds } from "../build-hook.ts"
import { testDatabase } from "../database.ts"
import { type Member, makeMember } from "../members.ts"
import { forgetWrites, makeTeam, type TestTeam, teamChange, teamFields } from "../teams.ts"

const { owner: tables } = testDatabase()
const db = tables.as(null)
const builds = listenForBuilds()
let owner: Member
let team: TestTeam
beforeAll(async () => {
  owner = await makeMember(db, { displayName: "Owner" })
})
beforeEach(async () => {
  await forgetWrites(db)
  team = await makeTeam(db, { [owner.id]: "owner" })
  builds.calls.length = 0
})

let count = 0
const newSlug = () => {
  count += 1
  return `new-team-${count}`
}
const found = (body: object) =>
  owner.browser.call(teams, "POST", "/api/teams", { ...teamFields, slug: newSlug(), ...body })
const edit = (body: object, at = team) =>
  owner.browser.call(teams, "PATCH", `/api/teams/${at.slug}`, {
    ...teamChange,
    slug: at.slug,
    updated_at: at.updated_at,
    ...body,
  })
const stored = () => db.one`select to_jsonb(t) as team from teams t where id = ${team.id}`

describe("founding", () => {
  test("makes its founder the owner, and has the pages built", async () => {
    const answer = await found({ name: "  Rīgas   Zvaigznes ", slug: "rigas-zvaigznes" })
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({
      name: "Rīgas Zvaigznes",
      slug: "rigas-zvaigznes",
      role: "owner",
      member_count: 1,
      is_verified: false,
      members_may_post_events: true,
    })
    expect(builds.calls).toEqual(["POST"])
    const { json } = await openBrowser().call(teams, "GET", "/api/teams/rigas-zvaigznes")
    expect(json).toMatchObject({ name: "Rīgas Zvaigznes", role: null, request: null })
  })

  test("needs an address that is free", async () => {
    const answer = await found({ slug: team.slug })
    expect([answer.status, answer.json["code"]]).toEqual([409, "slug_taken"])
    expect(answer.json["errors"]).toEqual({ slug: "slug_taken" })
    expect(builds.calls).toEqual([])
  })

  test("stores empty texts as none, and ignores what is not theirs to say", async () => {
    const answer = await found({
      description: " \n ",
      location: "",
      is_verified: true,
      id: team.id,
      created_at: "2000-01-01T00:00:00Z",
      role: "admin",
    })
    expect(answer.json).toMatchObject({ description: null, location: null, is_verified: false })
    expect(answer.json["id"]).not.toBe(team.id)
  })
})

const HIDDEN = ["a\u202eb", "a\u200bb", "\u2800", "a\u0000b", "Z\u0300\u0301\u0302\u0303"]

/** What both forms refuse, with the field's error. */
const REFUSED: [field: string, value: unknown, error: string][] = [
  ["name", "", "required"],
  ["name", "   ", "required"],
  ["name", null, "required"],
  ["name", 7, "required"],
  ["name", "x".repeat(101), "too_long"],
  ["name", "x".repeat(300), "too_long"],
  ...HIDDEN.map((text): [string, string, string] => ["name", text, "hidden_characters"]),
  ["slug", "", "required"],
  ["slug", "Rīga", "invalid_slug"],
  ["slug", "two words", "invalid_slug"],
  ["slug", "UPPER", "invalid_slug"],
  ["slug", "-a", "invalid_slug"],
  ["slug", "a--b", "invalid_slug"],
  ["slug", "../../etc", "invalid_slug"],
  ["slug", "звёзды", "invalid_slug"],
  ["slug", "💜", "invalid_slug"],
  ["slug", "x".repeat(121), "too_long"],
  ...["mine", "new", "page", "manage", "shell"].map((slug): [string, string, string] => [
    "slug",
    slug,
    "reserved_slug",
  ]),
  ["description", "x".repeat(4001), "too_long"],
  ["description", "a\u202eb", "hidden_characters"],
  ["description", 7, "required"],
  ["location", "x".repeat(121), "too_long"],
  ["location", "a\u200bb", "hidden_characters"],
  ["country", "pl", "invalid"],
  ["country", "", "invalid"],
  ["country", "LV", "invalid"],
]

const URL_FIELDS = ["website_url", "instagram_url", "youtube_url"]
const BAD_ADDRESSES: [address: string, error: string][] = [
  ["javascript:alert(1)", "invalid_url"],
  [" javascript:alert(1)", "invalid_url"],
  ["JaVaScRiPt:alert(1)//https://a.lv", "invalid_url"],
  ["data:text/html,<script>alert(1)</script>", "invalid_url"],
  ["ftp://daina.lv", "invalid_url"],
  ["daina", "invalid_url"],
  ["//daina.lv", "invalid_url"],
  ["https://", "invalid_url"],
  ["https://localhost", "invalid_url"],
  ["https:daina.lv", "invalid_url"],
  ["http://a b.lv", "invalid_url"],
  [`https://daina.lv/${"x".repeat(300)}`, "too_long"],
]

describe("fields", () => {
  test.each(REFUSED)("founding refuses the %s %j as %s", async (field, value, error) => {
    const answer = await found({ [field]: value })
    expect([answer.status, answer.json["code"]]).toEqual([422, "invalid"])
    expect(answer.json["errors"]).toEqual({ [field]: error })
    expect(builds.calls).toEqual([])
  })

  test.each<[field: string, value: unknown, error: string]>([
    ...REFUSED,
    ...URL_FIELDS.flatMap((field) =>
      BAD_ADDRESSES.map(([address, error]): [string, string, string] => [field, address, error]),
    ),
    ["cover_image_url", "https://evil.example/a.webp", "invalid"],
    ["cover_image_url", "/uploads/avatars/a.webp", "invalid"],
    ["cover_image_url", "/uploads/team-images/../a.webp", "invalid"],
    ["cover_image_url", "", "invalid"],
    ["members_may_post_events", "yes", "invalid"],
    ["updated_at", "yesterday", "invalid"],
  ])("editing refuses the %s %j as %s", async (field, value, error) => {
    const before = await stored()
    const answer = await edit({ [field]: value })
    expect([answer.status, answer.json["code"]]).toEqual([422, "invalid"])
    expect(answer.json["errors"]).toEqual({ [field]: error })
    expect(await stored()).toEqual(before)
    expect(builds.calls).toEqual([])
  })

  test("at their limits are taken", async () => {
    const answer = await edit({
      name: "ā".repeat(100),
      slug: "x".repeat(120),
      description: "💜".repeat(2000),
      location: "ž".repeat(120),
      website_url: `https://daina.lv/${"x".repeat(283)}`,
    })
    expect(answer.status).toBe(200)
  })

  test("that are several wrong are all named", async () => {
    const answer = await edit({ name: "", slug: "new", website_url: "ftp://a.lv" })
    expect(answer.json["errors"]).toEqual({
      name: "required",
      slug: "reserved_slug",
      website_url: "invalid_url",
    })
  })

  test.each([["{"], ["[]"], ["null"], ['"x"'], ["7"]])("the body %s is refused", async (body) => {
    const bytes = new TextEncoder().encode(body)
    const answer = await owner.browser.call(teams, "POST", "/api/teams", bytes)
    expect([400, 422]).toContain(answer.status)
  })

  test("with half a letter, or none at all, are refused and not an error of ours", async () => {
    for (const text of ["\ud83d", "a\udc9c"]) {
      expect((await found({ name: text })).status).toBe(422)
      expect((await found({ description: text })).status).toBe(422)
    }
  })
})

describe("editing", () => {
  test("saves, answers how it is now, and has the pages built", async () => {
    const change = {
      name: "New name",
      slug: newSlug(),
      description: "Line\r\nline",
      website_url: " https://daina.lv ",
      instagram_url: "",
      youtube_url: "http://youtube.com/@daina",
      cover_image_url: "/uploads/team-images/1700000000000-0123456789ab.webp",
      members_may_post_events: false,
    }
    const answer = await edit(change)
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      ...change,
      description: "Line\nline",
      website_url: "https://daina.lv",
      instagram_url: null,
      role: "owner",
    })
    expect(answer.json["updated_at"]).not.toBe(team.updated_at)
    expect(builds.calls).toEqual(["POST"])
    const { status } = await openBrowser().call(teams, "GET", `/api/teams/${team.slug}`)
    expect(status, "the old address is free").toBe(404)
  })

  test("what is outdated is refused with what there is, and stores nothing", async () => {
    const first = await edit({ name: "First" })
    const before = await stored()
    builds.calls.length = 0
    const second = await edit({ name: "Second", slug: newSlug() })
    expect([second.status, second.json["code"]]).toEqual([409, "stale"])
    expect(second.json["current"]).toEqual(first.json)
    expect(await stored()).toEqual(before)
    expect(builds.calls).toEqual([])
  })

  test("an address that is taken is refused", async () => {
    const other = await makeTeam(db, { [owner.id]: "owner" })
    const answer = await edit({ slug: other.slug })
    expect([answer.status, answer.json["errors"]]).toEqual([409, { slug: "slug_taken" }])
  })

  test("a team that is not there is not found", async () => {
    expect((await edit({}, { ...team, slug: "nowhere" })).status).toBe(404)
  })
})

describe("finding", () => {
  beforeAll(async () => {
    await db.one`delete from teams`
    const places: [name: string, location: string | null, country: "ee" | "lv" | "lt"][] = [
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
    for (const [name, location, country] of places) {
      await makeTeam(
        db,
        { [owner.id]: "owner" },
        { name, country, ...(location ? { location } : {}) },
      )
    }
  })
  const names = async (query: Record<string, string>) => {
    const answer = await openBrowser().call(
      teams,
      "GET",
      `/api/teams?${new URLSearchParams(query)}`,
    )
    expect(answer.status).toBe(200)
    return [answer.json["teams"] ?? []].flat().map((row) => String(Object(row).name))
  }

  test.each<[search: string, found: string[]]>([
    ["riga", ["Rīgas Zvaigznes"]],
    ["RĪGA", ["Rīgas Zvaigznes"]],
    ["Rīga", ["Rīgas Zvaigznes"]],
    ["  zvaigz ", ["Rīgas Zvaigznes"]],
    ["siauliai", ["Šiauliai Dance"]],
    ["ŠIAULIAI", ["Šiauliai Dance"]],
    ["torva", ["Õhtu Öö"]],
    ["ohtu oo", ["Õhtu Öö"]],
    ["Йы", ["Йыхви Ёлки"]],
    ["йыхви", ["Йыхви Ёлки"]],
    ["ЁЛКИ", ["Йыхви Ёлки"]],
    ["елки", ["Йыхви Ёлки"]],
    ["%", ["100% K-pop"]],
    ["100%", ["100% K-pop"]],
    ["_", ["under_score"]],
    ["r_s", ["under_score"]],
    ["\\", ["back\\slash"]],
    ["k\\s", ["back\\slash"]],
    ["strasse", ["Straße"]],
    ["lodz", ["Straße"]],
    ["'; drop", ['D\'Motion "x"']],
    ["d'motion", ['D\'Motion "x"']],
    ["a%a", []],
    ["nothing of the kind", []],
    ["💜", []],
    ["x".repeat(5000), []],
  ])("%j", async (search, expected) => {
    expect((await names({ search })).sort()).toEqual(expected.sort())
  })

  test("by country, together with words", async () => {
    expect(await names({ country: "lt", search: "s" })).toEqual([
      "Straße",
      "under_score",
      "Šiauliai Dance",
    ])
    expect(await names({ country: "lv", search: "siauliai" })).toEqual([])
    expect((await names({ country: "ee" })).sort()).toEqual([
      "back\\slash",
      "Õhtu Öö",
      "Йыхви Ёлки",
    ])
  })

  test("a letter that no database holds is refused or finds nothing, and is no error of ours", async () => {
    const { status } = await openBrowser().call(teams, "GET", "/api/teams?search=%00")
    expect([200, 400]).toContain(status)
    expect(await names({ search: "\ud83d" })).toEqual([])
  })

  test.each([1, 2, 7])("page by page of %i, every team comes once", async (limit) => {
    // Several of one moment, too.
    await db.one`update teams set created_at = '2026-01-01T00:00:00Z' where country = 'ee'`
    const seen: string[] = []
    for (let cursor: unknown = ""; cursor !== undefined; ) {
      const path = `/api/teams?limit=${limit}${cursor ? `&cursor=${cursor}` : ""}`
      const { json } = await openBrowser().call(teams, "GET", path)
      const rows = [json["teams"] ?? []].flat().map((row) => String(Object(row).slug))
      expect(rows.length).toBeLessThanOrEqual(limit)
      seen.push(...rows)
      cursor = json["next"]
    }
    const all = await db.many<{
      slug: string
    }>`select slug from teams order by created_at desc, id desc`
    expect(seen).toEqual(all.map(({ slug }) => slug))
  })

  test.each(["0", "-5", "x", "1e9", "99999999999999999999"])("a limit of %s", async (limit) => {
    const { status, json } = await openBrowser().call(teams, "GET", `/api/teams?limit=${limit}`)
    expect(status).toBe(200)
    expect([json["teams"] ?? []].flat().length).toBeLessThanOrEqual(48)
  })

  test.each(["%00", "Bad", "a--b", "mine/x", "x".repeat(9000), "%27;drop"])(
    "/api/teams/%s is not found",
    async (slug) => {
      for (const rest of ["", "/members"]) {
        const answer = await openBrowser().call(teams, "GET", `/api/teams/${slug}${rest}`)
        expect([answer.status, answer.json["code"]]).toEqual([404, "not_found"])
      }
    },
  )
})
