/** Builds on Netlify: urgent changes are built at once, the others once every BUILD_INTERVAL. */
import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { beginBuild, endBuild } from "../../../db/queries/builds.ts"
import { contentVersion } from "../../../db/queries/content-version.ts"
import account from "../../../netlify/functions/account.ts"
import adminEvents from "../../../netlify/functions/admin-events.ts"
import adminIdeas from "../../../netlify/functions/admin-ideas.ts"
import adminModeration from "../../../netlify/functions/admin-moderation.ts"
import adminNews from "../../../netlify/functions/admin-news.ts"
import adminSystem from "../../../netlify/functions/admin-system.ts"
import adminTeams from "../../../netlify/functions/admin-teams.ts"
import adminUsers from "../../../netlify/functions/admin-users.ts"
import auth from "../../../netlify/functions/auth.ts"
import events from "../../../netlify/functions/events.ts"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import imports from "../../../netlify/functions/imports.ts"
import profile from "../../../netlify/functions/profile.ts"
import publishPlanned from "../../../netlify/functions/publish-planned.ts"
import signups from "../../../netlify/functions/signups.ts"
import teamPosts from "../../../netlify/functions/team-posts.ts"
import teams from "../../../netlify/functions/teams.ts"
import { refreshMusic } from "../../../netlify/lib/catalogue/refresh.ts"
import {
  requestMissedBuild,
  setBuildRequester,
} from "../../../netlify/lib/publishing/request-build.ts"
import { content } from "../../../src/content/content.ts"
import { allAfterwards, openBrowser } from "../../support/browser-like.ts"
import { times } from "../../support/concurrency.ts"
import { testDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import {
  adminEventFields,
  articleFields,
  ideaFields,
  makeSuggestion,
  teamEdit,
  updatedAt,
} from "../../support/people/admin.ts"
import { makeIdea } from "../../support/people/ideas.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeCase } from "../../support/people/reports.ts"
import { codeOf, makeFactor } from "../../support/people/second-factor.ts"
import { password, signIn } from "../../support/people/sign-in.ts"
import {
  eventFields,
  forgetWrites,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  postFields,
  type TestRow,
  type TestTeam,
  teamChange,
  teamFields,
} from "../../support/people/teams.ts"
import { listenForBuilds, recordBuilds } from "../../support/servers/build-hook.ts"

const { auth: authDb, owner } = testDatabase()
const db = owner.as(null)
const builder = authDb.as(null)
const hook = listenForBuilds()
const { build, age, forgetBuilds } = recordBuilds({ auth: authDb, owner })

let chief: Member
let mari: Member
let anna: Member
let team: TestTeam
let post: TestRow
let event: TestRow & { slug: string }

beforeEach(async () => {
  vi.stubEnv("SITE_ID", "a-site")
  vi.stubEnv("NETLIFY_LOCAL", "true")
  vi.stubEnv("MUSIC_PROVIDER", "")
  vi.stubEnv("SPOTIFY_CLIENT_ID", "")
  await forgetWrites(db)
  await forgetBuilds()
  await db.one`delete from users`
  await db.one`delete from teams`
  chief = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  mari = await makeMember(db, { displayName: "Mari", password })
  anna = await makeMember(db, { displayName: "Anna", password })
  team = await makeTeam(db, { [mari.id]: "owner", [anna.id]: "member" })
  post = await makePost(db, team.id, mari.id)
  event = await makeEvent(db, team.id, { author: mari.id })
})
afterEach(() => {
  vi.unstubAllEnvs()
})

type Call = Parameters<Member["browser"]["call"]>
type Send = () => Promise<{ status: number }>

const send =
  (
    who: () => Member,
    ...[handler, method, ...rest]: [Call[0], Call[1], () => string, object?]
  ): Send =>
  () =>
    who().browser.call(handler, method, rest[0](), rest[1] ?? {})
const byChief = (...call: [Call[0], Call[1], () => string, object?]) => send(() => chief, ...call)
const byMari = (...call: [Call[0], Call[1], () => string, object?]) => send(() => mari, ...call)

const editEvent = (change: object) => async () => {
  const row = await db.one<Record<string, unknown>>`
    select title, description, start_date, end_date, time_zone, location, country, event_type,
      updated_at from events where id = ${event.id}`
  return mari.browser.call(events, "PATCH", `/api/events/${event.id}`, {
    ...{ ...row, team_id: team.id },
    ...change,
  })
}
const editPost = (change: object) => () =>
  mari.browser.call(teamPosts, "PATCH", `/api/posts/${post.id}`, {
    ...{ ...postFields, updated_at: post.updated_at },
    ...change,
  })
const saveProfile =
  (privacy: object, display_name = "Mari") =>
  () =>
    mari.browser.call(profile, "PATCH", "/api/profile", { display_name, privacy_settings: privacy })
const runSchedule = (schedule: () => Promise<Response>) => async () => schedule()
const scheduleDeletion = async (member: Member, when = "7 days") => {
  await db.one`
    update users set deletion_due_at = now() + ${when}::interval where id = ${member.id}`
}

interface Change {
  /** The file that requests the build. */
  file: string
  builds: "at once" | "later"
  before?: () => Promise<unknown>
  send: Send
}

let article: Awaited<ReturnType<typeof makeArticle>>
let other: string

const CHANGES = {
  "an editor publishes an article": {
    file: "lib/http/admin-routes.ts",
    builds: "at once",
    send: byChief(adminNews, "POST", () => "/api/admin/news", {
      ...articleFields,
      slug: "deju-nakts",
      is_published: true,
    }),
  },
  "an editor hides articles": {
    file: "lib/http/admin-routes.ts",
    builds: "at once",
    before: async () => {
      article = await makeArticle(db)
    },
    send: () =>
      chief.browser.call(adminNews, "POST", "/api/admin/news/action", {
        ids: [article.id],
        action: "hide",
      }),
  },
  "an editor deletes an article": {
    file: "lib/http/admin-routes.ts",
    builds: "at once",
    before: async () => {
      article = await makeArticle(db)
    },
    send: byChief(adminNews, "DELETE", () => `/api/admin/news/${article.id}`),
  },
  "a planned article's time comes": {
    file: "functions/publish-planned.ts",
    builds: "at once",
    before: async () => {
      const { id } = await makeArticle(db, { published: false })
      await db.one`update news set publish_at = now() where id = ${id}`
    },
    send: runSchedule(publishPlanned),
  },
  "a super admin adds an event": {
    file: "lib/http/admin-routes.ts",
    builds: "at once",
    send: byChief(adminEvents, "POST", () => "/api/admin/events", adminEventFields),
  },
  "a super admin adds an idea": {
    file: "lib/http/admin-routes.ts",
    builds: "at once",
    send: byChief(adminIdeas, "POST", () => "/api/admin/ideas", ideaFields),
  },
  "a super admin makes an idea popular": {
    file: "lib/http/admin-routes.ts",
    builds: "at once",
    before: async () => {
      other = await makeIdea(db, { isPopular: false })
    },
    send: byChief(adminIdeas, "PUT", () => `/api/admin/ideas/${other}/popular`, {
      is_popular: true,
    }),
  },
  "a super admin turns a suggestion into an idea": {
    file: "functions/admin-ideas.ts",
    builds: "at once",
    before: async () => {
      other = await makeSuggestion(db)
    },
    send: byChief(adminIdeas, "POST", () => `/api/admin/suggestions/${other}/idea`, ideaFields),
  },
  "a super admin edits a team": {
    file: "lib/http/admin-routes.ts",
    builds: "later",
    send: async () =>
      chief.browser.call(adminTeams, "PATCH", `/api/admin/teams/${team.id}`, {
        ...teamEdit,
        updated_at: await updatedAt(db, "teams", team.id),
      }),
  },
  "a super admin verifies a team": {
    file: "lib/http/admin-routes.ts",
    builds: "later",
    send: byChief(adminTeams, "PUT", () => `/api/admin/teams/${team.id}/verified`, {
      is_verified: true,
    }),
  },
  "a super admin approves a newcomer": {
    file: "lib/http/admin-routes.ts",
    builds: "later",
    before: async () => {
      await db.one`update teams set reviewed_at = null where id = ${team.id}`
    },
    send: () =>
      chief.browser.call(adminModeration, "POST", "/api/admin/newcomers/action", {
        ids: [team.id],
        action: "approve",
      }),
  },
  "a super admin hides a team": {
    file: "lib/http/admin-routes.ts",
    builds: "at once",
    send: byChief(adminTeams, "PUT", () => `/api/admin/teams/${team.id}/hidden`, {
      is_hidden: true,
    }),
  },
  "a super admin shows a hidden team again": {
    file: "lib/http/admin-routes.ts",
    builds: "later",
    before: () => db.one`update teams set hidden_at = now() where id = ${team.id}`,
    send: byChief(adminTeams, "PUT", () => `/api/admin/teams/${team.id}/hidden`, {
      is_hidden: false,
    }),
  },
  "a super admin deletes a team": {
    file: "functions/admin-teams.ts",
    builds: "at once",
    send: byChief(adminTeams, "DELETE", () => `/api/admin/teams/${team.id}`),
  },
  "a super admin deletes posts": {
    file: "lib/http/admin-routes.ts",
    builds: "at once",
    send: () =>
      chief.browser.call(adminModeration, "POST", "/api/admin/posts/action", {
        ids: [post.id],
        action: "delete",
      }),
  },
  "a super admin hides a reported post": {
    file: "functions/admin-moderation.ts",
    builds: "at once",
    send: async () => {
      const { id, updated_at } = await makeCase(db, "post", post.id)
      const body = { decision: "hide", updated_at }
      return chief.browser.call(adminModeration, "PATCH", `/api/admin/reports/${id}`, body)
    },
  },
  "a super admin hides a profile": {
    file: "functions/admin-users.ts",
    builds: "at once",
    send: byChief(adminUsers, "PUT", () => `/api/admin/users/${mari.id}/hidden`, {
      is_hidden: true,
    }),
  },
  "a super admin shows a hidden profile again": {
    file: "functions/admin-users.ts",
    builds: "later",
    before: () => db.one`update profiles set hidden_at = now() where user_id = ${mari.id}`,
    send: byChief(adminUsers, "PUT", () => `/api/admin/users/${mari.id}/hidden`, {
      is_hidden: false,
    }),
  },
  "a super admin blocks a member": {
    file: "functions/admin-users.ts",
    builds: "at once",
    send: byChief(adminUsers, "PUT", () => `/api/admin/users/${mari.id}/block`, { reason: null }),
  },
  "a super admin unblocks a member": {
    file: "functions/admin-users.ts",
    builds: "later",
    before: () => db.one`update users set blocked_at = now() where id = ${mari.id}`,
    send: byChief(adminUsers, "DELETE", () => `/api/admin/users/${mari.id}/block`),
  },
  "a super admin deletes a member who only wrote posts": {
    file: "functions/admin-users.ts",
    builds: "at once",
    before: async () => {
      const former = await makeMember(db, { displayName: "Former" })
      other = former.id
      await makePost(db, team.id, other)
    },
    send: byChief(adminUsers, "DELETE", () => `/api/admin/users/${other}`),
  },
  "a member deletes their account": {
    file: "functions/account.ts",
    builds: "at once",
    send: byMari(account, "DELETE", () => "/api/account", { password }),
  },
  "an account is deleted after seven days": {
    file: "lib/sign-in/account-deletion.ts",
    builds: "at once",
    before: () => scheduleDeletion(anna, "-1 day"),
    send: runSchedule(housekeeping),
  },
  "a member keeps their account at login": {
    file: "lib/sign-in/finish-sign-in.ts",
    builds: "later",
    before: () => scheduleDeletion(anna),
    send: () => signIn(anna.email, password, openBrowser(), { body: { keep: true } }),
  },
  "a member with a second factor keeps their account": {
    file: "functions/auth.ts",
    builds: "later",
    before: async () => {
      await scheduleDeletion(anna)
      other = await makeFactor(db, anna.id)
    },
    send: async () => {
      const browser = openBrowser()
      await signIn(anna.email, password, browser, { body: { keep: true } })
      return browser.call(auth, "POST", "/api/auth/second-factor", { code: codeOf(other) })
    },
  },
  "a member changes their name": {
    file: "functions/profile.ts",
    builds: "at once",
    send: saveProfile({}, "Mari M"),
  },
  "a member hides their name": {
    file: "functions/profile.ts",
    builds: "at once",
    send: saveProfile({ show_display_name: false }),
  },
  "a member gives a birth date that hides their name from visitors": {
    file: "functions/profile.ts",
    builds: "at once",
    send: () =>
      mari.browser.call(profile, "PATCH", "/api/profile", {
        ...{ display_name: "Mari", date_of_birth: `${new Date().getFullYear() - 15}-01-01` },
      }),
  },
  "a member shows their name again": {
    file: "functions/profile.ts",
    builds: "later",
    before: () => db.one`
      update profiles set privacy_settings = '{"show_display_name": false}' where user_id = ${mari.id}`,
    send: saveProfile({ show_display_name: true }),
  },
  "a member adds an event": {
    file: "functions/events.ts",
    builds: "later",
    send: () =>
      mari.browser.call(events, "POST", "/api/events", { ...eventFields, team_id: team.id }),
  },
  "a member renames an event": {
    file: "functions/events.ts",
    builds: "later",
    send: editEvent({ title: "Another title" }),
  },
  "a member cancels an event": {
    file: "functions/events.ts",
    builds: "at once",
    send: editEvent({ is_cancelled: true }),
  },
  "a member revives a cancelled event": {
    file: "functions/events.ts",
    builds: "at once",
    before: () => db.one`update events set is_cancelled = true where id = ${event.id}`,
    send: editEvent({ is_cancelled: false }),
  },
  "a member moves an event to another place": {
    file: "functions/events.ts",
    builds: "at once",
    send: editEvent({ location: "Tartu" }),
  },
  "a member makes an event private": {
    file: "functions/events.ts",
    builds: "at once",
    send: editEvent({ event_type: "team" }),
  },
  "a member deletes an event": {
    file: "functions/events.ts",
    builds: "at once",
    send: byMari(events, "DELETE", () => `/api/events/${event.id}`),
  },
  "a member imports events": {
    file: "functions/imports.ts",
    builds: "later",
    send: async () => {
      const text = [
        ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", "BEGIN:VEVENT", "UID:1@club"],
        ...["SUMMARY:Practice", "DTSTART:20270301T180000Z", "DTEND:20270301T200000Z"],
        ...["END:VEVENT", "END:VCALENDAR"],
      ].join("\r\n")
      const source = { team_id: team.id, text, address: null }
      const { json } = await mari.browser.call(imports, "POST", "/api/imports/look", source)
      const found = (json["events"] as object[]).map((entry) => ({ ...entry, changes: undefined }))
      const options = { team_id: team.id, event_type: "public", country: "ee", language: "et" }
      return mari.browser.call(imports, "POST", "/api/imports", { ...options, events: found })
    },
  },
  "an organizer opens sign-ups": {
    file: "functions/signups.ts",
    builds: "later",
    send: byMari(signups, "PATCH", () => `/api/events/${event.id}/signup-settings`, {
      ...{ takes_signups: true, max_participants: 9, signup_from: null, signup_until: null },
      ...{ guests_max: 0, offers_places: false, signup_questions: [] },
    }),
  },
  "a team publishes a post": {
    file: "functions/team-posts.ts",
    builds: "later",
    send: byMari(teamPosts, "POST", () => `/api/teams/${team.slug}/posts`, postFields),
  },
  "a team edits a post": {
    file: "functions/team-posts.ts",
    builds: "later",
    send: editPost({ content: "Another text." }),
  },
  "a team unpublishes a post": {
    file: "functions/team-posts.ts",
    builds: "at once",
    send: editPost({ is_published: false }),
  },
  "a team deletes a post": {
    file: "functions/team-posts.ts",
    builds: "at once",
    send: byMari(teamPosts, "DELETE", () => `/api/posts/${post.id}`),
  },
  "a member founds a team": {
    file: "functions/teams.ts",
    builds: "later",
    send: byMari(teams, "POST", () => "/api/teams", teamFields),
  },
  "an owner edits their team": {
    file: "functions/teams.ts",
    builds: "later",
    send: () =>
      mari.browser.call(teams, "PATCH", `/api/teams/${team.slug}`, {
        ...{ ...teamChange, slug: team.slug },
        updated_at: team.updated_at,
      }),
  },
  "an owner makes a member an admin": {
    file: "functions/teams.ts",
    builds: "later",
    send: byMari(teams, "PATCH", () => `/api/teams/${team.slug}/members/${anna.id}`, {
      role: "admin",
    }),
  },
  "a member leaves a team": {
    file: "functions/teams.ts",
    builds: "at once",
    send: () =>
      anna.browser.call(teams, "DELETE", `/api/teams/${team.slug}/members/${anna.id}`, {}),
  },
  "an owner approves a request to join": {
    file: "functions/teams.ts",
    builds: "later",
    before: async () => {
      const asker = await makeMember(db, { displayName: "Asker" })
      other = await makeRequest(db, team.id, asker.id)
    },
    send: byMari(teams, "PATCH", () => `/api/join-requests/${other}`, { status: "approved" }),
  },
  "the charts change": {
    file: "lib/catalogue/refresh.ts",
    builds: "later",
    before: async () => {
      await db.one`truncate catalogue_items, catalogue_refreshes cascade`
      await db.one`insert into catalogue_refreshes default values`
    },
    send: async () => ({ status: (await refreshMusic()) ? 200 : 500 }),
  },
} satisfies Record<string, Change>

describe("within the interval", () => {
  const cases = Object.entries<Change>(CHANGES)

  test.each(cases)("%s", async (_, { builds, before, send: change }) => {
    await before?.()
    await build()
    await age("1 hour")
    hook.calls.length = 0
    expect((await change()).status).toBeLessThan(300)
    expect(hook.calls).toHaveLength(builds === "at once" ? 1 : 0)
    await publishPlanned()
    expect(hook.calls).toHaveLength(builds === "at once" ? 1 : 0)
    await age("5 hours")
    if (builds === "at once") await build()
    await publishPlanned()
    await publishPlanned()
    expect(hook.calls, "one build at the interval's end").toHaveLength(1)
  })

  test("every file that requests builds is listed above", () => {
    const files = globSync("netlify/{lib,functions}/**/*.ts")
      .filter((file) => /\brequestBuild\(/.test(readFileSync(file, "utf8")))
      .map((file) => file.replace("netlify/", ""))
    const listed = new Set(cases.map(([, { file }]) => file))
    expect(files.sort()).toEqual([...listed].sort())
  })
})

const done = (change: Send) => async () => expect((await change()).status).toBeLessThan(300)
const editTeam = done(CHANGES["an owner edits their team"].send)
const deletePost = done(CHANGES["a team deletes a post"].send)
const addEvent = done(CHANGES["a member adds an event"].send)

describe("changes that can wait", () => {
  beforeEach(async () => {
    await build()
    await age("1 hour")
    hook.calls.length = 0
  })

  test("are built together with an urgent change", async () => {
    await editTeam()
    await addEvent()
    expect(hook.calls).toHaveLength(0)
    await deletePost()
    expect(hook.calls).toHaveLength(1)
    await build()
    await age("7 hours")
    await publishPlanned()
    expect(hook.calls, "the build of the urgent change contains them").toHaveLength(1)
  })

  test("are built at once when the last build is older than the interval", async () => {
    await age("5 hours")
    await editTeam()
    await addEvent()
    expect(hook.calls, "two requests make one build").toHaveLength(1)
  })

  test("cause one build at the end of the interval, even with concurrent schedules", async () => {
    await editTeam()
    await addEvent()
    await age("5 hours")
    const claims = await times(12, () => requestMissedBuild())
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(hook.calls).toHaveLength(1)
  })

  test("are built when a super admin requests a build", async () => {
    await editTeam()
    const state = () => chief.browser.call(adminSystem, "GET", "/api/admin/build")
    const due = Date.parse(String((await state()).json["due_at"])) - Date.now()
    expect(due / 3_600_000).toBeCloseTo(5, 1)
    const rebuild = () => chief.browser.call(adminSystem, "POST", "/api/admin/build", {})
    expect((await rebuild()).status).toBe(202)
    expect(hook.calls).toHaveLength(1)
    await build()
    expect((await state()).json["due_at"]).toBeNull()
  })

  test("wait for BUILD_INTERVAL, and not at all when it is 0", async () => {
    vi.stubEnv("BUILD_INTERVAL", "90m")
    await editTeam()
    await age("29 minutes")
    await publishPlanned()
    expect(hook.calls).toHaveLength(0)
    await age("2 minutes")
    await publishPlanned()
    expect(hook.calls).toHaveLength(1)
    await build()
    await age("1 minute")
    vi.stubEnv("BUILD_INTERVAL", "0")
    await addEvent()
    expect(hook.calls).toHaveLength(2)
  })

  test("wait six hours when BUILD_INTERVAL is invalid, which is logged", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => {})
    vi.stubEnv("BUILD_INTERVAL", "soon")
    await editTeam()
    expect(hook.calls).toHaveLength(0)
    expect(String(log.mock.calls)).toContain('BUILD_INTERVAL is "soon"')
    await deletePost()
    expect(hook.calls).toHaveLength(1)
  })
})

