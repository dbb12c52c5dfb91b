/** Data and routes of the admin area: a row of each kind, each route with a valid body, and members of each role. */
import { randomUUID } from "node:crypto"
import type { Config } from "@netlify/functions"
import type { Db } from "../../../db/client.ts"
import adminEvents from "../../../netlify/functions/admin-events.ts"
import adminIdeas from "../../../netlify/functions/admin-ideas.ts"
import adminModeration from "../../../netlify/functions/admin-moderation.ts"
import adminNews from "../../../netlify/functions/admin-news.ts"
import adminNewsletter from "../../../netlify/functions/admin-newsletter.ts"
import adminSystem from "../../../netlify/functions/admin-system.ts"
import adminTeams from "../../../netlify/functions/admin-teams.ts"
import adminUsers from "../../../netlify/functions/admin-users.ts"
import uploads from "../../../netlify/functions/uploads.ts"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { makeArticle, makeUser } from "../factories.ts"
import { smallPng } from "../pictures.ts"
import { makeIdea, suggestionFields } from "./ideas.ts"
import { browserOf, makeMember } from "./members.ts"
import { makeCase } from "./reports.ts"
import { makeEvent, makePost, makeTeam } from "./teams.ts"

/** Stores a suggestion and returns its id. */
export async function makeSuggestion(db: Db, title = "A night bus"): Promise<string> {
  const { name, email, category, priority, description } = suggestionFields()
  const row = await db.one<{ id: string }>`
    insert into suggestions (name, email, category, priority, title, description, language)
    values (${name}, ${email}, ${category}, ${priority}, ${title}, ${description}, 'et')
    returning id`
  return row?.id ?? ""
}

/** Stores an email that finally failed and returns its id. */
export async function makeFailedMail(db: Db, userId: string, kind = "verify_email") {
  const row = await db.one<{ id: string }>`
    insert into mails (user_id, kind, language, tries, failed_at, last_error)
    values (${userId}, ${kind}, 'en', 25, now(), 'connect ECONNREFUSED 127.0.0.1:25')
    returning id`
  return row?.id ?? ""
}

/** Creates a row of each kind, the "scene" of a test, and returns their ids. */
export async function makeScene(db: Db) {
  const { id: user } = await makeUser(db, { displayName: "Mari" })
  const team = await makeTeam(db, { [user]: "owner" })
  const article = await makeArticle(db, { authorId: user })
  const revision = await db.one<{ id: number }>`
    select id from news_revisions where news_id = ${article.id}`
  await db.one`insert into news_drafts (id, language, form) values (${article.id}, 'en', '{}')`
  const post = await makePost(db, team.id, user)
  return {
    user,
    team: team.id,
    post: post.id,
    report: (await makeCase(db, "post", post.id)).id,
    article: article.id,
    revision: String(revision?.id),
    event: (await makeEvent(db, null)).id,
    idea: await makeIdea(db),
    suggestion: await makeSuggestion(db),
    mail: await makeFailedMail(db, user),
  }
}
export type Scene = Awaited<ReturnType<typeof makeScene>>

/** Returns the `updated_at` of a row, on which a change must be based. */
export async function updatedAt(db: Db, table: string, id: string): Promise<string> {
  const row = await db.one<{ at: string }>`
    select updated_at as at from (
      select id, updated_at from teams where ${table} = 'teams'
      union all select id, updated_at from news where ${table} = 'news'
      union all select id, updated_at from events where ${table} = 'events'
      union all select id, updated_at from ideas where ${table} = 'ideas'
      union all select id, updated_at from report_cases where ${table} = 'report_cases'
    ) t where id = ${id}`
  return row?.at ?? ""
}

export const STANDINGS = [
  "anonymous",
  "user",
  "admin",
  "blocked super admin",
  "super admin",
] as const
export type Standing = (typeof STANDINGS)[number]

/** Creates a signed-in member of each role. The blocked member's session was opened at the moment of the block. */
export async function makeStaff(db: Db) {
  const user = await makeMember(db, { displayName: "User" })
  const admin = await makeMember(db, { role: "admin", displayName: "Admin" })
  const chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  const blocked = await makeUser(db, { role: "super_admin", displayName: "Blocked" })
  await db.one`update users set blocked_at = now() where id = ${blocked.id}`
  const browsers: Record<Standing, TestBrowser> = {
    anonymous: openBrowser(),
    user: user.browser,
    admin: admin.browser,
    "blocked super admin": await browserOf(db, blocked.id),
    "super admin": chief.browser,
  }
  const ids: Record<Standing, string | null> = {
    anonymous: null,
    user: user.id,
    admin: admin.id,
    "blocked super admin": blocked.id,
    "super admin": chief.id,
  }
  return { browsers, ids }
}

