import { beforeEach, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeTeam, type TestTeam } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db } = await openTestDatabase()
startBuildHook()

let team: TestTeam
const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
beforeEach(async () => {
  team = await makeTeam(db, { [superAdmin.id]: "owner" })
})

const call = (method: string, path: string, body: object) =>
  superAdmin.browser.send(method, `/api/${path}`, body)

const times = { start_date: "2027-06-01T15:00:00.000Z", end_date: "2027-06-01T19:00:00.000Z" }

/** Forms whose optional fields may be missing in the body. */
const CASES: [
  name: string,
  createPath: () => string,
  changePath: string,
  required: () => object,
  optional: object,
][] = [
  [
    "a post",
    () => `teams/${team.slug}/posts`,
    "posts",
    () => ({ title: "Hi", content: "All.", is_published: true }),
    { video_url: "https://youtu.be/dQw4w9WgXcQ", video_type: "youtube" },
  ],
  [
    "a team's event",
    () => "events",
    "events",
    () => ({ title: "Practice", ...times, team_id: team.id, event_type: "team" }),
    {
      description: "Bring shoes.",
      location: "Rīga",
      country: "lv",
      prize: "A cup",
      max_participants: 12,
      time_zone: "Europe/Lisbon",
      color: "#336699",
    },
  ],
  [
    "a public event",
    () => "admin/events",
    "admin/events",
    () => ({ title: "Night", ...times, featured: false }),
    {
      description: "All night.",
      location: "Rīga",
      country: "lv",
      time_zone: "Europe/Lisbon",
      registration_url: "https://cup.example/in",
      image_url: "/uploads/event-images/a.webp",
    },
  ],
  [
    "an idea",
    () => "admin/ideas",
    "admin/ideas",
    () => ({
      title: "A hall",
      description: "For all.",
      category: "events",
      status: "open",
      is_popular: false,
    }),
    { reply: "We look for one." },
  ],
  [
    "an article",
    () => "admin/news",
    "admin/news",
    () => ({
      title: "Night",
      content: "Text.",
      language: "en",
      is_featured: false,
      slug: `night-${crypto.randomUUID()}`,
    }),
    { excerpt: "Soon.", country: "ee", cover_image_url: "/uploads/news-images/a.webp" },
  ],
]

test.each(CASES)(
  "optional fields of %s are null at first, kept if omitted, and emptied by null",
  async (_, createPath, changePath, required, optional) => {
    // The server derives the type of a video from its URL.
    const { video_type: _type, ...sentOptional } = { video_type: undefined, ...optional }
    const withoutOptional = await call("POST", createPath(), required())
    expect([withoutOptional.status, withoutOptional.json["errors"]]).toEqual([201, undefined])
    for (const name of Object.keys(optional)) {
      // The defaults of these fields are not null.
      if (name === "time_zone" || name === "color") continue
      expect(withoutOptional.json[name], name).toBeNull()
    }
    const body = required()
    const created = await call("POST", createPath(), { ...body, ...sentOptional })
    const { id, updated_at } = created.json
    const editResponse = await call("PATCH", `${changePath}/${id}`, { ...body, updated_at })
    expect([editResponse.status, editResponse.json]).toMatchObject([200, optional])
    const [firstOptional = ""] = Object.keys(sentOptional)
    const { updated_at: newVersion } = editResponse.json
    const emptied = { ...body, [firstOptional]: null, updated_at: newVersion }
    const emptiedRow = (await call("PATCH", `${changePath}/${id}`, emptied)).json
    expect(emptiedRow[firstOptional], "null empties a field").toBeNull()
  },
)

test("a new team gets a slug from its name, unless the slug is taken, empty or reserved", async () => {
  const name = `Rīgas Zvaigznes ${crypto.randomUUID().slice(0, 8)}`
  const created = await call("POST", "teams", { name })
  const slug = name.toLowerCase().replaceAll(" ", "-").replace("ī", "i")
  expect([created.status, created.json]).toMatchObject([
    201,
    { slug, description: null, country: null },
  ])
  const repeatedResponse = await call("POST", "teams", { name })
  expect([repeatedResponse.status, repeatedResponse.json["code"]]).toEqual([409, "slug_taken"])
  // A name of emoji has no letters for a slug, and the slug "mine" is reserved.
  for (const nameWithoutSlug of ["💃💃", "Mine"]) {
    const refused = await call("POST", "teams", { name: nameWithoutSlug })
    expect([refused.status, refused.json["errors"]]).toEqual([422, { slug: "required" }])
  }
})

test("an edit of a team by the owner or a super admin keeps omitted fields", async () => {
  const optional = { description: "We dance.", location: "Rīga", country: "lv", website_url: null }
  const switches = { members_may_post_events: true, is_recruiting: false }
  const required = { name: "Stars", slug: team.slug, ...switches }
  const { updated_at } = team
  const body = { ...required, ...optional, updated_at }
  const firstEdit = await call("PATCH", `teams/${team.slug}`, body)
  const requiredFields = { ...required, updated_at: firstEdit.json["updated_at"] }
  const editResponse = await call("PATCH", `teams/${team.slug}`, requiredFields)
  expect([editResponse.status, editResponse.json]).toMatchObject([200, optional])
  const adminEdit = { name: "Comets", updated_at: editResponse.json["updated_at"] }
  const adminResponse = await call("PATCH", `admin/teams/${team.id}`, adminEdit)
  expect([adminResponse.status, adminResponse.json]).toMatchObject([
    200,
    { ...optional, name: "Comets" },
  ])
})
