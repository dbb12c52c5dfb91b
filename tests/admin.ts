/** What the admin area's tests share: a row of each kind, its calls, and everybody who may try them. */
import { randomUUID } from "node:crypto"
import sharp from "sharp"
import type { Db } from "../db/client.ts"
import adminAudit, { config as auditConfig } from "../netlify/functions/admin-audit.ts"
import adminBuild, { config as buildConfig } from "../netlify/functions/admin-build.ts"
import adminEvents, { config as eventsConfig } from "../netlify/functions/admin-events.ts"
import adminIdeas, { config as ideasConfig } from "../netlify/functions/admin-ideas.ts"
import adminNews, { config as newsConfig } from "../netlify/functions/admin-news.ts"
import adminPosts, { config as postsConfig } from "../netlify/functions/admin-posts.ts"
import adminReports, { config as reportsConfig } from "../netlify/functions/admin-reports.ts"
import adminSends, { config as sendsConfig } from "../netlify/functions/admin-sends.ts"
import adminSettings, { config as settingsConfig } from "../netlify/functions/admin-settings.ts"
import adminStats, { config as statsConfig } from "../netlify/functions/admin-stats.ts"
import adminSuggestions, {
  config as suggestionsConfig,
} from "../netlify/functions/admin-suggestions.ts"
import adminTeams, { config as teamsConfig } from "../netlify/functions/admin-teams.ts"
import adminUsers, { config as usersConfig } from "../netlify/functions/admin-users.ts"
import uploads from "../netlify/functions/uploads.ts"
import { openBrowser, type TestBrowser } from "./browser-like.ts"
import { makeArticle, makeUser } from "./factories.ts"
import { makeIdea, suggestionFields } from "./ideas.ts"
import { browserOf, makeMember } from "./members.ts"
import { makeCase } from "./reports.ts"
import { makeEvent, makePost, makeTeam } from "./teams.ts"

/** A suggestion as the form leaves it; returns its id. */
export async function makeSuggestion(db: Db, title = "A night bus"): Promise<string> {
  const { name, email, category, priority, description } = suggestionFields()
  const row = await db.one<{ id: string }>`
    insert into suggestions (name, email, category, priority, title, description, language)
    values (${name}, ${email}, ${category}, ${priority}, ${title}, ${description}, 'et')
    returning id`
  return row?.id ?? ""
}

/** A mail to a member that was given up; returns its id. */
export async function makeFailedMail(db: Db, userId: string, kind = "verify_email") {
  const row = await db.one<{ id: string }>`
    insert into mails (user_id, kind, language, tries, failed_at, last_error)
    values (${userId}, ${kind}, 'en', 10, now(), 'connect ECONNREFUSED 127.0.0.1:25')
    returning id`
  return row?.id ?? ""
}

