import type { Hono } from "hono"
import { describe, expect, test, vi } from "vitest"
import { createApi, createHandler } from "../../../netlify/lib/http/api.ts"
import {
  type Access,
  ROUTE_ACCESS,
  type RouteAccess,
} from "../../../netlify/lib/http/route-access.ts"
import {
  getStatusAndCode,
  listFunctionPaths,
  openBrowser,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import {
  EDITOR,
  makePublishingTranslatorGrant,
  makeTranslatorGrant,
  makeWriter,
} from "../../support/people/newsroom.ts"
import { ageSessions, makeFactor } from "../../support/people/second-factor.ts"
import { password } from "../../support/people/sign-in.ts"
import { makeTeam } from "../../support/people/teams.ts"
import { getLocation, getLogInCookie, startGoogle } from "../../support/servers/google.ts"

/** The Hono apps of all functions, recorded by the mock below. */
const mountedApps = vi.hoisted(() => [] as Hono[])
vi.mock("../../../netlify/lib/http/api.ts", async (load) => {
  const api = await load<typeof import("../../../netlify/lib/http/api.ts")>()
  return {
    ...api,
    createHandler(app: Parameters<typeof api.createHandler>[0]) {
      mountedApps.push(app as unknown as Hono)
      return api.createHandler(app)
    },
  }
})

const { db } = await openTestDatabase()
startMailbox()
const google = startGoogle()

/** Rows of the table ROUTE_ACCESS. A row has the required access and the required proof of identity of a route. */
const rows: [name: string, row: RouteAccess][] = Object.entries(ROUTE_ACCESS)
/** Existing routes, such as `POST /api/teams`. */
const routes = new Set<string>()
const SOME_ID = "00000000-0000-4000-8000-000000000000"

function callRoute(browser: TestBrowser, name: string, otherMethod?: string) {
  const [method = "", path = ""] = name.split(" ")
  const body = method === "GET" ? undefined : {}
  return browser.send(otherMethod ?? method, path.replace(/:\w+/g, SOME_ID), body)
}

/** Callers, in the order of their rights from none to all. A publisher is a translator who may publish. */
const PEOPLE = ["visitor", "member", "translator", "publisher", "editor", "superAdmin"] as const
type Person = (typeof PEOPLE)[number]

const CALLERS_BY_ACCESS: Record<Access, readonly Person[]> = {
  anonymous: PEOPLE,
  member: PEOPLE.slice(1),
  newsroom: PEOPLE.slice(2),
  news_publisher: PEOPLE.slice(3),
  news_editor: PEOPLE.slice(4),
  super_admin: ["superAdmin"],
}

await listFunctionPaths()
for (const { method, path } of mountedApps.flatMap((app) => app.routes)) {
  if (method !== "ALL" && !path.includes("*")) routes.add(`${method} ${path}`)
}
const superAdmin = await makeMember(db, { role: "super_admin", password })
const browsers = {
  visitor: openBrowser(),
  member: (await makeMember(db)).browser,
  translator: (await makeWriter(db, makeTranslatorGrant(["lv"]))).browser,
  publisher: (await makeWriter(db, makePublishingTranslatorGrant(["lv"]))).browser,
  editor: (await makeWriter(db, EDITOR)).browser,
  superAdmin: superAdmin.browser,
}

/** Returns rows and counts that a successful call would change. */
const readContent = () => db.one`
  select
    (select jsonb_agg(to_jsonb(u) order by id) from users u) as users,
    (select jsonb_agg(to_jsonb(t) order by team_id, user_id) from team_members t) as teams,
    (select count(*) from sessions) as sessions, (select count(*) from user_roles) as roles,
    (select count(*) from news_grants) as grants, (select count(*) from mail_links) as links,
    (select count(*) from passkeys) as passkeys, (select count(*) from second_factors) as factors,
    (select jsonb_agg(to_jsonb(r) order by code_hash) from recovery_codes r) as codes,
    (select count(*) from passkey_challenges) as challenges,
    (select count(*) from calendar_feeds) as feeds, (select count(*) from newsletter_issues) as issues`

describe("the table", () => {
  test("the table has a row for each mutating route", () => {
    const mutating = [...routes].filter((name) => !name.startsWith("GET "))
    expect(mutating.length).toBeGreaterThan(90)
    expect(mutating.filter((name) => !(name in ROUTE_ACCESS))).toEqual([])
  })

  test("actions whose effect outlasts a stolen session require a proof of identity", () => {
    const withProof = rows.filter(([, [, proof]]) => proof !== "none").map(([name]) => name)
    const sensitive: (keyof typeof ROUTE_ACCESS)[] = [
      "PUT /api/admin/users/:id/role",
      "PUT /api/admin/users/:id/newsroom",
      "DELETE /api/admin/users/:id/newsroom",
      "PUT /api/admin/users/:id/block",
      "DELETE /api/admin/users/:id/block",
      "DELETE /api/admin/users/:id",
      "DELETE /api/account",
      "POST /api/account/email",
      "GET /api/account/export",
      "DELETE /api/account/google",
      "DELETE /api/account/passkeys/:id",
      "POST /api/account/passkeys/options",
      "POST /api/account/second-factor",
      "DELETE /api/account/second-factor",
    ]
    expect(withProof).toEqual(expect.arrayContaining(sensitive))
  })

  test("the table has no row without a route", () => {
    expect(rows.map(([name]) => name).filter((name) => !routes.has(name))).toEqual([])
  })

  test("a mutating route that the table lacks is refused", async () => {
    const app = createApi()
    const run = vi.fn(() => new Response())
    app.post("/api/unlisted", run)
    app.get("/api/unlisted", run)
    const handler = createHandler(app)
    const response = await browsers.superAdmin.call(handler, "POST", "/api/unlisted", {})
    expect(response.status).toBe(500)
    expect(run).not.toHaveBeenCalled()
    expect((await browsers.superAdmin.call(handler, "GET", "/api/unlisted")).status).toBe(200)
  })
})

test.each(rows)("%s refuses callers without the required access", async (name, [access]) => {
  const refusedCallers = PEOPLE.filter((person) => !CALLERS_BY_ACCESS[access].includes(person))
  const before = await readContent()
  for (const person of refusedCallers) {
    const expected = person === "visitor" ? [401, "sign_in_required"] : [403, "forbidden"]
    expect(getStatusAndCode(await callRoute(browsers[person], name)), person).toEqual(expected)
  }
  expect(await readContent()).toEqual(before)
})

describe("with a proof of identity that is older than ten minutes", () => {
  const rowsWithRecentProof = rows.filter(([, [, proof]]) => proof === "recent")

  test.each(rowsWithRecentProof)(
    "%s is refused and changes nothing until a new proof of identity",
    async (name) => {
      await ageSessions(db, superAdmin.id, "10 minutes 1 second")
      const before = await readContent()
      expect(getStatusAndCode(await callRoute(browsers.superAdmin, name))).toEqual([
        403,
        "sign_in_again",
      ])
      if (name.startsWith("GET "))
        expect((await callRoute(browsers.superAdmin, name, "HEAD")).status).toBe(403)
      expect(await readContent()).toEqual(before)
      await ageSessions(db, superAdmin.id, "-10 minutes -1 second")
      expect((await callRoute(browsers.superAdmin, name)).json["code"]).not.toBe("sign_in_again")
    },
  )

  /** Routes that check the proof of identity themselves. */
  type RouteWithOwnCheck = {
    [Name in keyof typeof ROUTE_ACCESS]: (typeof ROUTE_ACCESS)[Name][1] extends "in_route"
      ? Name
      : never
  }[keyof typeof ROUTE_ACCESS]

  const NO_RECENT_PROOF: [number, unknown] = [403, "sign_in_again"]
  const WRONG_PROOF: [number, unknown] = [422, "invalid"]
  const ATTEMPTS: Record<RouteWithOwnCheck, [body: object, refusal: [number, unknown]][]> = {
    "PUT /api/account/password": [
      [{ new_password: "thiefs-song" }, WRONG_PROOF],
      [{ current_password: "guess", new_password: "thiefs-song" }, WRONG_PROOF],
    ],
    "POST /api/account/email": [
      [{ email: "thief@daina.test" }, NO_RECENT_PROOF],
      [{ email: "thief@daina.test", password: "guess" }, WRONG_PROOF],
    ],
    "DELETE /api/account": [
      [{}, NO_RECENT_PROOF],
      [{ password: "guess" }, WRONG_PROOF],
    ],
    "POST /api/account/second-factor/recovery-codes": [
      [{}, WRONG_PROOF],
      [{ code: "000000" }, WRONG_PROOF],
    ],
    "PATCH /api/teams/:slug/members/:id": [[{ role: "owner" }, NO_RECENT_PROOF]],
    "GET /api/auth/google/callback": [],
  }
  const attempts = Object.entries(ATTEMPTS).flatMap(([name, list]) =>
    list.map(([body, refusal]) => ({ name, body, refusal })),
  )

  test.each(attempts)(
    "$name refuses $body after a log-in eleven minutes ago",
    async ({ name, body, refusal }) => {
      const { id } = await makeUser(db, { password, googleSubject: crypto.randomUUID() })
      await makeFactor(db, id)
      const newOwner = await makeUser(db, { displayName: "New owner" })
      const team = await makeTeam(db, { [id]: "owner", [newOwner.id]: "member" })
      const browser = await openSignedInBrowser(db, id, { method: "google" })
      await ageSessions(db, id, "11 minutes")
      const before = await readContent()
      const [method = "", path = ""] = name.split(" ")
      const address = path.replace(":slug", team.slug).replace(":id", newOwner.id)
      expect(getStatusAndCode(await browser.send(method, address, body))).toEqual(refusal)
      expect(await readContent()).toEqual(before)
    },
  )

  test("a forged log-in cookie with the purpose `connect` does not connect Google", async () => {
    const { id, browser } = await makeMember(db, { password })
    await ageSessions(db, id, "11 minutes")
    google.claims = { sub: "thief", email: "thief@daina.test", email_verified: true }
    const callback = await google.confirm(await google.startSignIn(browser, { next: "/profile" }))
    const { name, value } = getLogInCookie(browser)
    const logIn = JSON.parse(decodeURIComponent(value))
    const forged = JSON.stringify({ ...logIn, purpose: "connect", member: id })
    browser.cookies.set(name, encodeURIComponent(forged))
    const before = await readContent()
    expect(getLocation(await google.followCallback(browser, callback))).toBe(
      "/profile?error=google_late",
    )
    expect(await readContent()).toEqual(before)
  })
})
