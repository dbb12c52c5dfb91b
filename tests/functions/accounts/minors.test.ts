import { beforeEach, describe, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { content } from "../../../src/content/content.ts"
import { getRows, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makePost, makeTeam } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db, clear } = await openTestDatabase()
const builds = startBuildHook()

const NAME = "Elīza Ozola"
let minor: Member
let other: Member
let team: { id: string; slug: string }

beforeEach(async () => {
  await clear("teams", "news")
  minor = await makeMember(db, { displayName: NAME })
  other = await makeMember(db)
  team = await makeTeam(db, { [minor.id]: "owner" })
  await makePost(db, team.id, minor.id)
  await makeArticle(db, { authorId: minor.id })
  await db.one`
    update profiles set avatar_url = ${`/uploads/avatars/${minor.id}/avatar-1-${"0".repeat(32)}.webp`}
    where user_id = ${minor.id}`
  await setAge(13)
})

const setAge = (years: number | null) => db.one`
  update profiles set date_of_birth = current_date - make_interval(years => ${years}::integer)
  where user_id = ${minor.id}`
const setPrivacy = (settings: object) => db.one`
  update profiles set privacy_settings = privacy_settings || ${JSON.stringify(settings)}::jsonb
  where user_id = ${minor.id}`

async function readFromApi(browser = openBrowser()) {
  const members = await browser.get(`/api/teams/${team.slug}/members`)
  const posts = await browser.get(`/api/teams/${team.slug}/posts`)
  const page = await browser.get(`/api/profiles/${minor.id}`)
  const [member] = getRows(members, "members")
  return {
    member: member?.["display_name"],
    hasPicture: member?.["avatar_url"] !== null,
    postAuthor: getRows(posts, "posts")[0]?.["author_name"],
    profile: page.json["display_name"],
    hasProfilePicture: page.json["avatar_url"] !== null,
  }
}

/** Returns the names that prebuilt pages show, and whether these pages show the picture. */
async function readByBuild() {
  const [[member], [post], articles] = await Promise.all([
    content.teamMembers(),
    content.blogPosts(),
    content.articles("en"),
  ])
  return {
    member: member?.display_name,
    hasPicture: member?.avatar_url !== null,
    postAuthor: post?.author_name,
    articleAuthor: articles[0]?.author_name,
  }
}

const NOTHING_SHOWN = { member: null, hasPicture: false, postAuthor: null }
const ALL_SHOWN = { member: NAME, hasPicture: true, postAuthor: NAME }

test("by default only signed-in members see a minor's name and picture", async () => {
  expect(await readFromApi()).toEqual({ ...NOTHING_SHOWN, profile: null, hasProfilePicture: false })
  expect(await readByBuild()).toEqual({ ...NOTHING_SHOWN, articleAuthor: null })
  for (const { browser } of [other, minor]) {
    expect(await readFromApi(browser)).toEqual({
      ...ALL_SHOWN,
      profile: NAME,
      hasProfilePicture: true,
    })
  }
})

test("anonymous visitors do not see the teams of a minor", async () => {
  const readProfile = (browser = openBrowser()) => browser.get(`/api/profiles/${minor.id}`)
  expect((await readProfile()).json["teams"]).toEqual([])
  expect((await readProfile(other.browser)).json["teams"]).toHaveLength(1)
})

test.each([
  ["is 18 today", 18],
  ["is an adult", 30],
  ["has no birth date", null],
])("everyone sees the name and picture of a member who %s", async (_, years) => {
  await setAge(years)
  expect(await readByBuild()).toEqual({ ...ALL_SHOWN, articleAuthor: NAME })
  expect(await readFromApi()).toMatchObject({ ...ALL_SHOWN, profile: NAME })
})

describe("a member under 18 who shows name and picture to everyone", () => {
  beforeEach(() => setPrivacy({ show_to_everyone: true }))

  test("visitors see the name and picture on prebuilt pages and from the API", async () => {
    expect(await readByBuild()).toEqual({ ...ALL_SHOWN, articleAuthor: NAME })
    expect(await readFromApi()).toMatchObject({ ...ALL_SHOWN, profile: NAME })
  })

  test("other members do not see a name that the minor has hidden", async () => {
    await setPrivacy({ show_display_name: false })
    expect(await readByBuild()).toMatchObject({ member: null, hasPicture: true, postAuthor: null })
    expect(await readFromApi(other.browser)).toMatchObject({ member: null, postAuthor: null })
  })
})

test("a build is requested only when the visibility of the name or picture changes", async () => {
  const save = async (change: object) => {
    builds.calls.length = 0
    const before = await getContentVersion(db)
    const body = { display_name: NAME, ...change }
    expect((await minor.browser.send("PATCH", "/api/profile", body)).status).toBe(200)
    return { isVersionRaised: (await getContentVersion(db)) > before, builds: builds.calls.length }
  }
  const rebuilt = { isVersionRaised: true, builds: 1 }
  expect(await save({ privacy_settings: { show_to_everyone: true } })).toEqual(rebuilt)
  expect(await save({ privacy_settings: { show_to_everyone: false } })).toEqual(rebuilt)
  expect(await save({ date_of_birth: "1990-01-01" })).toEqual(rebuilt)
  const unchanged = { isVersionRaised: false, builds: 0 }
  expect(await save({ date_of_birth: "1991-01-01" })).toEqual(unchanged)
  expect(await save({ privacy_settings: { show_to_everyone: true } })).toEqual(unchanged)
})
