import { beforeEach, describe, expect, test, vi } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import housekeeping from "../../../netlify/functions/housekeeping.ts"
import publishPlanned from "../../../netlify/functions/publish-planned.ts"
import { setBuildRequester } from "../../../netlify/lib/publishing/request-build.ts"
import { content } from "../../../src/content/content.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { password } from "../../support/people/sign-in.ts"
import {
  goingFields,
  makeEvent,
  makeTeam,
  type TestRow,
  type TestTeam,
} from "../../support/people/teams.ts"
import { startNetlifyBuildHook } from "../../support/servers/build-hook.ts"

const database = await openTestDatabase()
const { db, clear } = database
const { hook, recordBuild } = startNetlifyBuildHook(database)

let superAdmin: Member
let teamOwner: Member
let attendee: Member
let team: TestTeam
let event: TestRow & { slug: string }

beforeEach(async () => {
  await clear("users", "teams")
  superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
  teamOwner = await makeMember(db, { displayName: "Mari", password })
  attendee = await makeMember(db, { displayName: "Anna", password })
  team = await makeTeam(db, { [teamOwner.id]: "owner", [attendee.id]: "member" })
  event = await makeEvent(db, team.id, { author: teamOwner.id })
})

interface Change {
  send: () => Promise<{ status: number }>
}

const sendChange = async ({ send }: Change) => expect((await send()).status).toBeLessThan(300)

describe("changes of the attendee count of a public event", () => {
  const getAnswerPath = () => `/api/events/${event.id}/signup`
  const sendAnswer = () => attendee.browser.send("PUT", getAnswerPath(), goingFields)
  const readSignupId = () => db.value<string>`
    select id from event_signups where event_id = ${event.id} and user_id = ${attendee.id}`
  const setSignupStatus = (status: string) => db.one`
    update event_signups set status = ${status} where event_id = ${event.id}`
  const checkInAttendee = async () => {
    const path = `/api/events/${event.id}/check-ins/${await readSignupId()}`
    return teamOwner.browser.send("PUT", path, { arrived_at: new Date().toISOString() })
  }
  const COUNT_CHANGES: Record<string, Change["send"]> = {
    "a member signs up": sendAnswer,
    "a member withdraws the answer": () => attendee.browser.send("DELETE", getAnswerPath()),
    "a person without a sign-up is added at the door": () =>
      teamOwner.browser.send("POST", `${getAnswerPath()}s`, { name: "Liis", guests: 0 }),
    "an organizer takes a member off the list": async () => {
      const body = { status: "not_going", message: null }
      return teamOwner.browser.send("PATCH", `/api/signups/${await readSignupId()}`, body)
    },
    "an offer of a place expires": async () => {
      await db.one`
        insert into event_signups (event_id, user_id, status, offered_until)
        values (${event.id}, ${superAdmin.id}, 'offered', now() - interval '1 minute')`
      return housekeeping()
    },
    "an attendee is checked in late": checkInAttendee,
  }
  const countChangeNames = Object.keys(COUNT_CHANGES)

  beforeEach(async () => {
    await db.one`update events set takes_signups = true, max_participants = 9 where id = ${event.id}`
    await db.one`
      insert into event_signups (event_id, user_id, status) values (${event.id}, ${attendee.id}, 'interested')`
    await recordBuild("7 hours")
  })

  const prepareCountChange = async (name: string) => {
    if (name === "an attendee is checked in late") {
      await setSignupStatus("going")
      await db.one`
        update events set start_date = now() - interval '2 hours', end_date = now() - interval '1 hour'
        where id = ${event.id}`
      await recordBuild("7 hours")
    }
    return { send: COUNT_CHANGES[name] ?? sendAnswer }
  }

  /** Returns how many builds a change requests under `npm start`, which has no build hook. */
  const countBuildsOnOwnHost = async (change: Change) => {
    const buildRequester = vi.fn()
    vi.stubEnv("SITE_ID", "")
    vi.stubEnv("BUILD_HOOK_URL", undefined)
    setBuildRequester(buildRequester)
    try {
      await sendChange(change)
      return buildRequester.mock.calls.length
    } finally {
      setBuildRequester(null)
    }
  }

  test.each(countChangeNames)("npm start requests a build when %s", async (name) => {
    const change = await prepareCountChange(name)
    const version = await getContentVersion(db)
    expect(await countBuildsOnOwnHost(change)).toBeGreaterThan(0)
    const laterVersion = await getContentVersion(db)
    expect(laterVersion, "a running build is followed by another build").toBeGreaterThan(version)
  })

  test.each(countChangeNames)(
    "on Netlify, with a build interval, no build is requested when %s",
    async (name) => {
      const change = await prepareCountChange(name)
      const version = await getContentVersion(db)
      await sendChange(change)
      await publishPlanned()
      expect(hook.calls).toEqual([])
      expect(await getContentVersion(db)).toBe(version)
    },
  )

  test("pages show the attendee count, except on a host with a build interval", async () => {
    await setSignupStatus("going")
    const getShownSignups = async () =>
      (await content.publicEvents()).find(({ id }) => id === event.id)?.signups
    expect(await getShownSignups()).toMatchObject({ going: 1 })
    // scripts/build.ts sets this variable if BUILD_INTERVAL limits how often the site is built.
    vi.stubEnv("HAS_SPACED_BUILDS", "1")
    expect(await getShownSignups()).toMatchObject({ going: 0, is_counted: false })
  })

  test("check-ins before the event and answers to team-only events request no build", async () => {
    await setSignupStatus("going")
    expect(await countBuildsOnOwnHost({ send: checkInAttendee })).toBe(0)
    await db.one`update events set event_type = 'team' where id = ${event.id}`
    expect(await countBuildsOnOwnHost({ send: sendAnswer })).toBe(0)
  })
})
