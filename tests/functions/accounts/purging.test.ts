/** Changes purge the cached answers that contained the changed or deleted content. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import account from "../../../netlify/functions/account.ts"
import adminEvents from "../../../netlify/functions/admin-events.ts"
import adminModeration from "../../../netlify/functions/admin-moderation.ts"
import adminNews from "../../../netlify/functions/admin-news.ts"
import adminTeams from "../../../netlify/functions/admin-teams.ts"
import adminUsers from "../../../netlify/functions/admin-users.ts"
import events from "../../../netlify/functions/events.ts"
import news from "../../../netlify/functions/news.ts"
import profile from "../../../netlify/functions/profile.ts"
import teamPosts from "../../../netlify/functions/team-posts.ts"
import teams from "../../../netlify/functions/teams.ts"
import { openBrowser } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation, type TestArticle } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeCase } from "../../support/people/reports.ts"
import {
  forgetWrites,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  type TestRow,
  type TestTeam,
  teamChange,
} from "../../support/people/teams.ts"
import { storage } from "../../support/servers/blobs.ts"

const { owner } = testDatabase()
const db = owner.as(null)
storage()

/** Cache tags that were purged through a fake of Netlify's API. */
const purged: string[] = []
beforeAll(() => {
  process.env.SITE_ID = "site"
  process.env.NETLIFY_PURGE_API_TOKEN = "token"
})
afterAll(() => {
  delete process.env.SITE_ID
  delete process.env.NETLIFY_PURGE_API_TOKEN
})
beforeEach(() => {
  purged.length = 0
  const onNetwork = globalThis.fetch
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    if (String(input) !== "https://api.netlify.com/api/v1/purge") return onNetwork(input, init)
    purged.push(...JSON.parse(String(init?.body)).cache_tags)
    return new Response(null, { status: 202 })
  })
})
afterEach(() => void vi.restoreAllMocks())

const password = "tere-mari"
let chief: Member
let mari: Member
let team: TestTeam
let post: TestRow
let event: TestRow & { slug: string }
let publicEvent: TestRow & { slug: string }
let article: TestArticle
let translation: TestArticle

beforeEach(async () => {
  await forgetWrites(db)
  for (const table of ["teams", "news", "events", "report_cases"]) {
    await db.batch([{ text: `delete from ${table}`, params: [] }])
  }
  chief = await makeMember(db, { role: "super_admin" })
  mari = await makeMember(db, { displayName: "Mari", password, verified: true })
  team = await makeTeam(db, { [mari.id]: "owner" }, { name: "Stars" })
  post = await makePost(db, team.id, mari.id)
  event = await makeEvent(db, team.id, { author: mari.id })
  publicEvent = await makeEvent(db, null)
  article = await makeArticle(db, { authorId: mari.id })
  translation = await makeTranslation(db, article, "lv")
})

type Read = [handler: typeof news, path: string]
/** Returns all public answers that are cached, by path and cache tag. */
async function cached(): Promise<Map<string, string>> {
  const reads: Read[] = [
    [news, "/api/news"],
    [news, `/api/news/${article.slug}`],
    [news, `/api/news/${article.slug}?language=lv`],
    [events, "/api/events?scope=public"],
    [events, `/api/events/${event.slug}`],
    [events, `/api/events/${publicEvent.slug}`],
    [teamPosts, "/api/team-posts?limit=6"],
  ]
  const texts = new Map<string, string>()
  for (const [handler, path] of reads) {
    const { text, headers } = await openBrowser().call(handler, "GET", path)
    const tag = headers.get("netlify-cache-tag") ?? ""
    texts.set(`${path} ${tag}`, text)
  }
  return texts
}

const send = ({ browser }: Member, ...call: Parameters<Member["browser"]["call"]>) =>
  browser.call(...call)

const CHANGES: Record<string, () => Promise<{ status: number }>> = {
  "deleting an account": () => send(mari, account, "DELETE", "/api/account", { password }),
  "deleting a member as super admin": () =>
    send(chief, adminUsers, "DELETE", `/api/admin/users/${mari.id}`, {}),
  "hiding a profile": () =>
    send(chief, adminUsers, "PUT", `/api/admin/users/${mari.id}/hidden`, { is_hidden: true }),
  "changing a name": () => send(mari, profile, "PATCH", "/api/profile", { display_name: "Maria" }),
  "hiding a name": () =>
    send(mari, profile, "PATCH", "/api/profile", {
      display_name: "Mari",
      privacy_settings: { show_display_name: false },
    }),
  "the last member leaving a team": () =>
    send(mari, teams, "DELETE", `/api/teams/${team.slug}/members/${mari.id}`),
  "renaming a team": () => {
    const body = { ...teamChange, slug: `${team.slug}-2`, updated_at: team.updated_at }
    return send(mari, teams, "PATCH", `/api/teams/${team.slug}`, body)
  },
  "approving a request to join": async () => {
    const asker = await makeMember(db, { displayName: "Anna" })
    const id = await makeRequest(db, team.id, asker.id)
    return send(mari, teams, "PATCH", `/api/join-requests/${id}`, { status: "approved" })
  },
  "deleting a team": () => send(chief, adminTeams, "DELETE", `/api/admin/teams/${team.id}`, {}),
  "hiding a team": () =>
    send(chief, adminTeams, "PUT", `/api/admin/teams/${team.id}/hidden`, { is_hidden: true }),
  "deleting a post": () => send(mari, teamPosts, "DELETE", `/api/posts/${post.id}`),
  "deleting a post as super admin": () =>
    send(chief, adminModeration, "POST", "/api/admin/posts/action", {
      ids: [post.id],
      action: "delete",
    }),
  "deleting a team's event": () => send(mari, events, "DELETE", `/api/events/${event.id}`),
  "deleting an event": () =>
    send(chief, adminEvents, "DELETE", `/api/admin/events/${publicEvent.id}`, {}),
  "deleting an article": () =>
    send(chief, adminNews, "DELETE", `/api/admin/news/${article.id}`, {}),
  "unpublishing a translation": () =>
    send(chief, adminNews, "POST", "/api/admin/news/action", {
      ids: [translation.id],
      action: "hide",
    }),
  "hiding a team after a report": async () => {
    const { id, updated_at } = await makeCase(db, "team", team.id)
    const body = { decision: "hide", updated_at }
    return send(chief, adminModeration, "PATCH", `/api/admin/reports/${id}`, body)
  },
}

test.each(Object.entries(CHANGES))("cached answers are purged after %s", async (_what, change) => {
  const before = await cached()
  const { status } = await change()
  expect(status).toBeLessThan(300)
  const after = await cached()
  const stale = [...before.keys()].filter((answer) => after.get(answer) !== before.get(answer))
  expect(stale).not.toEqual([])
  for (const answer of stale) expect(purged, answer).toContain(answer.split(" ").at(-1))
})
