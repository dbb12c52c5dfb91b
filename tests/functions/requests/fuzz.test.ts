/**
 * Every route, called by people of each standing with what its schema takes and what it does not: nothing
 * fails on our side or hangs, and nobody is told what is another member's alone. `FUZZ_SEED` and
 * `FUZZ_REQUESTS` choose.
 */
import { randomInt } from "node:crypto"
import fc, { type Arbitrary } from "fast-check"
import type { Context, Hono } from "hono"
import { routePath } from "hono/route"
import { beforeAll, expect, test, vi } from "vitest"
import type { ZodMiniType } from "zod/mini"
import { PROBLEMS } from "../../../netlify/lib/http/problem.ts"
import { guessLanguage } from "../../../netlify/lib/language.ts"
import { isRecord } from "../../../src/shared/json.ts"
import { bodyOf, LARGE, NASTY, nasty, partsOf, takes } from "../../support/arbitrary.ts"
import { openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeProfile, makeUser } from "../../support/factories.ts"
import { mailbox } from "../../support/mailbox.ts"
import { makeScene } from "../../support/people/admin.ts"
import { makeFullMember } from "../../support/people/full-member.ts"
import { browserOf } from "../../support/people/members.ts"
import {
  forgetWrites,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
} from "../../support/people/teams.ts"
import { storage } from "../../support/servers/blobs.ts"
import { listenForBuilds } from "../../support/servers/build-hook.ts"

/** `npm run test:all` tries more, and other ones each time. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? (process.env.ALL_TESTS ? 20_000 : 2000))
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.ALL_TESTS ? randomInt(2 ** 31) : 16))
const AT_ONCE = 10
const PATIENCE_MS = 5000
/** Of processor time, for one field of a body of the largest size. */
const CHECK_MAX_MS = 200

/** What the functions are made of, as they are loaded, and the schemas that their routes read bodies by. */
const seen = vi.hoisted(() => ({
  apps: [] as { app: Hono; handler: TestHandler }[],
  schemas: new Map<string, unknown>(),
}))
type TestHandler = Parameters<TestBrowser["call"]>[0]

vi.mock("../../../netlify/lib/http/api.ts", async (load) => {
  const api = await load<typeof import("../../../netlify/lib/http/api.ts")>()
  return {
    ...api,
    serve(app: Parameters<typeof api.serve>[0]) {
      const handler = api.serve(app)
      seen.apps.push({ app: app as unknown as Hono, handler })
      return handler
    },
  }
})
vi.mock("../../../netlify/lib/http/request.ts", async (load) => {
  const request = await load<typeof import("../../../netlify/lib/http/request.ts")>()
  const noting =
    <Rest extends unknown[], Result>(read: (c: Context, ...rest: Rest) => Result) =>
    (c: Context, ...rest: Rest): Result => {
      seen.schemas.set(`${c.req.method} ${routePath(c)}`, rest[0])
      return read(c, ...rest)
    }
  return {
    ...request,
    readBody: noting(request.readBody),
    readNew: noting(request.readNew),
    readChange: noting(request.readChange),
  }
})

const database = testDatabase()
const db = database.owner.as(null)
storage()
mailbox()
listenForBuilds()

interface Route {
  method: string
  path: string
  handler: TestHandler
}

