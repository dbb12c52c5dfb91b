/** Data and routes of the admin area: a row of each kind, each route with a valid body, and members of each role. */
import { randomUUID } from "node:crypto"
import type { Db } from "../../../db/client.ts"
import { openBrowser, site, type TestBrowser } from "../browser-like.ts"
import { makeArticle, makeUser } from "../factories.ts"
import { smallPng } from "../pictures.ts"
import { makeArtist } from "./artists.ts"
import { makeIdea, suggestionFields } from "./ideas.ts"
import { browserOf, makeMember } from "./members.ts"
import { makeRelease } from "./releases.ts"
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

/** Stores an email that failed 25 times and is not retried anymore. Returns its id. */
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
  const artist = await makeArtist(db, `Artist ${randomUUID()}`)
  return {
    user,
    team: team.id,
    post: post.id,
    report: (await makeCase(db, "post", post.id)).id,
    article: article.id,
    revision: String(revision?.id),
    event: (await makeEvent(db, null)).id,
    idea: await makeIdea(db),
    artist: artist.id,
    release: await makeRelease(db, artist.id),
    duplicate: (await makeArtist(db, `Artist ${randomUUID()}`)).id,
    suggestion: await makeSuggestion(db),
    mail: await makeFailedMail(db, user),
  }
}
export type Scene = Awaited<ReturnType<typeof makeScene>>

/** Returns `updated_at` of the row with this id or slug, which edits must send; "" when there is no such row. */
export const updatedAt = async (db: Db, idOrSlug: string): Promise<string> =>
  (await db.value<string>`
    select updated_at from (
      select id, slug, updated_at from teams
      union all select id, slug, updated_at from news
      union all select id, slug, updated_at from events
      union all select id, null, updated_at from ideas
      union all select id, null, updated_at from releases
      union all select id, slug, updated_at from artists
      union all select id, null, updated_at from team_posts
      union all select id, null, updated_at from report_cases
    ) r where id::text = ${idOrSlug} or slug = ${idOrSlug}`) ?? ""

/** Kinds of callers of the admin area. */
export const CALLER_KINDS = [
  "anonymous",
  "user",
  "admin",
  "blocked super admin",
  "super admin",
] as const
export type CallerKind = (typeof CALLER_KINDS)[number]

/** Creates a caller of each kind with a browser. The blocked super admin has a session that was created after the block. */
export async function makeStaff(db: Db) {
  const user = await makeMember(db, { displayName: "User" })
  const admin = await makeMember(db, { role: "admin", displayName: "Admin" })
  const chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  const { id } = await makeUser(db, { role: "super_admin", displayName: "Blocked" })
  await db.one`update users set blocked_at = now() where id = ${id}`
  const blocked = { id, browser: await browserOf(db, id) }
  const anonymous = { id: null, browser: openBrowser() }
  return { anonymous, user, admin, "blocked super admin": blocked, "super admin": chief }
}

/** Valid bodies of requests to the routes. */
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
export const releaseFields = {
  title: "A song",
  release_type: "single",
  release_date: "2027-06-18",
  date_precision: "day",
  link_url: null,
  note: null,
}
export const artistFields = { name: "Nova", hangul: "노바", aliases: ["N.O.V.A"] }
export const teamEdit = {
  name: "Zvaigznes",
  description: "We dance.",
  location: "Rīga",
  cover_image_url: null,
}

export interface AdminRoute {
  method: string
  /** Path in which `:kind` is replaced by the id of that row of the scene. */
  path: string
  /** Expected status for a super admin. */
  status: number
  body?: ((scene: Scene) => object) | undefined
}

const STATUSES = { GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 }

/** Defines a route of the admin area with a valid body. */
const route = (
  method: keyof typeof STATUSES,
  path: string,
  body?: object | ((scene: Scene) => object),
  status = STATUSES[method],
): AdminRoute => ({
  method,
  path: path.startsWith("/") ? path : `/api/admin/${path}`,
  status,
  body: typeof body === "function" ? (scene) => body(scene) : body && (() => body),
})

const article = () => ({ ...articleFields, slug: `article-${randomUUID()}` })
const DRAFT = { original_id: null, language: "en", form: {}, based_on: null, version: 0 }
const picture = await smallPng()

