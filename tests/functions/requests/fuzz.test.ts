/** Sends random requests to every route as members of each role. `FUZZ_SEED` and `FUZZ_REQUESTS` make a run repeatable. */
import { randomInt } from "node:crypto"
import fc, { type Arbitrary } from "fast-check"
import type { Context, Hono } from "hono"
import { routePath } from "hono/route"
import { afterEach, beforeAll, expect, test, vi } from "vitest"
import type { ZodMiniType } from "zod/mini"
import { PROBLEMS } from "../../../netlify/lib/http/problem.ts"
import { guessLanguage } from "../../../netlify/lib/language.ts"
import { isRecord } from "../../../src/shared/json.ts"
import {
  arbitraryBody,
  isAccepted,
  LARGE_VALUES,
  listNestedSchemas,
  NASTY_TEXTS,
  nastyText,
} from "../../support/arbitrary.ts"
import { listFunctionPaths, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser, storeProfile } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { makeScene, readUpdatedAt } from "../../support/people/admin.ts"
import { makeFullMember } from "../../support/people/full-member.ts"
import { openSignedInBrowser } from "../../support/people/members.ts"
import { exportAccount } from "../../support/people/sign-in.ts"
import {
  clearAttempts,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
} from "../../support/people/teams.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

/** `npm run test:all` makes more requests, with a new seed each time. */
const REQUEST_COUNT = Number(process.env.FUZZ_REQUESTS ?? (process.env.ALL_TESTS ? 20_000 : 800))
const SEED = Number(process.env.FUZZ_SEED ?? (process.env.ALL_TESTS ? randomInt(2 ** 31) : 16))
const BATCH_SIZE = 10
/** Maximum processor time for the check of one field of a long body. Badly written checks take seconds. */
const CHECK_MAX_MS = 200

/** Values that the mocks below record: the Hono apps of all functions, and the schema of each route's body. */
const recorded = vi.hoisted(() => ({
  apps: [] as Hono[],
  schemas: new Map<string, unknown>(),
}))

vi.mock("../../../netlify/lib/http/api.ts", async (load) => {
  const api = await load<typeof import("../../../netlify/lib/http/api.ts")>()
  return {
    ...api,
    createHandler(app: Parameters<typeof api.createHandler>[0]) {
      recorded.apps.push(app as unknown as Hono)
      return api.createHandler(app)
    },
  }
})
vi.mock("../../../netlify/lib/http/request.ts", async (load) => {
  const request = await load<typeof import("../../../netlify/lib/http/request.ts")>()
  /** Wraps a function that parses the body with the schema in its second argument. The wrapper records the schema. */
  const recordingSchema =
    <Rest extends unknown[], Result>(read: (c: Context, ...rest: Rest) => Result) =>
    (c: Context, ...rest: Rest): Result => {
      recorded.schemas.set(`${c.req.method} ${routePath(c)}`, rest[0])
      return read(c, ...rest)
    }
  return {
    ...request,
    readBody: recordingSchema(request.readBody),
    readNewRow: recordingSchema(request.readNewRow),
    readChange: recordingSchema(request.readChange),
  }
})

const database = await openTestDatabase()
const { db } = database
startStorage()
startMailbox()
startBuildHook()

interface Route {
  method: string
  path: string
}