/** All routes, by what the functions have mounted. */
function routes(): Route[] {
  const found = seen.apps.flatMap(({ app, handler }) =>
    app.routes
      .filter(({ method, path }) => method !== "ALL" && /^\/(api|uploads)\//.test(path))
      .map(({ method, path }) => ({ method, path, handler })),
  )
  // Guards stand before a route under the same name.
  return [...new Map(found.map((route) => [`${route.method} ${route.path}`, route])).values()]
}

/** No text of a member's own is like it. */
const SECRET = "qx7secret"

/** Members by what they may do; the member that the secrets are of calls nothing. */
const people = {} as Record<"member" | "admin" | "editor" | "super", string>
type Person = keyof typeof people | "anonymous"
let holder: string

/** Rows that are there, by the word before their id or slug in addresses. */
const rows: Record<string, string[]> = {}
function note(kinds: string, ...found: string[]): void {
  for (const kind of kinds.split(" ")) rows[kind] = [...(rows[kind] ?? []), ...found]
}
/** One of the latest, or any. */
const anyOf = (kind: () => string[]) =>
  fc.tuple(fc.nat(), fc.boolean()).map(([n, isLate]) => {
    const list = isLate ? kind().slice(-4) : kind()
    return list[n % list.length] ?? "nothing"
  })
const ids = anyOf(() => Object.values(rows).flat())

/** A row of each kind, anew, since what calls delete is gone. */
async function addScene(): Promise<void> {
  const scene = await makeScene(db)
  const own = await makeTeam(db, { [people.member]: "owner" }, { name: "Own" })
  const event = await makeEvent(db, own.id, { author: people.member })
  const post = await makePost(db, own.id, people.member)
  const asked = await makeRequest(db, own.id, scene.user)
  note("teams", scene.team, own.id, own.slug)
  note("events calendar", scene.event, event.id, event.slug)
  note("posts", scene.post, post.id)
  note("news", scene.article)
  note("revisions", scene.revision)
  note("users members profiles", scene.user)
  note("ideas", scene.idea)
  note("suggestions", scene.suggestion)
  note("sends", scene.mail)
  note("reports", scene.report)
  note("join-requests", asked)
}

/** A member with a secret wherever something is held that is theirs alone. */
async function addSecrets(): Promise<string> {
  const { id } = await makeFullMember(database)
  const address = `${SECRET}@daina.test`
  await db.one`
    update profiles set bio = ${SECRET}, music_likes_public = false,
      privacy_settings = (
        select coalesce(jsonb_object_agg(key, false), '{}') from jsonb_each(privacy_settings))
    where user_id = ${id}`
  await db.one`update users set email = ${address} where id = ${id}`
  await db.one`update sessions set user_agent = ${SECRET} where user_id = ${id}`
  await db.one`update music_likes set item_name = ${SECRET} where user_id = ${id}`
  await db.one`update event_signups set note = ${SECRET} where user_id = ${id}`
  await db.one`update team_join_requests set message = ${SECRET} where user_id = ${id}`
  await db.one`update reports set details = ${SECRET} where reporter_id = ${id}`
  await db.one`update news set title = ${SECRET} where author_id = ${id} and not is_published`
  await db.one`update news_drafts set form = ${JSON.stringify({ title: SECRET })}::jsonb`
  await db.one`update suggestions set description = ${SECRET}, email = ${address}`
  const team = await db.one<{ id: string; slug: string }>`
    select t.id, slug from team_members m join teams t on t.id = m.team_id
    where user_id = ${id} and role = 'owner'`
  if (!team) throw new Error("They own no team")
  const post = await makePost(db, team.id, id, { title: SECRET, published: false })
  const event = await makeEvent(db, team.id, { title: SECRET, type: "team", author: id })
  const others = await db.many<{ kind: string; id: string }>`
    select 'news' as kind, id from news where author_id = ${id}
    union all select 'events', id from events where user_id = ${id}
    union all select 'join-requests', id from team_join_requests where user_id = ${id}
    union all select 'suggestions', id from suggestions
    union all select 'sessions', id from sessions where user_id = ${id}
    union all select 'reports', id from report_cases
    union all select 'signups check-ins', id from event_signups where user_id = ${id}`
  note("teams", team.id, team.slug)
  note("posts", post.id)
  note("events calendar", event.id, event.slug)
  note("users members profiles", id)
  for (const other of others) note(other.kind, other.id)
  return id
}

/** The moment that the row of an address was changed last: without it, a change is always too late. */
const updatedAt = async (name: string) =>
  (
    await db.one<{ at: string }>`
      select updated_at as at from (
        select id::text, slug, updated_at from teams
        union all select id::text, slug, updated_at from news
        union all select id::text, slug, updated_at from events
        union all select id::text, null, updated_at from ideas
        union all select id::text, null, updated_at from team_posts
        union all select id::text, null, updated_at from report_cases
      ) r where id = ${name} or slug = ${name}`
  )?.at

interface Call {
  person: Person
  route: Route
  path: string
  body: unknown
  /** Whether a change is based on what is there. */
  isFresh: boolean
}

const QUERIES = [
  ...["limit", "cursor", "search", "filter", "sort", "country", "team", "from", "to", "scope"],
  ...["language", "page", "token", "q", "title", "code", "state", "next", "name"],
]
const values = fc.oneof(
  fc.constantFrom("1", "50", "public", "all", "newest", "ee", "lv", "mine", "pending", "name"),
  fc.constantFrom("2026-01-01T00:00:00Z", "2030-01-01", "eyJhIjoxfQ", "x".repeat(43)),
  nasty,
  fc.string(),
)

/** An address of the route: rows that are there, or anything. */
function addressOf({ method, path }: Route): Arbitrary<string> {
  const parts = path.split("/").map((part, i, all) => {
    if (!/^[:*]/.test(part)) return fc.constant(part)
    const kind = all[i - 1] ?? ""
    const usual = /type|bucket/.test(part)
      ? fc.constantFrom("song", "album", "team-images")
      : fc.oneof({ weight: 4, arbitrary: anyOf(() => rows[kind] ?? []) }, ids)
    const anything = fc.oneof(nasty, fc.string({ minLength: 1 })).map((text) => {
      try {
        return encodeURIComponent(text) || "-"
      } catch {
        // Half of a letter, which an address cannot hold.
        return "%ED%A0%80"
      }
    })
    return fc.oneof({ weight: 8, arbitrary: usual }, { weight: 1, arbitrary: anything })
  })
  const query =
    method === "GET"
      ? fc.dictionary(fc.constantFrom(...QUERIES), values, { maxKeys: 4 })
      : fc.constant({})
  return fc
    .tuple(fc.tuple(...parts), query)
    .map(([words, asked]) =>
      [words.join("/"), String(new URLSearchParams(asked))].filter(Boolean).join("?"),
    )
}

/** What is no JSON, or no picture. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.constantFrom(...["{", '{"a":', "[]", "null", '"', ...NASTY]).map((text) => Buffer.from(text)),
)

function callOf(route: Route, persons: Person[]): Arbitrary<Call> {
  const { method, path } = route
  const bodies = new Map<unknown, Arbitrary<unknown>>()
  // Looked up at each call: some are seen only when a call comes far enough.
  const body = fc.constant(`${method} ${path}`).chain((name) => {
    const schema = seen.schemas.get(name)
    if (!schema) return fc.constant({})
    const known = bodies.get(schema) ?? bodyOf(schema as ZodMiniType, ids)
    bodies.set(schema, known)
    return known
  })
  return fc.record({
    person: fc.constantFrom(...persons),
    route: fc.constant(route),
    path: addressOf(route),
    body:
      method === "GET"
        ? fc.constant(undefined)
        : fc.oneof({ weight: 20, arbitrary: body }, { weight: 1, arbitrary: bytes }),
    isFresh: fc.boolean(),
  })
}

const words = ({ person, route, path, body }: Call) =>
  `${person}: ${route.method} ${path} ${JSON.stringify(body)?.slice(0, 500)}`

/** Makes the call, and throws where its answer is none that it may have. */
async function make(browser: TestBrowser, call: Call, mayKnow: boolean): Promise<number> {
  const { route, path, isFresh } = call
  let { body } = call
  if (isFresh && isRecord(body) && "updated_at" in body) {
    const [name = ""] = path.split("/").filter((part) => Object.values(rows).flat().includes(part))
    body = { ...body, updated_at: (await updatedAt(name)) ?? body.updated_at }
  }
  const late = AbortSignal.timeout(PATIENCE_MS)
  const answer = await Promise.race([
    browser.call(route.handler, route.method, path, body),
    new Promise<null>((resolve) => late.addEventListener("abort", () => resolve(null))),
  ])
  if (!answer) throw new Error(`no answer after ${PATIENCE_MS} ms to ${words(call)}`)
  const { status, text, json, headers } = answer
  // "Not now", said on purpose, is no failure.
  const isMeant = status === 503 && json["code"] !== "database_unavailable"
  const isProblem = status < 400 || Object.hasOwn(PROBLEMS, String(json["code"]))
  if ((status >= 500 && !isMeant) || !isProblem) {
    throw new Error(`${status} ${text.slice(0, 300)} to ${words(call)}`)
  }
  const told = `${text} ${JSON.stringify([...headers])}`.toLowerCase()
  if (!mayKnow && told.includes(SECRET)) {
    throw new Error(`told what is not theirs: ${text.slice(0, 2000)} to ${words(call)}`)
  }
  return status
}

/** Fresh browsers of these people: calls end sessions, change addresses and give up accounts. */
async function browsersOf(persons: readonly Person[]): Promise<Record<Person, TestBrowser>> {
  await forgetWrites(db)
  await db.one`update users set deletion_due_at = null where deletion_due_at is not null`
  const pairs = persons.map(async (person) => [
    person,
    person === "anonymous" ? openBrowser() : await browserOf(db, people[person]),
  ])
  return Object.fromEntries(await Promise.all(pairs))
}

async function fuzz(persons: Person[], requests: number, mayKnow: boolean): Promise<void> {
  console.log(`fuzzing with seed ${SEED}: ${requests} requests of ${persons.join(", ")}`)
  // Most of the admin area says no to most people.
  const weight = ({ path }: Route) => (path.startsWith("/api/admin") && !mayKnow ? 1 : 4)
  const calls = fc.oneof(
    ...routes().map((route) => ({ weight: weight(route), arbitrary: callOf(route, persons) })),
  )
  const statuses = new Map<string, number>()
  let done = 0
  const { failed, errorInstance } = await fc.check(
    fc.asyncProperty(fc.array(calls, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (batch) => {
      if (done % 400 === 0) await addScene()
      done += batch.length
      const browsers = await browsersOf(persons)
      const answers = await Promise.all(
        batch.map(async (call) => {
          // Each in a browser of its own with that session: what one is sent would change the next one's.
          const browser = openBrowser()
          for (const cookie of browsers[call.person].cookies) browser.cookies.set(...cookie)
          const status = await make(browser, call, mayKnow)
          await browser.afterwards()
          return status
        }),
      )
      for (const status of answers) {
        const kind = status < 400 ? "done" : String(status)
        statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
      }
    }),
    // A smaller example would be tried on other data.
    { seed: SEED, numRuns: Math.ceil(requests / AT_ONCE), endOnFailure: true },
  )
  if (failed)
    throw new Error(`FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUESTS}`, { cause: errorInstance })
  console.log(Object.fromEntries(statuses))
  // Refusals alone would prove little.
  expect(statuses.get("done") ?? 0).toBeGreaterThan(requests / 8)
}

beforeAll(async () => {
  await Promise.all(
    Object.values(import.meta.glob("../../../netlify/functions/*.ts")).map((f) => f()),
  )
  people.member = (await makeUser(db, { displayName: "B" })).id
  people.admin = (await makeUser(db, { displayName: "C", role: "admin" })).id
  people.editor = (await makeUser(db, { displayName: "D" })).id
  people.super = (await makeUser(db, { displayName: "E", role: "super_admin" })).id
  await db.one`
    insert into news_grants (user_id, kind) values (${people.editor}, 'editor')`
  for (const id of Object.values(people)) await makeProfile(db, id)
  holder = await addSecrets()
  await addScene()
  // Most routes read a body before they look at anything else: their schemas are known from here on.
  const browsers = await browsersOf(["member", "super"])
  const readsNoBody = ({ method, path }: Route) =>
    method === "GET" || (method === "DELETE" && path !== "/api/account") || /sign-out$/.test(path)
  for (const route of routes().filter((route) => !readsNoBody(route))) {
    const path = route.path.replace(/([^/]+)\/:\w+/g, (_, kind) => `${kind}/${rows[kind]?.[0]}`)
    for (const browser of [browsers.member, browsers.super]) {
      if (seen.schemas.has(`${route.method} ${route.path}`)) break
      await forgetWrites(db)
      await browser.call(route.handler, route.method, path, 0)
    }
  }
  // Its tables take a while to read, once.
  await guessLanguage("Tere")
  await forgetWrites(db)
}, 120_000)

test("schemas are found for the routes that read a body", () => {
  console.log(routes().length, "routes,", seen.schemas.size, "schemas")
  expect(seen.schemas.size).toBeGreaterThan(50)
})

test("no field takes a list in place of named values", () => {
  const careless = [...seen.schemas].flatMap(([route, schema]) =>
    partsOf(schema as ZodMiniType)
      .filter(([, part]) => takes(part, {}) && takes(part, []))
      .map(([path]) => `${route} ${path}`),
  )
  expect(careless).toEqual([])
})

test("the secrets are there, for whose they are", async () => {
  const browser = await browserOf(db, holder)
  const account = seen.apps.find(({ app }) => app.routes.some(({ path }) => /export$/.test(path)))
  const told = account && (await browser.call(account.handler, "GET", "/api/account/export"))
  expect(told?.text.split(SECRET).length).toBeGreaterThan(10)
})

test("a member, an admin without rights and a stranger are told nothing that is another's", async () => {
  await fuzz(["member", "anonymous", "admin"], REQUESTS / 2, false)
}, 600_000)

test("nothing that editors and super admins send fails on our side", async () => {
  await fuzz(["super", "editor", "member"], REQUESTS / 2, true)
}, 600_000)

test("no field takes long to check, whatever a body holds", () => {
  const cpuOf = (schema: ZodMiniType, value: unknown) => {
    const before = process.cpuUsage()
    schema.safeParse(value)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const checked = new Set<ZodMiniType>()
  for (const [route, schema] of seen.schemas) {
    for (const [path, part] of partsOf(schema as ZodMiniType)) {
      // A transformation gets only values that the schema before it takes.
      if (checked.has(part) || part._zod.def.type === "transform") continue
      checked.add(part)
      for (const value of LARGE) {
        let ms = cpuOf(part, value)
        // Once more, since other work of this process counts, too.
        if (ms > CHECK_MAX_MS) ms = Math.min(ms, cpuOf(part, value))
        if (ms <= CHECK_MAX_MS) continue
        throw new Error(`${ms} ms for ${JSON.stringify(value).slice(0, 40)} as ${route} ${path}`)
      }
    }
  }
  console.log(`checked ${checked.size} parts of schemas`)
}, 120_000)
