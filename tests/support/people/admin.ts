import { randomUUID } from "node:crypto"
import type { Db } from "../../../db/client.ts"
import { callSite, openBrowser, type TestBrowser } from "../browser-like.ts"
import { makeArticle, makeUser } from "../factories.ts"
import { makeSmallPng } from "../pictures.ts"
import { makeArtist } from "./artists.ts"
import { makeIdea, makeSuggestionFields } from "./ideas.ts"
import { makeMember, openSignedInBrowser } from "./members.ts"
import { makeRelease } from "./releases.ts"
import { makeCase } from "./reports.ts"
import { makeEvent, makePost, makeTeam } from "./teams.ts"

export async function makeSuggestion(db: Db, title = "A night bus"): Promise<string> {
  const { name, email, category, priority, description } = makeSuggestionFields()
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

/** Creates one row for each placeholder (such as `:team`) in the paths of ADMIN_ROUTES. Returns the ids by placeholder. */
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

/** Returns `updated_at` of the row that has this id or slug, in whichever table the row is. */
export const readUpdatedAt = async (db: Db, idOrSlug: string): Promise<string> =>
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

/** Kinds of callers of the admin area. A user is a member without a role. */
export const CALLER_KINDS = [
  "anonymous",
  "user",
  "admin",
  "blocked super admin",
  "super admin",
] as const
export type CallerKind = (typeof CALLER_KINDS)[number]

/** Creates a caller of each kind. The blocked super admin has a session that was created after the block. */
export async function makeCallers(db: Db) {
  const user = await makeMember(db, { displayName: "User" })
  const admin = await makeMember(db, { role: "admin", displayName: "Admin" })
  const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  const { id } = await makeUser(db, { role: "super_admin", displayName: "Blocked" })
  await db.one`update users set blocked_at = now() where id = ${id}`
  const blocked = { id, browser: await openSignedInBrowser(db, id) }
  const anonymous = { id: null, browser: openBrowser() }
  return { anonymous, user, admin, "blocked super admin": blocked, "super admin": superAdmin }
}

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
export const adminTeamFields = {
  name: "Zvaigznes",
  description: "We dance.",
  location: "Rīga",
  cover_image_url: null,
}

export interface AdminRoute {
  method: string
  /** Path with placeholders. For example, callAdmin() replaces `:team` with the id of the scene's team. */
  path: string
  /** Expected status for a super admin. */
  status: number
  body?: ((scene: Scene) => object) | undefined
}

const DEFAULT_STATUSES = { GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 }

const defineRoute = (
  method: keyof typeof DEFAULT_STATUSES,
  path: string,
  body?: object | ((scene: Scene) => object),
  status = DEFAULT_STATUSES[method],
): AdminRoute => ({
  method,
  path: path.startsWith("/") ? path : `/api/admin/${path}`,
  status,
  body: typeof body === "function" ? (scene) => body(scene) : body && (() => body),
})

const makeArticleFields = () => ({ ...articleFields, slug: `article-${randomUUID()}` })
const draftFields = { original_id: null, language: "en", form: {}, based_on: null, version: 0 }
const picture = await makeSmallPng()

export const ADMIN_ROUTES: AdminRoute[] = [
  defineRoute("GET", "stats"),
  defineRoute("GET", "waiting"),
  defineRoute("GET", "settings"),
  defineRoute("GET", "build"),
  defineRoute("POST", "build", {}, 202),
  defineRoute("GET", "audit"),
  defineRoute("GET", "security"),
  defineRoute("GET", "sends"),
  defineRoute("POST", "sends/retry", {}, 200),
  defineRoute("POST", "sends/:mail/retry", {}, 200),
  defineRoute("GET", "users"),
  defineRoute("PUT", "users/:user/role", { role: "admin" }),
  defineRoute("PUT", "users/:user/newsroom", { kind: "editor" }),
  defineRoute("DELETE", "users/:user/newsroom"),
  defineRoute("PUT", "users/:user/block", { reason: "Spam" }, 204),
  defineRoute("DELETE", "users/:user/block"),
  defineRoute("PUT", "users/:user/hidden", { is_hidden: true }, 204),
  defineRoute("DELETE", "users/:user"),
  defineRoute("GET", "teams"),
  defineRoute("GET", "teams/:team"),
  defineRoute("PATCH", "teams/:team", adminTeamFields),
  defineRoute("PUT", "teams/:team/verified", { is_verified: true }),
  defineRoute("PUT", "teams/:team/hidden", { is_hidden: true }),
  defineRoute("PUT", "events/:event/hidden", { is_hidden: true }),
  defineRoute("DELETE", "teams/:team"),
  defineRoute("GET", "posts"),
  defineRoute("POST", "posts/action", ({ post }) => ({ ids: [post], action: "hide" }), 200),
  defineRoute("GET", "news"),
  defineRoute("POST", "news", makeArticleFields),
  defineRoute("GET", "news/counts"),
  defineRoute("GET", "news/drafts"),
  defineRoute("GET", "news/:article"),
  defineRoute("PATCH", "news/:article", makeArticleFields),
  defineRoute("DELETE", "news/:article"),
  defineRoute("POST", "news/action", (scene) => ({ ids: [scene.article], action: "hide" }), 200),
  defineRoute("GET", "news/:article/revisions"),
  defineRoute("GET", "news/:article/revisions/:revision"),
  defineRoute("PUT", "news/:article/presence", {}),
  defineRoute("POST", "news/:article/ready", {}, 204),
  defineRoute("PUT", "news/:article/draft", draftFields),
  defineRoute("GET", "news/:article/draft"),
  defineRoute("DELETE", "news/:article/draft"),
  defineRoute("GET", "news/:article/preview"),
  defineRoute("PUT", "news/:article/preview", {}),
  defineRoute("DELETE", "news/:article/preview"),
  defineRoute("GET", "news/:article/newsletter"),
  defineRoute("POST", "news/:article/newsletter", { for_all: false }, 204),
  defineRoute("GET", "news/:article/newsletter/preview"),
  defineRoute("POST", "news/:article/newsletter/test", { language: "en" }, 204),
  defineRoute("GET", "events"),
  defineRoute("POST", "events", adminEventFields),
  defineRoute("GET", "events/:event"),
  defineRoute("PATCH", "events/:event", adminEventFields),
  defineRoute("DELETE", "events/:event"),
  defineRoute("GET", "ideas"),
  defineRoute("POST", "ideas", ideaFields),
  defineRoute("GET", "ideas/:idea"),
  defineRoute("PATCH", "ideas/:idea", ideaFields),
  defineRoute("PUT", "ideas/:idea/popular", { is_popular: false }),
  defineRoute("DELETE", "ideas/:idea"),
  defineRoute("GET", "releases"),
  defineRoute("GET", "releases/artists"),
  defineRoute("POST", "releases", ({ artist }) => ({ ...releaseFields, artist_id: artist })),
  defineRoute("GET", "releases/:release"),
  defineRoute("PATCH", "releases/:release", ({ artist }) => ({
    ...releaseFields,
    artist_id: artist,
  })),
  defineRoute("DELETE", "releases/:release"),
  defineRoute("GET", "artists"),
  defineRoute("GET", "artists/unmatched"),
  defineRoute("POST", "artists", () => ({
    ...artistFields,
    name: `Nova ${randomUUID()}`,
    hangul: null,
    aliases: [],
  })),
  defineRoute("GET", "artists/:artist"),
  defineRoute("PATCH", "artists/:artist", { ...artistFields, hangul: null, aliases: [] }),
  defineRoute("PUT", "artists/:artist/spelling", () => ({ spelling: `Nova ${randomUUID()}` })),
  defineRoute("POST", "artists/:duplicate/merge", ({ artist }) => ({ into: artist }), 200),
  defineRoute("GET", "suggestions"),
  defineRoute(
    "POST",
    "suggestions/action",
    ({ suggestion }) => ({ ids: [suggestion], action: "delete" }),
    200,
  ),
  defineRoute("POST", "suggestions/:suggestion/idea", ideaFields),
  defineRoute("GET", "newcomers"),
  defineRoute(
    "POST",
    "newcomers/action",
    ({ team, post }) => ({ ids: [team, post], action: "approve" }),
    200,
  ),
  defineRoute("GET", "reports"),
  defineRoute("GET", "reports/:report"),
  defineRoute("PATCH", "reports/:report", { decision: "hide", reply: "Not here." }),
  defineRoute("POST", "/api/uploads/news-images", picture),
  defineRoute("POST", "/api/uploads/event-images", picture),
]

/** Calls a route with the ids of the scene. A PATCH contains the row's current `updated_at`, which the route requires. */
export async function callAdmin(db: Db, browser: TestBrowser, route: AdminRoute, scene: Scene) {
  const ids = new Map(Object.entries(scene))
  const path = route.path.replace(/:(\w+)/g, (_, kind) => ids.get(kind) ?? "")
  const fields = route.body?.(scene)
  const id = path.split("/").at(-1) ?? ""
  const body =
    route.method === "PATCH" ? { ...fields, updated_at: await readUpdatedAt(db, id) } : fields
  const headers = { "content-type": "image/png" }
  return browser.call(callSite, route.method, path, body, body === picture ? headers : {})
}
