import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import publishPlanned from "../../../netlify/functions/publish-planned.ts"
import { refreshMusic } from "../../../netlify/lib/catalogue/refresh.ts"
import {
  requestMissedBuild,
  setBuildRequester,
} from "../../../netlify/lib/publishing/request-build.ts"
import { content } from "../../../src/content/content.ts"
import { openBrowser } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { ADMIN_ROUTES, callAdmin, makeScene, type Scene } from "../../support/people/admin.ts"
import { makeCalendar } from "../../support/people/calendars.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeCode, makeFactor } from "../../support/people/second-factor.ts"
import { enterCode, password, signIn } from "../../support/people/sign-in.ts"
import {
  eventFields,
  goingFields,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  postFields,
  signupSettings,
  type TestRow,
  type TestTeam,
  teamChange,
  teamFields,
} from "../../support/people/teams.ts"
import { listenForBuilds, recordBuilds } from "../../support/servers/build-hook.ts"

const { db, auth, owner, clear } = await openTestDatabase()
const hook = listenForBuilds()
const { build, age, forgetBuilds } = recordBuilds({ auth, owner })

let superAdmin: Member
let teamOwner: Member
let attendee: Member
let team: TestTeam
let post: TestRow
let event: TestRow & { slug: string }

beforeEach(async () => {
  vi.stubEnv("SITE_ID", "a-site")
  vi.stubEnv("NETLIFY_LOCAL", "true")
  vi.stubEnv("MUSIC_PROVIDER", "")
  vi.stubEnv("SPOTIFY_CLIENT_ID", "")
  await forgetBuilds()
  await clear("users", "teams")
  superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  teamOwner = await makeMember(db, { displayName: "Mari", password })
  attendee = await makeMember(db, { displayName: "Anna", password })
  team = await makeTeam(db, { [teamOwner.id]: "owner", [attendee.id]: "member" })
  post = await makePost(db, team.id, teamOwner.id)
  event = await makeEvent(db, team.id, { author: teamOwner.id })
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** Records a build of the current content that ended some time ago, such as "1 hour". */
async function recordBuild(interval: string): Promise<void> {
  await build()
  await age(interval)
  hook.calls.length = 0
}

interface Change {
  builds: "at once" | "later"
  send: () => Promise<{ status: number }>
  before?: (() => Promise<unknown>) | undefined
}

let scene: Scene
/** Id of a join request, or secret of a second factor, that a change needs. */
let prepared: string

const makeAdminChange =
  (builds: Change["builds"]) =>
  (name: string, fields: object = {}, prepare?: () => Promise<unknown>): Change => ({
    builds,
    before: async () => {
      scene = await makeScene(db)
      await prepare?.()
    },
    send: async () => {
      const route = ADMIN_ROUTES.find(
        ({ method, path }) => `${method} ${path}` === name.replace(" ", " /api/admin/"),
      )
      if (!route) throw new Error(`There is no route ${name}`)
      const makeBody = (ids: Scene) => ({ ...route.body?.(ids), ...fields })
      return callAdmin(db, superAdmin.browser, { ...route, body: makeBody }, scene)
    },
  })
const makeUrgentAdminChange = makeAdminChange("at once")
const makeWaitingAdminChange = makeAdminChange("later")

const makeOwnerChange = (
  builds: Change["builds"],
  method: string,
  path: () => string,
  body: object = {},
  before?: () => Promise<unknown>,
): Change => ({ builds, before, send: () => teamOwner.browser.send(method, path(), body) })

const editEvent = (
  builds: Change["builds"],
  change: object,
  before?: Change["before"],
): Change => ({
  builds,
  before,
  send: async () => {
    const row = await db.one<Record<string, unknown>>`
      select title, description, start_date, end_date, time_zone, location, country, event_type,
        updated_at from events where id = ${event.id}`
    const body = { ...row, team_id: team.id, ...change }
    return teamOwner.browser.send("PATCH", `/api/events/${event.id}`, body)
  },
})
const editPost = (builds: Change["builds"], change: object): Change => ({
  builds,
  send: () => {
    const body = { ...postFields, updated_at: post.updated_at, ...change }
    return teamOwner.browser.send("PATCH", `/api/posts/${post.id}`, body)
  },
})
const saveProfile = (builds: Change["builds"], fields: object, before?: Change["before"]) =>
  makeOwnerChange(
    builds,
    "PATCH",
    () => "/api/profile",
    { display_name: "Mari", ...fields },
    before,
  )
const scheduleDeletion = (member: Member, when: string) => db.one`
  update users set deletion_due_at = now() + ${when}::interval where id = ${member.id}`

const deletePost = makeOwnerChange("at once", "DELETE", () => `/api/posts/${post.id}`)
const addEvent: Change = {
  builds: "later",
  send: () => teamOwner.browser.send("POST", "/api/events", { ...eventFields, team_id: team.id }),
}
const editTeam: Change = {
  builds: "later",
  send: () => {
    const body = { ...teamChange, slug: team.slug, updated_at: team.updated_at }
    return teamOwner.browser.send("PATCH", `/api/teams/${team.slug}`, body)
  },
}

const CHANGES: Record<string, Record<string, Change>> = {
  "lib/http/admin-routes.ts": {
    "an editor publishes an article": makeUrgentAdminChange("POST news", { is_published: true }),
    "an editor hides articles": makeUrgentAdminChange("POST news/action"),
    "an editor deletes an article": makeUrgentAdminChange("DELETE news/:article"),
    "a super admin adds an event": makeUrgentAdminChange("POST events"),
    "a super admin adds an idea": makeUrgentAdminChange("POST ideas"),
    "a super admin marks an idea as not popular": makeUrgentAdminChange("PUT ideas/:idea/popular"),
    "a super admin edits a team": makeWaitingAdminChange("PATCH teams/:team"),
    "a super admin verifies a team": makeWaitingAdminChange("PUT teams/:team/verified"),
    "a super admin approves a newcomer": makeWaitingAdminChange(
      "POST newcomers/action",
      {},
      () => db.one`update teams set reviewed_at = null where id = ${scene.team}`,
    ),
    "a super admin hides a team": makeUrgentAdminChange("PUT teams/:team/hidden"),
    "a super admin deletes a team": makeUrgentAdminChange("DELETE teams/:team"),
    "a super admin shows a hidden team again": makeWaitingAdminChange(
      "PUT teams/:team/hidden",
      { is_hidden: false },
      () => db.one`update teams set hidden_at = now() where id = ${scene.team}`,
    ),
    "a super admin deletes posts": makeUrgentAdminChange("POST posts/action", { action: "delete" }),
  },
  "functions/publish-planned.ts": {
    "a planned article is due": {
      builds: "at once",
      before: async () => {
        const { id } = await makeArticle(db, { published: false })
        await db.one`update news set publish_at = now() where id = ${id}`
      },
      send: publishPlanned,
    },
  },
  "functions/admin-ideas.ts": {
    "a super admin turns a suggestion into an idea": makeUrgentAdminChange(
      "POST suggestions/:suggestion/idea",
    ),
  },
  "functions/admin-moderation.ts": {
    "a super admin hides a reported post": makeUrgentAdminChange("PATCH reports/:report"),
  },
  "functions/admin-users.ts": {
    "a super admin hides a profile": makeUrgentAdminChange("PUT users/:user/hidden"),
    "a super admin shows a hidden profile again": makeWaitingAdminChange(
      "PUT users/:user/hidden",
      { is_hidden: false },
      () => db.one`update profiles set hidden_at = now() where user_id = ${scene.user}`,
    ),
    "a super admin blocks a member": makeUrgentAdminChange("PUT users/:user/block"),
    "a super admin unblocks a member": makeWaitingAdminChange(
      "DELETE users/:user/block",
      {},
      () => db.one`update users set blocked_at = now() where id = ${scene.user}`,
    ),
    "a super admin deletes a member who only wrote posts": makeUrgentAdminChange(
      "DELETE users/:user",
      {},
      async () => {
        scene.user = (await makeMember(db, { displayName: "Former" })).id
        await makePost(db, team.id, scene.user)
      },
    ),
  },
  "functions/account.ts": {
    "a member deletes their account": makeOwnerChange("at once", "DELETE", () => "/api/account", {
      password,
    }),
  },
  "lib/sign-in/account-deletion.ts": {
    "an account is deleted after seven days": {
      builds: "at once",
      before: () => scheduleDeletion(attendee, "-1 day"),
      send: housekeeping,
    },
  },
  "lib/sign-in/finish-sign-in.ts": {
    "a member keeps their account at login": {
      builds: "later",
      before: () => scheduleDeletion(attendee, "7 days"),
      send: () => signIn(attendee.email, password, openBrowser(), { body: { keep: true } }),
    },
  },
  "functions/auth.ts": {
    "a member with a second factor keeps their account": {
      builds: "later",
      before: async () => {
        await scheduleDeletion(attendee, "7 days")
        prepared = await makeFactor(db, attendee.id)
      },
      send: async () => {
        const browser = openBrowser()
        await signIn(attendee.email, password, browser, { body: { keep: true } })
        return enterCode(browser, makeCode(prepared))
      },
    },
  },
  "functions/profile.ts": {
    "a member changes their name": saveProfile("at once", { display_name: "Mari M" }),
    "a member hides their name": saveProfile("at once", {
      privacy_settings: { show_display_name: false },
    }),
    "a member gives a birth date that hides their name from visitors": saveProfile("at once", {
      date_of_birth: `${new Date().getFullYear() - 15}-01-01`,
    }),
    "a member shows their name again": saveProfile(
      "later",
      { privacy_settings: { show_display_name: true } },
      () => db.one`
        update profiles set privacy_settings = '{"show_display_name": false}'
        where user_id = ${teamOwner.id}`,
    ),
  },
  "functions/events.ts": {
    "a member adds an event": addEvent,
    "a member renames an event": editEvent("later", { title: "Another title" }),
    "a member cancels an event": editEvent("at once", { is_cancelled: true }),
    "a member revives a cancelled event": editEvent(
      "at once",
      { is_cancelled: false },
      () => db.one`update events set is_cancelled = true where id = ${event.id}`,
    ),
    "a member moves an event to another location": editEvent("at once", { location: "Tartu" }),
    "a member makes an event private": editEvent("at once", { event_type: "team" }),
    "a member deletes an event": makeOwnerChange(
      "at once",
      "DELETE",
      () => `/api/events/${event.id}`,
    ),
  },
  "functions/imports.ts": {
    "a member imports events": {
      builds: "later",
      send: async () => {
        const text = makeCalendar(
          ...["BEGIN:VEVENT", "UID:1@club", "SUMMARY:Practice"],
          ...["DTSTART:20270301T180000Z", "DTEND:20270301T200000Z", "END:VEVENT"],
        )
        const source = { team_id: team.id, text, address: null }
        const { json } = await teamOwner.browser.send("POST", "/api/imports/look", source)
        const entries = (json["events"] as object[]).map((entry) => ({
          ...entry,
          changes: undefined,
        }))
        const options = { team_id: team.id, event_type: "public", country: "ee", language: "et" }
        return teamOwner.browser.send("POST", "/api/imports", { ...options, events: entries })
      },
    },
  },
  "functions/signups.ts": {
    "an organizer opens sign-ups": makeOwnerChange(
      "later",
      "PATCH",
      () => `/api/events/${event.id}/signup-settings`,
      signupSettings,
    ),
  },
  "functions/team-posts.ts": {
    "a team publishes a post": makeOwnerChange(
      "later",
      "POST",
      () => `/api/teams/${team.slug}/posts`,
      postFields,
    ),
    "a team edits a post": editPost("later", { content: "Another text." }),
    "a team unpublishes a post": editPost("at once", { is_published: false }),
    "a team deletes a post": deletePost,
  },
  "functions/teams.ts": {
    "a member founds a team": makeOwnerChange("later", "POST", () => "/api/teams", teamFields),
    "an owner edits their team": editTeam,
    "an owner makes a member an admin": makeOwnerChange(
      "later",
      "PATCH",
      () => `/api/teams/${team.slug}/members/${attendee.id}`,
      { role: "admin" },
    ),
    "a member leaves a team": {
      builds: "at once",
      send: () => attendee.browser.send("DELETE", `/api/teams/${team.slug}/members/${attendee.id}`),
    },
    "an owner approves a request to join": makeOwnerChange(
      "later",
      "PATCH",
      () => `/api/join-requests/${prepared}`,
      { status: "approved" },
      async () => {
        const requester = await makeMember(db, { displayName: "Asker" })
        prepared = await makeRequest(db, team.id, requester.id)
      },
    ),
  },
  "lib/catalogue/refresh.ts": {
    "the charts change": {
      builds: "later",
      before: async () => {
        await db.one`truncate catalogue_items, catalogue_refreshes cascade`
        await db.one`insert into catalogue_refreshes default values`
      },
      send: async () => ({ status: (await refreshMusic()) ? 200 : 500 }),
    },
  },
}

describe("within the interval", () => {
  test.each(Object.values(CHANGES).flatMap(Object.entries))(
    "%s",
    async (_: string, { builds, before, send }: Change) => {
      await before?.()
      await recordBuild("1 hour")
      expect((await send()).status).toBeLessThan(300)
      expect(hook.calls).toHaveLength(builds === "at once" ? 1 : 0)
      await publishPlanned()
      expect(hook.calls).toHaveLength(builds === "at once" ? 1 : 0)
      await age("5 hours")
      if (builds === "at once") await build()
      await publishPlanned()
      await publishPlanned()
      expect(hook.calls, "the interval ends with one build").toHaveLength(1)
    },
  )

  test("every file that requests builds is in CHANGES", () => {
    const files = globSync("netlify/{lib,functions}/**/*.ts")
      .filter((file) => /\brequestBuild\(/.test(readFileSync(file, "utf8")))
      .map((file) => file.replace("netlify/", ""))
    expect(files.sort()).toEqual(Object.keys(CHANGES).sort())
  })
})

const makeChange = async ({ send }: Pick<Change, "send">) =>
  expect((await send()).status).toBeLessThan(300)

describe("changes that can wait", () => {
  beforeEach(() => recordBuild("1 hour"))

  test("waiting changes are built together with an urgent change", async () => {
    await makeChange(editTeam)
    await makeChange(addEvent)
    expect(hook.calls).toHaveLength(0)
    await makeChange(deletePost)
    expect(hook.calls).toHaveLength(1)
    await build()
    await age("7 hours")
    await publishPlanned()
    expect(hook.calls, "the build of the urgent change contains all changes").toHaveLength(1)
  })

  test("waiting changes are built at once when the last build is older than the interval", async () => {
    await age("5 hours")
    await makeChange(editTeam)
    await makeChange(addEvent)
    expect(hook.calls, "two requests make one build").toHaveLength(1)
  })

  test("waiting changes cause one build at the end of the interval", async () => {
    await makeChange(editTeam)
    await makeChange(addEvent)
    await age("5 hours")
    const claims = await repeatConcurrently(12, () => requestMissedBuild())
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(hook.calls).toHaveLength(1)
  })

  test("waiting changes are built when a super admin requests a build", async () => {
    await makeChange(editTeam)
    const getDueTime = async () => (await superAdmin.browser.get("/api/admin/build")).json["due_at"]
    const due = Date.parse(String(await getDueTime())) - Date.now()
    expect(due / 3_600_000).toBeCloseTo(5, 1)
    expect((await superAdmin.browser.send("POST", "/api/admin/build", {})).status).toBe(202)
    expect(hook.calls).toHaveLength(1)
    await build()
    expect(await getDueTime()).toBeNull()
  })

  test("waiting changes are built at once when BUILD_INTERVAL is 0", async () => {
    vi.stubEnv("BUILD_INTERVAL", "90m")
    await makeChange(editTeam)
    await age("29 minutes")
    await publishPlanned()
    expect(hook.calls).toHaveLength(0)
    await age("2 minutes")
    await publishPlanned()
    expect(hook.calls).toHaveLength(1)
    await build()
    await age("1 minute")
    vi.stubEnv("BUILD_INTERVAL", "0")
    await makeChange(addEvent)
    expect(hook.calls).toHaveLength(2)
  })

  test("waiting changes wait six hours when BUILD_INTERVAL is invalid", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    vi.stubEnv("BUILD_INTERVAL", "soon")
    await makeChange(editTeam)
    expect(hook.calls).toHaveLength(0)
    expect(String(log.mock.calls)).toContain('BUILD_INTERVAL is "soon"')
    await makeChange(deletePost)
    expect(hook.calls).toHaveLength(1)
  })
})

describe("when the attendee count of a public event changes", () => {
  const getAnswerPath = () => `/api/events/${event.id}/signup`
  const sendAnswer = () => attendee.browser.send("PUT", getAnswerPath(), goingFields)
  const readAttendeesSignupId = () => db.value<string>`
    select id from event_signups where event_id = ${event.id} and user_id = ${attendee.id}`
  const setStatus = (status: string) => db.one`
    update event_signups set status = ${status} where event_id = ${event.id}`
  const checkInAttendee = async () => {
    const path = `/api/events/${event.id}/check-ins/${await readAttendeesSignupId()}`
    return teamOwner.browser.send("PUT", path, { arrived_at: new Date().toISOString() })
  }
  const COUNT_CHANGES: Record<string, Change["send"]> = {
    "a member signs up": sendAnswer,
    "a member withdraws the answer": () => attendee.browser.send("DELETE", getAnswerPath()),
    "a person without a sign-up is added at the door": () =>
      teamOwner.browser.send("POST", `${getAnswerPath()}s`, { name: "Liis", guests: 0 }),
    "an organizer takes a member off the list": async () => {
      const body = { status: "not_going", message: null }
      return teamOwner.browser.send("PATCH", `/api/signups/${await readAttendeesSignupId()}`, body)
    },
    "an offer of a place expires": async () => {
      await db.one`
        insert into event_signups (event_id, user_id, status, offered_until)
        values (${event.id}, ${superAdmin.id}, 'offered', now() - interval '1 minute')`
      return housekeeping()
    },
    "an attendee is checked in late": checkInAttendee,
  }
  const names = Object.keys(COUNT_CHANGES)

  beforeEach(async () => {
    await db.one`update events set takes_signups = true, max_participants = 9 where id = ${event.id}`
    await db.one`
      insert into event_signups (event_id, user_id, status) values (${event.id}, ${attendee.id}, 'interested')`
    await recordBuild("7 hours")
  })

  const prepare = async (name: string) => {
    if (name === "an attendee is checked in late") {
      await setStatus("going")
      await db.one`
        update events set start_date = now() - interval '2 hours', end_date = now() - interval '1 hour'
        where id = ${event.id}`
      await recordBuild("7 hours")
    }
    return { send: COUNT_CHANGES[name] ?? sendAnswer }
  }

  /** Returns how many builds a change requests on our own host, which has no build hook. */
  const countBuildsOnOwnHost = async (change: Pick<Change, "send">) => {
    const requester = vi.fn()
    vi.stubEnv("SITE_ID", "")
    vi.stubEnv("BUILD_HOOK_URL", undefined)
    setBuildRequester(requester)
    try {
      await makeChange(change)
      return requester.mock.calls.length
    } finally {
      setBuildRequester(null)
    }
  }

  test.each(names)("our own host requests a build: %s", async (name) => {
    const change = await prepare(name)
    const version = await getContentVersion(db)
    expect(await countBuildsOnOwnHost(change)).toBeGreaterThan(0)
    const laterVersion = await getContentVersion(db)
    expect(laterVersion, "another build follows a running build").toBeGreaterThan(version)
  })

  test.each(names)("a site with a build interval requests no build: %s", async (name) => {
    const change = await prepare(name)
    const version = await getContentVersion(db)
    await makeChange(change)
    await publishPlanned()
    expect(hook.calls).toEqual([])
    expect(await getContentVersion(db)).toBe(version)
  })

  test("only pages of our own host show the attendee count", async () => {
    await setStatus("going")
    const getShownSignups = async () =>
      (await content.publicEvents()).find(({ id }) => id === event.id)?.signups
    expect(await getShownSignups()).toMatchObject({ going: 1 })
    vi.stubEnv("HAS_SPACED_BUILDS", "1")
    expect(await getShownSignups()).toMatchObject({ going: 0, is_counted: false })
  })

  test("team-only events and early check-ins request no build", async () => {
    await setStatus("going")
    expect(await countBuildsOnOwnHost({ send: checkInAttendee })).toBe(0)
    await db.one`update events set event_type = 'team' where id = ${event.id}`
    expect(await countBuildsOnOwnHost({ send: sendAnswer })).toBe(0)
  })
})

test("a deploy with an invalid BUILD_INTERVAL fails with advice", () => {
  const env = { ...process.env, BUILD_INTERVAL: "soon" }
  const { status, stderr } = spawnSync("node", ["scripts/build.ts"], { env, encoding: "utf8" })
  expect([status, stderr]).toEqual([1, expect.stringContaining('BUILD_INTERVAL is "soon"')])
  expect(stderr).toContain("such as BUILD_INTERVAL=6h")
})

describe("an urgent change", () => {
  beforeEach(() => recordBuild("1 hour"))

  test("an urgent change is built by the next scheduled run if no build was requested", async () => {
    await db.one`delete from team_posts where id = ${post.id}`
    await publishPlanned()
    expect(hook.calls).toHaveLength(1)
  })

  test("an urgent change is built again within minutes after a failed build", async () => {
    await makeChange(deletePost)
    await build("failed")
    await makeChange(editTeam)
    await age("6 minutes")
    await publishPlanned()
    expect(hook.calls).toHaveLength(2)
  })

  test("an urgent change that is built but not served is built once more", async () => {
    await makeChange(deletePost)
    await build()
    const servedVersion = (await getContentVersion(db)) - 1
    await makeChange(editTeam)
    await age("11 minutes")
    hook.calls.length = 0
    expect(await requestMissedBuild(servedVersion)).toBe(true)
    await build()
    await age("11 minutes")
    expect(await requestMissedBuild(servedVersion)).toBe(false)
  })
})
