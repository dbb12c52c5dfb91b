/** Tests the guard and the number of database queries of the admin routes. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { getStatusAndCode, listFunctionPaths } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { startMailbox } from "../../support/mailbox.ts"
import {
  ADMIN_ROUTES,
  CALLER_KINDS,
  type CallerKind,
  callAdmin,
  makeCallers,
  makeScene,
  type Scene,
} from "../../support/people/admin.ts"
import { recordQueries } from "../../support/queries.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db } = await openTestDatabase()
startStorage()
startMailbox()
startBuildHook()
let scene: Scene
const queries = recordQueries()
const callers = await makeCallers(db)

const REFUSALS: Record<Exclude<CallerKind, "super admin">, [status: number, code: string]> = {
  anonymous: [401, "sign_in_required"],
  user: [403, "forbidden"],
  admin: [403, "forbidden"],
  "blocked super admin": [401, "sign_in_required"],
}

/** Returns rows and numbers of rows that a successful call changes. */
const readContent = () => db.one`
  select
    (select count(*) from audit_log) as audit,
    (select version from content_state) as version,
    (select jsonb_agg(u order by id) from users u) as users,
    (select jsonb_agg(r order by user_id) from user_roles r) as roles,
    (select jsonb_agg(s order by id) from suggestions s) as suggestions,
    (select jsonb_agg(c order by id) from report_cases c) as cases,
    (select jsonb_agg(p order by user_id) from profiles p) as profiles,
    (select jsonb_agg(t order by id) from teams t) as teams,
    (select jsonb_agg(m order by id) from mails m where kind <> 'security_alert') as mails,
    (select count(*) from ideas) as ideas, (select count(*) from events) as events`

const routes = ADMIN_ROUTES.map((route) => ({ name: `${route.method} ${route.path}`, route }))

describe("for callers who are not active super admins", () => {
  beforeAll(async () => {
    scene = await makeScene(db)
  })

  test.each(routes)("$name is refused", async ({ route }) => {
    const before = await readContent()
    // The first route is called by each kind of caller. For the other routes, one kind shows that they have the guard.
    const callerKinds = route === ADMIN_ROUTES[0] ? CALLER_KINDS : (["admin"] as const)
    for (const callerKind of callerKinds) {
      if (callerKind === "super admin") continue
      const response = await callAdmin(db, callers[callerKind].browser, route, scene)
      expect(getStatusAndCode(response), callerKind).toEqual(REFUSALS[callerKind])
    }
    expect(await readContent()).toEqual(before)
  })
})

/** Maximum number of queries for each route that needs more than two queries. */
const MAX_QUERIES: Record<string, number> = {
  "GET /api/admin/settings": 5,
  "POST /api/admin/news/:article/newsletter": 4,
}

describe("for a super admin", () => {
  beforeEach(async () => {
    scene = await makeScene(db)
  })

  test.each(routes)("$name succeeds with few database queries", async ({ route }) => {
    const browser = callers["super admin"].browser
    queries.length = 0
    const response = await callAdmin(db, browser, route, scene)
    const queryCount = queries.length
    await browser.waitForTasks()
    expect(queryCount).toBeGreaterThan(0)
    expect(queryCount).toBeLessThanOrEqual(MAX_QUERIES[`${route.method} ${route.path}`] ?? 2)
    expect(getStatusAndCode(response)).toEqual([route.status, undefined])
    expect(response.headers.get("cache-control")).toBe("private, no-store")
  })
})

test("ADMIN_ROUTES contains every path of the admin functions", async () => {
  const replaceIds = (path: string) => path.replace(/:\w+/g, ":id")
  const testedPaths = ADMIN_ROUTES.map(({ path }) => replaceIds(path))
  const paths = (await listFunctionPaths()).filter((path) => path.startsWith("/api/admin/"))
  expect(paths.map(replaceIds).filter((path) => !testedPaths.includes(path))).toEqual([])
})