function listRoutes(): Route[] {
  const routes = recorded.apps
    .flatMap((app) => app.routes)
    .filter(({ method, path }) => method !== "ALL" && /^\/(api|uploads)\//.test(path))
    .map(({ method, path }) => ({ method, path }))
  return [...new Map(routes.map((route) => [`${route.method} ${route.path}`, route])).values()]
}

/** This word is in each private text of the secrets' owner, and in no other text. */
const SECRET = "qx7secret"

const callerIdsByRole = {} as Record<"member" | "admin" | "editor" | "super", string>
type Person = keyof typeof callerIdsByRole | "anonymous"
/** Id of the member who owns the private texts. This member makes no calls. */
let secretsOwner: string

/** Ids and slugs of existing rows by the path segment that precedes them, such as `teams`. */
const rows: Record<string, string[]> = {}
function addRows(kinds: string, ...idsAndSlugs: string[]): void {
  for (const kind of kinds.split(" ")) rows[kind] = [...(rows[kind] ?? []), ...idsAndSlugs]
}
/** Generates an id of the list. Half of the ids are among the last four, which earlier calls have rarely deleted. */
const arbitraryId = (getIds: () => string[]) =>
  fc.tuple(fc.nat(), fc.boolean()).map(([index, isRecent]) => {
    const list = isRecent ? getIds().slice(-4) : getIds()
    return list[index % list.length] ?? "nothing"
  })
const anyId = arbitraryId(() => Object.values(rows).flat())

/** Adds rows whose ids calls can contain, because earlier calls may have deleted the existing rows. */
async function addScene(): Promise<void> {
  const scene = await makeScene(db)
  const ownTeam = await makeTeam(db, { [callerIdsByRole.member]: "owner" }, { name: "Own" })
  const event = await makeEvent(db, ownTeam.id, { author: callerIdsByRole.member })
  const post = await makePost(db, ownTeam.id, callerIdsByRole.member)
  const request = await makeRequest(db, ownTeam.id, scene.user)
  addRows("teams", scene.team, ownTeam.id, ownTeam.slug)
  addRows("events calendar", scene.event, event.id, event.slug)
  addRows("posts", scene.post, post.id)
  addRows("news", scene.article)
  addRows("revisions", scene.revision)
  addRows("users members profiles", scene.user)
  addRows("ideas", scene.idea)
  addRows("suggestions", scene.suggestion)
  addRows("sends", scene.mail)
  addRows("reports", scene.report)
  addRows("join-requests", request)
}

/** Creates a member whose private data contains the secret. Returns the member's id. */
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
  if (!team) throw new Error("The member owns no team")
  const post = await makePost(db, team.id, id, { title: SECRET, published: false })
  const event = await makeEvent(db, team.id, { title: SECRET, type: "team", author: id })
  const privateRows = await db.many<{ kind: string; id: string }>`
    select 'news' as kind, id from news where author_id = ${id}
    union all select 'events', id from events where user_id = ${id}
    union all select 'join-requests', id from team_join_requests where user_id = ${id}
    union all select 'suggestions', id from suggestions
    union all select 'sessions', id from sessions where user_id = ${id}
    union all select 'reports', id from report_cases
    union all select 'signups check-ins', id from event_signups where user_id = ${id}`
  addRows("teams", team.id, team.slug)
  addRows("posts", post.id)
  addRows("events calendar", event.id, event.slug)
  addRows("users members profiles", id)
  for (const privateRow of privateRows) addRows(privateRow.kind, privateRow.id)
  return id
}

interface Call {
  person: Person
  route: Route
  path: string
  body: unknown
  /** Whether the body contains the row's current `updated_at`, so that an edit is not refused as outdated. */
  isFresh: boolean
}

const QUERY_PARAMETERS = [
  ...["limit", "cursor", "search", "filter", "sort", "country", "team", "from", "to", "scope"],
  ...["language", "page", "token", "q", "title", "code", "state", "next", "name"],
]
const parameterValues = fc.oneof(
  fc.constantFrom("1", "50", "public", "all", "newest", "ee", "lv", "mine", "pending", "name"),
  fc.constantFrom("2026-01-01T00:00:00Z", "2030-01-01", "eyJhIjoxfQ", "x".repeat(43)),
  nastyText,
  fc.string(),
)

/** Generates the path and query of a call. Most placeholders of the path become ids of existing rows. */
function arbitraryAddress({ method, path }: Route): Arbitrary<string> {
  const segmentValues = path.split("/").map((segment, index, segments) => {
    if (!/^[:*]/.test(segment)) return fc.constant(segment)
    const kind = segments[index - 1] ?? ""
    const commonValue = /type|bucket/.test(segment)
      ? fc.constantFrom("song", "album", "team-images")
      : fc.oneof({ weight: 4, arbitrary: arbitraryId(() => rows[kind] ?? []) }, anyId)
    const anything = fc.oneof(nastyText, fc.string({ minLength: 1 })).map((text) => {
      try {
        return encodeURIComponent(text) || "-"
      } catch {
        // A lone surrogate cannot be encoded.
        return "%ED%A0%80"
      }
    })
    return fc.oneof({ weight: 8, arbitrary: commonValue }, { weight: 1, arbitrary: anything })
  })
  const query =
    method === "GET"
      ? fc.dictionary(fc.constantFrom(...QUERY_PARAMETERS), parameterValues, { maxKeys: 4 })
      : fc.constant({})
  return fc
    .tuple(fc.tuple(...segmentValues), query)
    .map(([segments, parameters]) =>
      [segments.join("/"), String(new URLSearchParams(parameters))].filter(Boolean).join("?"),
    )
}

/** Bodies that are not JSON, or not an object. */
const malformedBody = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .constantFrom(...["{", '{"a":', "[]", "null", '"', ...NASTY_TEXTS])
    .map((text) => Buffer.from(text)),
)