/** A row of each kind, by its id. */
export async function makeScene(db: Db) {
  const { id: user } = await makeUser(db, { displayName: "Mari" })
  const team = await makeTeam(db, { [user]: "owner" })
  const article = await makeArticle(db, { authorId: user })
  const revision = await db.one<{ id: number }>`
    select id from news_revisions where news_id = ${article.id}`
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

/** The moment that a row was changed last, for saving it anew. */
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

/** Somebody of each standing. The blocked one has a session that was opened at the moment of the block. */
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

/** Bodies that each route takes. */
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

export interface AdminRoute {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  path: (scene: Scene) => string
  handler: typeof adminNews
  /** What a super admin is answered. */
  status: number
  body?: (scene: Scene) => object
  /** The table whose row's moment the body must carry. */
  basedOn?: "teams" | "news" | "events" | "ideas" | "report_cases"
}

const list = (name: string, handler: typeof adminNews): AdminRoute => ({
  method: "GET",
  path: () => `/api/admin/${name}`,
  handler,
  status: 200,
})

const picture = await sharp({
  create: { width: 9, height: 9, channels: 3, background: "#ff5a7d" },
})
  .png()
  .toBuffer()

const upload = (bucket: string): AdminRoute => ({
  method: "POST",
  path: () => `/api/uploads/${bucket}`,
  handler: uploads,
  body: () => picture,
  status: 201,
})

export const ADMIN_ROUTES: AdminRoute[] = [
  list("stats", adminStats),
  list("settings", adminSettings),
  list("build", adminBuild),
  list("audit", adminAudit),
  list("sends", adminSends),
  {
    method: "POST",
    path: () => "/api/admin/sends/retry",
    handler: adminSends,
    body: () => ({}),
    status: 200,
  },
  {
    method: "POST",
    path: ({ mail }) => `/api/admin/sends/${mail}/retry`,
    handler: adminSends,
    body: () => ({}),
    status: 200,
  },
  list("users", adminUsers),
  {
    method: "PUT",
    path: ({ user }) => `/api/admin/users/${user}/role`,
    handler: adminUsers,
    body: () => ({ role: "admin" }),
    status: 200,
  },
  {
    method: "PUT",
    path: ({ user }) => `/api/admin/users/${user}/block`,
    handler: adminUsers,
    body: () => ({ reason: "Spam" }),
    status: 204,
  },
  {
    method: "DELETE",
    path: ({ user }) => `/api/admin/users/${user}/block`,
    handler: adminUsers,
    status: 204,
  },
  {
    method: "PUT",
    path: ({ user }) => `/api/admin/users/${user}/hidden`,
    handler: adminUsers,
    body: () => ({ is_hidden: true }),
    status: 204,
  },
  {
    method: "DELETE",
    path: ({ user }) => `/api/admin/users/${user}`,
    handler: adminUsers,
    status: 204,
  },
  list("teams", adminTeams),
  {
    method: "GET",
    path: ({ team }) => `/api/admin/teams/${team}`,
    handler: adminTeams,
    status: 200,
  },
  {
    method: "PATCH",
    path: ({ team }) => `/api/admin/teams/${team}`,
    handler: adminTeams,
    body: () => teamEdit,
    basedOn: "teams",
    status: 200,
  },
  {
    method: "PUT",
    path: ({ team }) => `/api/admin/teams/${team}/verified`,
    handler: adminTeams,
    body: () => ({ is_verified: true }),
    status: 200,
  },
  {
    method: "PUT",
    path: ({ team }) => `/api/admin/teams/${team}/hidden`,
    handler: adminTeams,
    body: () => ({ is_hidden: true }),
    status: 200,
  },
  {
    method: "DELETE",
    path: ({ team }) => `/api/admin/teams/${team}`,
    handler: adminTeams,
    status: 204,
  },
  list("posts", adminPosts),
  {
    method: "POST",
    path: () => "/api/admin/posts/act",
    handler: adminPosts,
    body: ({ post }) => ({ ids: [post], act: "hide" }),
    status: 200,
  },
  list("news", adminNews),
  {
    method: "POST",
    path: () => "/api/admin/news",
    handler: adminNews,
    body: () => ({ ...articleFields, slug: `article-${randomUUID()}` }),
    status: 201,
  },
  {
    method: "GET",
    path: ({ article }) => `/api/admin/news/${article}`,
    handler: adminNews,
    status: 200,
  },
  {
    method: "PATCH",
    path: ({ article }) => `/api/admin/news/${article}`,
    handler: adminNews,
    body: () => ({ ...articleFields, slug: `article-${randomUUID()}` }),
    basedOn: "news",
    status: 200,
  },
  {
    method: "DELETE",
    path: ({ article }) => `/api/admin/news/${article}`,
    handler: adminNews,
    status: 204,
  },
  {
    method: "POST",
    path: () => "/api/admin/news/act",
    handler: adminNews,
    body: ({ article }) => ({ ids: [article], act: "hide" }),
    status: 200,
  },
  {
    method: "GET",
    path: ({ article }) => `/api/admin/news/${article}/revisions`,
    handler: adminNews,
    status: 200,
  },
  {
    method: "GET",
    path: ({ article, revision }) => `/api/admin/news/${article}/revisions/${revision}`,
    handler: adminNews,
    status: 200,
  },
  list("events", adminEvents),
  {
    method: "POST",
    path: () => "/api/admin/events",
    handler: adminEvents,
    body: () => adminEventFields,
    status: 201,
  },
  {
    method: "GET",
    path: ({ event }) => `/api/admin/events/${event}`,
    handler: adminEvents,
    status: 200,
  },
  {
    method: "PATCH",
    path: ({ event }) => `/api/admin/events/${event}`,
    handler: adminEvents,
    body: () => adminEventFields,
    basedOn: "events",
    status: 200,
  },
  {
    method: "DELETE",
    path: ({ event }) => `/api/admin/events/${event}`,
    handler: adminEvents,
    status: 204,
  },
  list("ideas", adminIdeas),
  {
    method: "POST",
    path: () => "/api/admin/ideas",
    handler: adminIdeas,
    body: () => ideaFields,
    status: 201,
  },
  {
    method: "GET",
    path: ({ idea }) => `/api/admin/ideas/${idea}`,
    handler: adminIdeas,
    status: 200,
  },
  {
    method: "PATCH",
    path: ({ idea }) => `/api/admin/ideas/${idea}`,
    handler: adminIdeas,
    body: () => ideaFields,
    basedOn: "ideas",
    status: 200,
  },
  {
    method: "PUT",
    path: ({ idea }) => `/api/admin/ideas/${idea}/popular`,
    handler: adminIdeas,
    body: () => ({ is_popular: false }),
    status: 200,
  },
  {
    method: "DELETE",
    path: ({ idea }) => `/api/admin/ideas/${idea}`,
    handler: adminIdeas,
    status: 204,
  },
  list("suggestions", adminSuggestions),
  {
    method: "POST",
    path: () => "/api/admin/suggestions/act",
    handler: adminSuggestions,
    body: ({ suggestion }) => ({ ids: [suggestion], act: "delete" }),
    status: 200,
  },
  {
    method: "POST",
    path: ({ suggestion }) => `/api/admin/suggestions/${suggestion}/idea`,
    handler: adminSuggestions,
    body: () => ideaFields,
    status: 201,
  },
  list("reports", adminReports),
  {
    method: "GET",
    path: ({ report }) => `/api/admin/reports/${report}`,
    handler: adminReports,
    status: 200,
  },
  {
    method: "PATCH",
    path: ({ report }) => `/api/admin/reports/${report}`,
    handler: adminReports,
    body: () => ({ decision: "hide", reply: "Not here." }),
    basedOn: "report_cases",
    status: 200,
  },
  upload("news-images"),
  upload("event-images"),
]

/** All addresses of these functions, as patterns. */
export const ADMIN_PATTERNS: string[] = [
  auditConfig,
  buildConfig,
  eventsConfig,
  ideasConfig,
  newsConfig,
  postsConfig,
  reportsConfig,
  sendsConfig,
  settingsConfig,
  statsConfig,
  suggestionsConfig,
  teamsConfig,
  usersConfig,
].flatMap(({ path }) => path ?? [])

/** Makes a call of the list above. */
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
  const isPicture = body instanceof Uint8Array
  return browser.call(
    route.handler,
    route.method,
    route.path(scene),
    sent,
    isPicture ? { "content-type": "image/png" } : {},
  )
}