/** Valid bodies of the routes. */
export const articleFields = {
  title: "Rīgas deju nakts",
  excerpt: null,
  content: "Text.",
  cover_image_url: null,
  country: null,
  language: "lv",
  is_featured: false,
  is_published: false,
}
export const adminEventFields = {
  title: "Dance night",
  description: null,
  start_date: "2027-06-01T18:00:00+03:00",
  end_date: "2027-06-01T22:00:00+03:00",
  location: "Rīga",
  country: "lv",
  featured: true,
  prize: "A trophy",
  max_participants: 40,
  registration_url: "https://forms.example/night",
  image_url: null,
}
export const ideaFields = {
  title: "A night bus",
  description: "Home from the events.",
  category: "events",
  is_popular: true,
  status: "planned",
  reply: "We ask the bus company.",
}
export const teamEdit = {
  name: "Zvaigznes",
  description: "We dance.",
  location: "Rīga",
  cover_image_url: null,
}

type Table = "teams" | "news" | "events" | "ideas" | "report_cases"

export interface AdminRoute {
  method: string
  /** Path in which `:kind` is replaced by the id of that row of the scene. */
  path: string
  handler: typeof adminNews
  /** Expected status for a super admin. */
  status: number
  body?: (scene: Scene) => object
  /** Table of the row whose `updated_at` the body must contain. */
  basedOn?: Table
}

const STATUSES = { GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 }

/** Defines a route of the admin area with a valid body. */
const route = (
  method: keyof typeof STATUSES,
  path: string,
  handler: typeof adminNews,
  body?: Record<string, unknown> | Uint8Array | ((scene: Scene) => object),
  more: Partial<AdminRoute> = {},
): AdminRoute => ({
  method,
  path: `/api/admin/${path}`,
  handler,
  status: STATUSES[method],
  body: typeof body === "function" ? body : body && (() => body),
  ...more,
})

const OK = { status: 200 }
const DONE = { status: 204 }
const article = () => ({ ...articleFields, slug: `article-${randomUUID()}` })
const DRAFT = { original_id: null, language: "en", form: {}, based_on: null, version: 0 }
const picture = await smallPng()
const upload = (bucket: string) =>
  route("POST", "", uploads, picture, { path: `/api/uploads/${bucket}` })