export const ADMIN_ROUTES: AdminRoute[] = [
  route("GET", "stats"),
  route("GET", "waiting"),
  route("GET", "settings"),
  route("GET", "build"),
  route("POST", "build", {}, 202),
  route("GET", "audit"),
  route("GET", "security"),
  route("GET", "sends"),
  route("POST", "sends/retry", {}, 200),
  route("POST", "sends/:mail/retry", {}, 200),
  route("GET", "users"),
  route("PUT", "users/:user/role", { role: "admin" }),
  route("PUT", "users/:user/newsroom", { kind: "editor" }),
  route("DELETE", "users/:user/newsroom"),
  route("PUT", "users/:user/block", { reason: "Spam" }, 204),
  route("DELETE", "users/:user/block"),
  route("PUT", "users/:user/hidden", { is_hidden: true }, 204),
  route("DELETE", "users/:user"),
  route("GET", "teams"),
  route("GET", "teams/:team"),
  route("PATCH", "teams/:team", teamEdit),
  route("PUT", "teams/:team/verified", { is_verified: true }),
  route("PUT", "teams/:team/hidden", { is_hidden: true }),
  route("PUT", "events/:event/hidden", { is_hidden: true }),
  route("DELETE", "teams/:team"),
  route("GET", "posts"),
  route("POST", "posts/action", ({ post }) => ({ ids: [post], action: "hide" }), 200),
  route("GET", "news"),
  route("POST", "news", article),
  route("GET", "news/counts"),
  route("GET", "news/drafts"),
  route("GET", "news/:article"),
  route("PATCH", "news/:article", article),
  route("DELETE", "news/:article"),
  route("POST", "news/action", (scene) => ({ ids: [scene.article], action: "hide" }), 200),
  route("GET", "news/:article/revisions"),
  route("GET", "news/:article/revisions/:revision"),
  route("PUT", "news/:article/presence", {}),
  route("POST", "news/:article/ready", {}, 204),
  route("PUT", "news/:article/draft", DRAFT),
  route("GET", "news/:article/draft"),
  route("DELETE", "news/:article/draft"),
  route("GET", "news/:article/preview"),
  route("PUT", "news/:article/preview", {}),
  route("DELETE", "news/:article/preview"),
  route("GET", "news/:article/newsletter"),
  route("POST", "news/:article/newsletter", { for_all: false }, 204),
  route("GET", "news/:article/newsletter/preview"),
  route("POST", "news/:article/newsletter/test", { language: "en" }, 204),
  route("GET", "events"),
  route("POST", "events", adminEventFields),
  route("GET", "events/:event"),
  route("PATCH", "events/:event", adminEventFields),
  route("DELETE", "events/:event"),
  route("GET", "ideas"),
  route("POST", "ideas", ideaFields),
  route("GET", "ideas/:idea"),
  route("PATCH", "ideas/:idea", ideaFields),
  route("PUT", "ideas/:idea/popular", { is_popular: false }),
  route("DELETE", "ideas/:idea"),
  route("GET", "releases"),
  route("GET", "releases/artists"),
  route("POST", "releases", ({ artist }) => ({ ...releaseFields, artist_id: artist })),
  route("GET", "releases/:release"),
  route("PATCH", "releases/:release", ({ artist }) => ({ ...releaseFields, artist_id: artist })),
  route("DELETE", "releases/:release"),
  route("GET", "artists"),
  route("GET", "artists/unmatched"),
  route("POST", "artists", () => ({
    ...artistFields,
    name: `Nova ${randomUUID()}`,
    hangul: null,
    aliases: [],
  })),
  route("GET", "artists/:artist"),
  route("PATCH", "artists/:artist", { ...artistFields, hangul: null, aliases: [] }),
  route("PUT", "artists/:artist/spelling", () => ({ spelling: `Nova ${randomUUID()}` })),
  route("POST", "artists/:duplicate/merge", ({ artist }) => ({ into: artist }), 200),
  route("GET", "suggestions"),
  route(
    "POST",
    "suggestions/action",
    ({ suggestion }) => ({ ids: [suggestion], action: "delete" }),
    200,
  ),
  route("POST", "suggestions/:suggestion/idea", ideaFields),
  route("GET", "newcomers"),
  route(
    "POST",
    "newcomers/action",
    ({ team, post }) => ({ ids: [team, post], action: "approve" }),
    200,
  ),
  route("GET", "reports"),
  route("GET", "reports/:report"),
  route("PATCH", "reports/:report", { decision: "hide", reply: "Not here." }),
  route("POST", "/api/uploads/news-images", picture),
  route("POST", "/api/uploads/event-images", picture),
]

/** Calls a route with the scene's ids. A PATCH request contains the row's current `updated_at`, which the API requires. */
export async function callAdmin(db: Db, browser: TestBrowser, route: AdminRoute, scene: Scene) {
  const ids = new Map(Object.entries(scene))
  const path = route.path.replace(/:(\w+)/g, (_, kind) => ids.get(kind) ?? "")
  const body = route.body?.(scene)
  const isChange = route.method === "PATCH"
  const id = path.split("/").at(-1) ?? ""
  const sent = isChange ? { ...body, updated_at: await updatedAt(db, id) } : body
  const headers = { "content-type": "image/png" }
  return browser.call(site, route.method, path, sent, body === picture ? headers : {})
}