describe("the number of people who go to a public event", () => {
  const going = { status: "going", guests: 0, note: null, answers: {} }
  const answer = (change: object = {}) =>
    done(
      send(
        () => anna,
        signups,
        "PUT",
        () => `/api/events/${event.id}/signup`,
        {
          ...going,
          ...change,
        },
      ),
    )()
  const expireOffer = async () => {
    await db.one`
      insert into event_signups (event_id, user_id, status, offered_until)
      values (${event.id}, ${chief.id}, 'offered', now() - interval '1 minute')`
    await housekeeping()
  }
  const signupOfAnna = () => db.value<string>`
    select id from event_signups where event_id = ${event.id} and user_id = ${anna.id}`
  const checkInAnna = async () => {
    const path = `/api/events/${event.id}/check-ins/${await signupOfAnna()}`
    await done(byMari(signups, "PUT", () => path, { arrived_at: new Date().toISOString() }))()
  }
  const CHANGES_OF_COUNTS: [string, () => Promise<unknown>][] = [
    ["a member signs up", answer],
    [
      "a member withdraws the answer",
      done(
        send(
          () => anna,
          signups,
          "DELETE",
          () => `/api/events/${event.id}/signup`,
        ),
      ),
    ],
    [
      "a person without a sign-up is added at the door",
      done(
        byMari(signups, "POST", () => `/api/events/${event.id}/signups`, {
          name: "Liis",
          guests: 0,
        }),
      ),
    ],
    [
      "an organizer takes a member off the list",
      async () => {
        const path = `/api/signups/${await signupOfAnna()}`
        await done(byMari(signups, "PATCH", () => path, { status: "not_going", message: null }))()
      },
    ],
    ["an offered place is passed on", expireOffer],
    ["an attendee is checked in late", checkInAnna],
  ]

  beforeEach(async () => {
    await db.one`update events set takes_signups = true, max_participants = 9 where id = ${event.id}`
    await db.one`
      insert into event_signups (event_id, user_id, status) values (${event.id}, ${anna.id}, 'interested')`
    await build()
    await age("7 hours")
    hook.calls.length = 0
  })

  /** Moves the event into the past and adds an attendee, for changes that only happen afterwards. */
  const beforeChange = async (name: string) => {
    if (name !== "an attendee is checked in late") return
    await db.one`
      update event_signups set status = 'going' where event_id = ${event.id} and user_id = ${anna.id}`
    await db.one`
      update events set start_date = now() - interval '2 hours', end_date = now() - interval '1 hour'
      where id = ${event.id}`
    await build()
    await age("7 hours")
  }

  /** Runs a change on our own host, which has no build hook. Returns how many builds were requested. */
  const buildsOnOwnHost = async (change: () => Promise<unknown>) => {
    const build = vi.fn()
    vi.stubEnv("SITE_ID", "")
    vi.stubEnv("BUILD_HOOK_URL", undefined)
    setBuildRequester(build)
    try {
      await change()
      await allAfterwards()
      return build.mock.calls.length
    } finally {
      setBuildRequester(null)
    }
  }

  test.each(CHANGES_OF_COUNTS)("is built on our own host when %s", async (name, change) => {
    await beforeChange(name)
    const version = await contentVersion(builder)
    expect(await buildsOnOwnHost(change)).toBeGreaterThan(0)
    expect(
      await contentVersion(builder),
      "so that a running build is followed by another",
    ).toBeGreaterThan(version)
  })

  test.each(CHANGES_OF_COUNTS)(
    "causes no build on a site with spaced builds when %s",
    async (name, change) => {
      await beforeChange(name)
      const version = await contentVersion(builder)
      await change()
      await publishPlanned()
      expect(hook.calls).toEqual([])
      expect(await contentVersion(builder)).toBe(version)
    },
  )

  test("is shown on pages of our own host, and not on pages of spaced builds", async () => {
    await db.one`update event_signups set status = 'going' where event_id = ${event.id}`
    const shown = async () =>
      (await content.publicEvents()).find(({ id }) => id === event.id)?.signups
    expect(await shown()).toMatchObject({ going: 1 })
    vi.stubEnv("HAS_SPACED_BUILDS", "1")
    expect(await shown()).toMatchObject({ going: 0, is_counted: false })
  })

  test("requests no build for a team-only event, or for check-ins before a public event is over", async () => {
    await db.one`
      update event_signups set status = 'going' where event_id = ${event.id} and user_id = ${anna.id}`
    expect(await buildsOnOwnHost(checkInAnna)).toBe(0)
    await db.one`update events set event_type = 'team' where id = ${event.id}`
    expect(await buildsOnOwnHost(answer)).toBe(0)
  })
})