export const ADMIN_ROUTES: AdminRoute[] = [
  route("GET", "stats", adminSystem),
  route("GET", "waiting", adminSystem),
  route("GET", "settings", adminSystem),
  route("GET", "build", adminSystem),
  route("POST", "build", adminSystem, {}, { status: 202 }),
  route("GET", "audit", adminSystem),
  route("GET", "security", adminSystem),
  route("GET", "sends", adminSystem),
  route("POST", "sends/retry", adminSystem, {}, OK),
  route("POST", "sends/:mail/retry", adminSystem, {}, OK),
  route("GET", "users", adminUsers),
  route("PUT", "users/:user/role", adminUsers, { role: "admin" }),
  route("PUT", "users/:user/newsroom", adminUsers, { kind: "editor" }),
  route("DELETE", "users/:user/newsroom", adminUsers),
  route("PUT", "users/:user/block", adminUsers, { reason: "Spam" }, DONE),
  route("DELETE", "users/:user/block", adminUsers),
  route("PUT", "users/:user/hidden", adminUsers, { is_hidden: true }, DONE),
  route("DELETE", "users/:user", adminUsers),
  route("GET", "teams", adminTeams),
  route("GET", "teams/:team", adminTeams),
  route("PATCH", "teams/:team", adminTeams, teamEdit, { basedOn: "teams" }),
  route("PUT", "teams/:team/verified", adminTeams, { is_verified: true }),
  route("PUT", "teams/:team/hidden", adminTeams, { is_hidden: true }),
  route("PUT", "events/:event/hidden", adminEvents, { is_hidden: true }),
  route("DELETE", "teams/:team", adminTeams),
  route("GET", "posts", adminModeration),
  route(
    "POST",
    "posts/action",
    adminModeration,
    ({ post }) => ({ ids: [post], action: "hide" }),
    OK,
  ),
  route("GET", "news", adminNews),
  route("POST", "news", adminNews, article),
  route("GET", "news/counts", adminNews),
  route("GET", "news/drafts", adminNews),
  route("GET", "news/:article", adminNews),
  route("PATCH", "news/:article", adminNews, article, { basedOn: "news" }),
  route("DELETE", "news/:article", adminNews),
  route(
    "POST",
    "news/action",
    adminNews,
    (scene) => ({ ids: [scene.article], action: "hide" }),
    OK,
  ),
  route("GET", "news/:article/revisions", adminNews),
  route("GET", "news/:article/revisions/:revision", adminNews),
  route("PUT", "news/:article/presence", adminNews, {}),
  route("POST", "news/:article/ready", adminNews, {}, DONE),
  route("PUT", "news/:article/draft", adminNews, DRAFT),
  route("GET", "news/:article/draft", adminNews),
  route("DELETE", "news/:article/draft", adminNews),
  route("GET", "news/:article/preview", adminNews),
  route("PUT", "news/:article/preview", adminNews, {}),
  route("DELETE", "news/:article/preview", adminNews),
  route("GET", "news/:article/newsletter", adminNewsletter),
  route("POST", "news/:article/newsletter", adminNewsletter, { for_all: false }, DONE),
  route("GET", "news/:article/newsletter/preview", adminNewsletter),
  route("POST", "news/:article/newsletter/test", adminNewsletter, { language: "en" }, DONE),
  route("GET", "events", adminEvents),
  route("POST", "events", adminEvents, adminEventFields),
  route("GET", "events/:event", adminEvents),
  route("PATCH", "events/:event", adminEvents, adminEventFields, { basedOn: "events" }),
  route("DELETE", "events/:event", adminEvents),
  route("GET", "ideas", adminIdeas),
  route("POST", "ideas", adminIdeas, ideaFields),
  route("GET", "ideas/:idea", adminIdeas),
  route("PATCH", "ideas/:idea", adminIdeas, ideaFields, { basedOn: "ideas" }),
  route("PUT", "ideas/:idea/popular", adminIdeas, { is_popular: false }),
  route("DELETE", "ideas/:idea", adminIdeas),
  route("GET", "suggestions", adminIdeas),
  route(
    "POST",
    "suggestions/action",
    adminIdeas,
    ({ suggestion }) => ({ ids: [suggestion], action: "delete" }),
    OK,
  ),
  route("POST", "suggestions/:suggestion/idea", adminIdeas, ideaFields),
  route("GET", "newcomers", adminModeration),
  route(
    "POST",
    "newcomers/action",
    adminModeration,
    ({ team, post }) => ({ ids: [team, post], action: "approve" }),
    OK,
  ),
  route("GET", "reports", adminModeration),
  route("GET", "reports/:report", adminModeration),
  route(
    "PATCH",
    "reports/:report",
    adminModeration,
    { decision: "hide", reply: "Not here." },
    { basedOn: "report_cases" },
  ),
  upload("news-images"),
  upload("event-images"),
]

/** Path patterns of all functions of the admin area. */
export const ADMIN_PATTERNS: string[] = Object.values(
  import.meta.glob<Config>("../../../netlify/functions/admin-*.ts", {
    eager: true,
    import: "config",
  }),
).flatMap((config) => ("path" in config ? (config.path ?? []) : []))

/** Calls one of the routes above. */
export async function callAdmin(db: Db, browser: TestBrowser, route: AdminRoute, scene: Scene) {
  const body = route.body?.(scene)
  const rows = {
    teams: scene.team,
    news: scene.article,
    events: scene.event,
    ideas: scene.idea,
    report_cases: scene.report,
  }
  const table = route.basedOn
  const sent = table ? { ...body, updated_at: await updatedAt(db, table, rows[table]) } : body
  const ids = new Map(Object.entries(scene))
  return browser.call(
    route.handler,
    route.method,
    route.path.replace(/:(\w+)/g, (_, row: string) => ids.get(row) ?? ""),
    sent,
    body instanceof Uint8Array ? { "content-type": "image/png" } : {},
  )
}
