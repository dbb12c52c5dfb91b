import { globSync, readFileSync } from "node:fs"
import { beforeEach, describe, expect, test } from "vitest"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import publishPlanned from "../../../netlify/functions/publish-planned.ts"
import { refreshMusic } from "../../../netlify/lib/catalogue/refresh.ts"
import { openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { ADMIN_ROUTES, callAdmin, makeScene, type Scene } from "../../support/people/admin.ts"
import { makeCalendar } from "../../support/people/calendars.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeCode, makeFactor } from "../../support/people/second-factor.ts"
import { enterCode, password, signIn } from "../../support/people/sign-in.ts"
import {
  eventFields,
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
import { startNetlifyBuildHook } from "../../support/servers/build-hook.ts"

const database = await openTestDatabase()
const { db, clear } = database
const { hook, storeBuild, ageBuilds, recordBuild } = startNetlifyBuildHook(database)

let superAdmin: Member
let teamOwner: Member
let attendee: Member
let team: TestTeam
let post: TestRow
let event: TestRow & { slug: string }

beforeEach(async () => {
  await clear("users", "teams")
  superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  teamOwner = await makeMember(db, { displayName: "Mari", password })
  attendee = await makeMember(db, { displayName: "Anna", password })
  team = await makeTeam(db, { [teamOwner.id]: "owner", [attendee.id]: "member" })
  post = await makePost(db, team.id, teamOwner.id)
  event = await makeEvent(db, team.id, { author: teamOwner.id })
})

/** An API call that changes pages of the site. */
interface Change {
  /** "at once" if the call requests a build. For "later", the next build contains the change. */
  builds: "at once" | "later"
  send: () => Promise<{ status: number }>
  /** Creates the rows that the call needs. Runs before the stored build, so that the build contains these rows. */
  prepare?: (() => Promise<unknown>) | undefined
}

let scene: Scene
let joinRequestId: string
let factorSecret: string

/** Returns a function that creates a call of an admin route, such as `POST news`, with changed fields of its usual body. */
const makeAdminChange =
  (builds: Change["builds"]) =>
  (name: string, fields: object = {}, prepareScene?: () => Promise<unknown>): Change => ({
    builds,
    prepare: async () => {
      scene = await makeScene(db)
      await prepareScene?.()
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
  getPath: () => string,
  body: object = {},
  prepare?: Change["prepare"],
): Change => ({ builds, prepare, send: () => teamOwner.browser.send(method, getPath(), body) })

const makeEventEdit = (
  builds: Change["builds"],
  change: object,
  prepare?: Change["prepare"],
): Change => ({
  builds,
  prepare,
  send: async () => {
    const row = await db.one<Record<string, unknown>>`
      select title, description, start_date, end_date, time_zone, location, country, event_type,
        updated_at from events where id = ${event.id}`
    const body = { ...row, team_id: team.id, ...change }
    return teamOwner.browser.send("PATCH", `/api/events/${event.id}`, body)
  },
})
const makePostEdit = (builds: Change["builds"], change: object): Change => ({
  builds,
  send: () => {
    const body = { ...postFields, updated_at: post.updated_at, ...change }
    return teamOwner.browser.send("PATCH", `/api/posts/${post.id}`, body)
  },
})
const makeProfileEdit = (builds: Change["builds"], fields: object, prepare?: Change["prepare"]) =>
  makeOwnerChange(
    builds,
    "PATCH",
    () => "/api/profile",
    { display_name: "Mari", ...fields },
    prepare,
  )
/** Sets the time of the account's deletion to now plus `interval`. A negative interval is in the past. */
const scheduleDeletion = (member: Member, interval: string) => db.one`
  update users set deletion_due_at = now() + ${interval}::interval where id = ${member.id}`

const postDeletion = makeOwnerChange("at once", "DELETE", () => `/api/posts/${post.id}`)
const eventAddition: Change = {
  builds: "later",
  send: () => teamOwner.browser.send("POST", "/api/events", { ...eventFields, team_id: team.id }),
}
const teamEdit: Change = {
  builds: "later",
  send: () => {
    const body = { ...teamChange, slug: team.slug, updated_at: team.updated_at }
    return teamOwner.browser.send("PATCH", `/api/teams/${team.slug}`, body)
  },
}

/** Changes, grouped by the file that requests the build of the change. The key of a change is its description. */
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
      prepare: async () => {
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
      prepare: () => scheduleDeletion(attendee, "-1 day"),
      send: housekeeping,
    },
  },
  "lib/sign-in/finish-sign-in.ts": {
    "a member keeps their account at login": {
      builds: "later",
      prepare: () => scheduleDeletion(attendee, "7 days"),
      send: () => signIn(attendee.email, password, openBrowser(), { body: { keep: true } }),
    },
  },
  "functions/auth.ts": {
    "a member with a second factor keeps their account": {
      builds: "later",
      prepare: async () => {
        await scheduleDeletion(attendee, "7 days")
        factorSecret = await makeFactor(db, attendee.id)
      },
      send: async () => {
        const browser = openBrowser()
        await signIn(attendee.email, password, browser, { body: { keep: true } })
        return enterCode(browser, makeCode(factorSecret))
      },
    },
  },
  "functions/profile.ts": {
    "a member changes their name": makeProfileEdit("at once", { display_name: "Mari M" }),
    "a member hides their name": makeProfileEdit("at once", {
      privacy_settings: { show_display_name: false },
    }),
    "a member gives a birth date that hides their name from visitors": makeProfileEdit("at once", {
      date_of_birth: `${new Date().getFullYear() - 15}-01-01`,
    }),
    "a member shows their name again": makeProfileEdit(
      "later",
      { privacy_settings: { show_display_name: true } },
      () => db.one`
        update profiles set privacy_settings = '{"show_display_name": false}'
        where user_id = ${teamOwner.id}`,
    ),
  },
  "functions/events.ts": {
    "a member adds an event": eventAddition,
    "a member renames an event": makeEventEdit("later", { title: "Another title" }),
    "a member cancels an event": makeEventEdit("at once", { is_cancelled: true }),
    "a member revives a canceled event": makeEventEdit(
      "at once",
      { is_cancelled: false },
      () => db.one`update events set is_cancelled = true where id = ${event.id}`,
    ),
    "a member moves an event to another location": makeEventEdit("at once", { location: "Tartu" }),
    "a member makes an event private": makeEventEdit("at once", { event_type: "team" }),
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
    "a team edits a post": makePostEdit("later", { content: "Another text." }),
    "a team unpublishes a post": makePostEdit("at once", { is_published: false }),
    "a team deletes a post": postDeletion,
  },
  "functions/teams.ts": {
    "a member founds a team": makeOwnerChange("later", "POST", () => "/api/teams", teamFields),
    "an owner edits their team": teamEdit,
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
      () => `/api/join-requests/${joinRequestId}`,
      { status: "approved" },
      async () => {
        const requester = await makeMember(db, { displayName: "Asker" })
        joinRequestId = await makeRequest(db, team.id, requester.id)
      },
    ),
  },
  "lib/catalogue/refresh.ts": {
    "the charts change": {
      builds: "later",
      prepare: async () => {
        await db.one`truncate catalogue_items, catalogue_refreshes cascade`
        await db.one`insert into catalogue_refreshes default values`
      },
      send: async () => ({ status: (await refreshMusic()) ? 200 : 500 }),
    },
  },
}

describe("the time of a build", () => {
  test.each(Object.values(CHANGES).flatMap(Object.entries))(
    "the build starts at once or at the end of the interval, as CHANGES says, when %s",
    async (_: string, { builds, prepare, send }: Change) => {
      await prepare?.()
      await recordBuild("1 hour")
      expect((await send()).status).toBeLessThan(300)
      expect(hook.calls).toHaveLength(builds === "at once" ? 1 : 0)
      await publishPlanned()
      expect(hook.calls).toHaveLength(builds === "at once" ? 1 : 0)
      await ageBuilds("5 hours")
      if (builds === "at once") await storeBuild()
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