test("a deploy with an invalid BUILD_INTERVAL fails with advice", () => {
  const env = { ...process.env, BUILD_INTERVAL: "soon" }
  const { status, stderr } = spawnSync("node", ["scripts/build.ts"], { env, encoding: "utf8" })
  expect([status, stderr]).toEqual([1, expect.stringContaining('BUILD_INTERVAL is "soon"')])
  expect(stderr).toContain("such as BUILD_INTERVAL=6h")
})

describe("an urgent change", () => {
  beforeEach(async () => {
    await build()
    await age("1 hour")
    hook.calls.length = 0
  })

  test("that the hook missed is requested by the next scheduled run", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {})
    hook.fail = true
    await deletePost()
    hook.fail = false
    await publishPlanned()
    expect(hook.calls).toHaveLength(2)
  })

  test("without a request is built by the next scheduled run", async () => {
    await db.one`delete from team_posts where id = ${post.id}`
    await publishPlanned()
    expect(hook.calls).toHaveLength(1)
  })

  test("that failed to build is retried in minutes, although other changes wait", async () => {
    await deletePost()
    await build("failed")
    await editTeam()
    await age("6 minutes")
    await publishPlanned()
    expect(hook.calls).toHaveLength(2)
  })

  test("during a build of older content gets another build", async () => {
    const id = await beginBuild(builder, await contentVersion(builder))
    await deletePost()
    await publishPlanned()
    expect(hook.calls).toHaveLength(0)
    await endBuild(builder, id, { status: "succeeded", pages: 1, error: null, retryMs: null })
    await age("1 minute")
    await publishPlanned()
    expect(hook.calls).toHaveLength(1)
  })

  test("that was built but is not served is built once more, although other changes wait", async () => {
    await deletePost()
    await build()
    const served = (await contentVersion(db)) - 1
    await editTeam()
    await age("11 minutes")
    hook.calls.length = 0
    expect(await requestMissedBuild(served)).toBe(true)
    await build()
    await age("11 minutes")
    expect(await requestMissedBuild(served)).toBe(false)
  })
})