function arbitraryCall(route: Route, callers: Person[]): Arbitrary<Call> {
  const { method, path } = route
  const bodies = new Map<unknown, Arbitrary<unknown>>()
  // The schema of a route is known only after a call has run the code that parses the body.
  const body = fc.constant(`${method} ${path}`).chain((name) => {
    const schema = recorded.schemas.get(name)
    if (!schema) return fc.constant({})
    const bodyOfSchema = bodies.get(schema) ?? arbitraryBody(schema as ZodMiniType, anyId)
    bodies.set(schema, bodyOfSchema)
    return bodyOfSchema
  })
  return fc.record({
    person: fc.constantFrom(...callers),
    route: fc.constant(route),
    path: arbitraryAddress(route),
    body:
      method === "GET"
        ? fc.constant(undefined)
        : fc.oneof({ weight: 20, arbitrary: body }, { weight: 1, arbitrary: malformedBody }),
    isFresh: fc.boolean(),
  })
}

const describeCall = ({ person, route, path, body }: Call) =>
  `${person}: ${route.method} ${path} ${JSON.stringify(body)?.slice(0, 500)}`

const pendingCalls = new Set<Call>()
afterEach(() => {
  for (const call of pendingCalls) console.log("No response to", describeCall(call))
})

/** Sends a call and returns the status. Throws for a server error, an unknown problem code or a revealed secret. */
async function makeCall(browser: TestBrowser, call: Call, maySeeSecrets: boolean): Promise<number> {
  const { route, path, isFresh } = call
  let { body } = call
  if (isFresh && isRecord(body) && "updated_at" in body) {
    const existing = Object.values(rows).flat()
    const idOrSlug = path.split("/").find((segment) => existing.includes(segment)) ?? ""
    body = { ...body, updated_at: (await readUpdatedAt(db, idOrSlug)) || body.updated_at }
  }
  pendingCalls.add(call)
  const { status, text, json, headers } = await browser.send(route.method, path, body)
  pendingCalls.delete(call)
  // A 503 is a deliberate refusal unless its code says that the database is unavailable.
  const isDeliberate = status === 503 && json["code"] !== "database_unavailable"
  const isUnknownPath = text === "404 Not Found"
  const isProblem = isUnknownPath || status < 400 || Object.hasOwn(PROBLEMS, String(json["code"]))
  if ((status >= 500 && !isDeliberate) || !isProblem) {
    throw new Error(`${status} ${text.slice(0, 300)} to ${describeCall(call)}`)
  }
  const content = `${text} ${JSON.stringify([...headers])}`.toLowerCase()
  if (!maySeeSecrets && content.includes(SECRET)) {
    throw new Error(
      `Revealed a secret: ${text.slice(0, 2000)} in response to ${describeCall(call)}`,
    )
  }
  return status
}

/** Opens new signed-in browsers, because earlier calls end sessions, change email addresses and delete accounts. */
async function openBrowsers(callers: readonly Person[]): Promise<Record<Person, TestBrowser>> {
  await clearAttempts(db)
  await db.one`update users set deletion_due_at = null where deletion_due_at is not null`
  const personAndBrowser = callers.map(async (person) => [
    person,
    person === "anonymous" ? openBrowser() : await openSignedInBrowser(db, callerIdsByRole[person]),
  ])
  return Object.fromEntries(await Promise.all(personAndBrowser))
}

async function fuzz(
  callers: Person[],
  requests: number,
  { maySeeSecrets }: { maySeeSecrets: boolean },
): Promise<void> {
  console.log(`Sends ${requests} requests of ${callers.join(", ")} with seed ${SEED}`)
  const getWeight = ({ path }: Route) => (path.startsWith("/api/admin") && !maySeeSecrets ? 1 : 4)
  const calls = fc.oneof(
    ...listRoutes().map((route) => ({
      weight: getWeight(route),
      arbitrary: arbitraryCall(route, callers),
    })),
  )
  const statuses = new Map<string, number>()
  let callCount = 0
  const { failed, errorInstance } = await fc.check(
    fc.asyncProperty(
      fc.array(calls, { minLength: BATCH_SIZE, maxLength: BATCH_SIZE }),
      async (batch) => {
        if (callCount % 400 === 0) await addScene()
        callCount += batch.length
        const browsers = await openBrowsers(callers)
        const responses = await Promise.all(
          batch.map(async (call) => {
            const browser = openBrowser()
            for (const cookie of browsers[call.person].cookies) browser.cookies.set(...cookie)
            return makeCall(browser, call, maySeeSecrets)
          }),
        )
        for (const status of responses) {
          const name = status < 400 ? "succeeded" : String(status)
          statuses.set(name, (statuses.get(name) ?? 0) + 1)
        }
      },
    ),
    // fast-check cannot shrink a failing run, because each run changes the data.
    { seed: SEED, numRuns: Math.ceil(requests / BATCH_SIZE), endOnFailure: true },
  )
  if (failed)
    throw new Error(`FUZZ_SEED=${SEED} FUZZ_REQUESTS=${REQUEST_COUNT}`, { cause: errorInstance })
  console.log(Object.fromEntries(statuses))
  expect(statuses.get("succeeded") ?? 0).toBeGreaterThan(requests / 8)
}

