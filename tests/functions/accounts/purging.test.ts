/** Tests that a change deletes the CDN's copies of all responses that the change affects. */
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation, type TestArticle } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeCase } from "../../support/people/reports.ts"
import { password } from "../../support/people/sign-in.ts"
import {
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  type TestRow,
  type TestTeam,
  teamChange,
} from "../../support/people/teams.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db, clear } = await openTestDatabase()
startStorage()

/** Cache tags whose responses were deleted through a fake of Netlify's API. */
const purgedTags: string[] = []
beforeEach(() => {
  vi.stubEnv("SITE_ID", "site")
  vi.stubEnv("NETLIFY_PURGE_API_TOKEN", "token")
  purgedTags.length = 0
  const originalFetch = globalThis.fetch
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (String(input) !== "https://api.netlify.com/api/v1/purge") return originalFetch(input, init)
    purgedTags.push(...JSON.parse(String(init?.body)).cache_tags)
    return new Response(null, { status: 202 })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

let superAdmin: Member
let member: Member
let team: TestTeam
let post: TestRow
let event: TestRow & { slug: string }
let publicEvent: TestRow & { slug: string }
let article: TestArticle
let translation: TestArticle

beforeEach(async () => {
  await clear("teams", "news", "events", "report_cases")
  superAdmin = await makeMember(db, { role: "super_admin" })
  member = await makeMember(db, { displayName: "Mari", password })
  team = await makeTeam(db, { [member.id]: "owner" }, { name: "Stars" })
  post = await makePost(db, team.id, member.id)
  event = await makeEvent(db, team.id, { author: member.id })
  publicEvent = await makeEvent(db, null)
  article = await makeArticle(db, { authorId: member.id })
  translation = await makeTranslation(db, article, "lv")
})

/** Returns the texts of public responses that the CDN caches, by path and cache tag. */
async function fetchCachedResponses(): Promise<Map<string, string>> {
  const paths = [
    "/api/news",
    `/api/news/${article.slug}`,
    `/api/news/${article.slug}?language=lv`,
    "/api/events?scope=public",
    `/api/events/${event.slug}`,
    `/api/events/${publicEvent.slug}`,
    "/api/team-posts?limit=6",
  ]
  const texts = new Map<string, string>()
  for (const path of paths) {
    const { text, headers } = await openBrowser().get(path)
    texts.set(`${path} ${headers.get("netlify-cache-tag") ?? ""}`, text)
  }
  return texts
}

type Send = TestBrowser["send"]
const sendAsMember: Send = (...request) => member.browser.send(...request)
const sendAsSuperAdmin: Send = (...request) => superAdmin.browser.send(...request)

const CHANGES: Record<string, () => Promise<{ status: number }>> = {
  "deleting an account": () => sendAsMember("DELETE", "/api/account", { password }),
  "deleting a member as super admin": () =>
    sendAsSuperAdmin("DELETE", `/api/admin/users/${member.id}`),
  "hiding a profile": () =>
    sendAsSuperAdmin("PUT", `/api/admin/users/${member.id}/hidden`, { is_hidden: true }),
  "changing a name": () => sendAsMember("PATCH", "/api/profile", { display_name: "Maria" }),
  "hiding a name": () => {
    const privacy_settings = { show_display_name: false }
    return sendAsMember("PATCH", "/api/profile", { display_name: "Mari", privacy_settings })
  },
  "the last member leaving a team": () =>
    sendAsMember("DELETE", `/api/teams/${team.slug}/members/${member.id}`),
  "renaming a team": () => {
    const body = { ...teamChange, slug: `${team.slug}-2`, updated_at: team.updated_at }
    return sendAsMember("PATCH", `/api/teams/${team.slug}`, body)
  },
  "approving a request to join": async () => {
    const requester = await makeMember(db, { displayName: "Anna" })
    const id = await makeRequest(db, team.id, requester.id)
    return sendAsMember("PATCH", `/api/join-requests/${id}`, { status: "approved" })
  },
  "deleting a team": () => sendAsSuperAdmin("DELETE", `/api/admin/teams/${team.id}`),
  "hiding a team": () =>
    sendAsSuperAdmin("PUT", `/api/admin/teams/${team.id}/hidden`, { is_hidden: true }),
  "deleting a post": () => sendAsMember("DELETE", `/api/posts/${post.id}`),
  "deleting a post as super admin": () =>
    sendAsSuperAdmin("POST", "/api/admin/posts/action", { ids: [post.id], action: "delete" }),
  "deleting a team's event": () => sendAsMember("DELETE", `/api/events/${event.id}`),
  "deleting an event": () => sendAsSuperAdmin("DELETE", `/api/admin/events/${publicEvent.id}`),
  "deleting an article": () => sendAsSuperAdmin("DELETE", `/api/admin/news/${article.id}`),
  "unpublishing a translation": () =>
    sendAsSuperAdmin("POST", "/api/admin/news/action", { ids: [translation.id], action: "hide" }),
  "hiding a team after a report": async () => {
    const { id, updated_at } = await makeCase(db, "team", team.id)
    return sendAsSuperAdmin("PATCH", `/api/admin/reports/${id}`, { decision: "hide", updated_at })
  },
}

test.each(Object.entries(CHANGES))(
  "cached responses are purged after %s",
  async (_name, change) => {
    const before = await fetchCachedResponses()
    const { status } = await change()
    expect(status).toBeLessThan(300)
    const after = await fetchCachedResponses()
    const changedKeys = [...before.keys()].filter((key) => after.get(key) !== before.get(key))
    expect(changedKeys).not.toEqual([])
    for (const key of changedKeys) expect(purgedTags, key).toContain(key.split(" ").at(-1))
  },
)