beforeAll(async () => {
  await listFunctionPaths()
  callerIdsByRole.member = (await makeUser(db, { displayName: "B" })).id
  callerIdsByRole.admin = (await makeUser(db, { displayName: "C", role: "admin" })).id
  callerIdsByRole.editor = (await makeUser(db, { displayName: "D" })).id
  callerIdsByRole.super = (await makeUser(db, { displayName: "E", role: "super_admin" })).id
  await db.one`
    insert into news_grants (user_id, kind) values (${callerIdsByRole.editor}, 'editor')`
  for (const id of Object.values(callerIdsByRole)) await storeProfile(db, id)
  secretsOwner = await addSecrets()
  await addScene()
  // Most routes parse the body first, so a call with an invalid body records the schema.
  const browsers = await openBrowsers(["member", "super"])
  const isBodyIgnored = ({ method, path }: Route) =>
    method === "GET" || (method === "DELETE" && path !== "/api/account") || /sign-out$/.test(path)
  for (const route of listRoutes().filter((route) => !isBodyIgnored(route))) {
    const path = route.path.replace(/([^/]+)\/:\w+/g, (_, kind) => `${kind}/${rows[kind]?.[0]}`)
    for (const browser of [browsers.member, browsers.super]) {
      if (recorded.schemas.has(`${route.method} ${route.path}`)) break
      await clearAttempts(db)
      await browser.send(route.method, path, 0)
    }
  }
  // The first call loads the code of the language detection, which takes long.
  await guessLanguage("Tere")
  await clearAttempts(db)
}, 120_000)

test("the mocks record more than 50 schemas of bodies", () => {
  console.log(listRoutes().length, "routes,", recorded.schemas.size, "schemas")
  expect(recorded.schemas.size).toBeGreaterThan(50)
})

test("no field that accepts an object accepts an array", () => {
  const accepting = [...recorded.schemas].flatMap(([route, schema]) =>
    listNestedSchemas(schema as ZodMiniType)
      .filter(([, part]) => isAccepted(part, {}) && isAccepted(part, []))
      .map(([path]) => `${route} ${path}`),
  )
  expect(accepting).toEqual([])
})

test("the account export of the secrets' owner contains the secrets", async () => {
  const browser = await openSignedInBrowser(db, secretsOwner)
  const { text } = await exportAccount(browser)
  expect(text.split(SECRET).length).toBeGreaterThan(10)
})

test("members, admins without rights and anonymous visitors see no secret of another member", async () => {
  await fuzz(["member", "anonymous", "admin"], REQUEST_COUNT / 2, { maySeeSecrets: false })
}, 600_000)

test("no request of members, editors and super admins causes a server error", async () => {
  await fuzz(["super", "editor", "member"], REQUEST_COUNT / 2, { maySeeSecrets: true })
}, 600_000)

test("the check of each field is fast, even for very long values", () => {
  const measureCpuMs = (schema: ZodMiniType, value: unknown) => {
    const before = process.threadCpuUsage()
    schema.safeParse(value)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  const checked = new Set<ZodMiniType>()
  for (const [route, schema] of recorded.schemas) {
    for (const [path, field] of listNestedSchemas(schema as ZodMiniType)) {
      // A transformation only receives values that its input schema accepts.
      if (checked.has(field) || field._zod.def.type === "transform") continue
      checked.add(field)
      for (const value of LARGE_VALUES) {
        const ms = measureCpuMs(field, value)
        if (ms <= CHECK_MAX_MS) continue
        throw new Error(`${ms} ms for ${JSON.stringify(value).slice(0, 40)} as ${route} ${path}`)
      }
    }
  }
  console.log(`Checked ${checked.size} schemas of fields`)
}, 120_000)
