/** Tests what each role may do with the sign-ups of an event, by API and in SQL. */
import { beforeEach, describe, expect, test } from "vitest"
import { openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeEvent, makeTeam } from "../../support/people/teams.ts"

const { db, app } = await openTestDatabase()

const MEMBERS = [
  "member",
  "going",
  "waiting",
  "team member",
  "helper",
  "admin of the team",
  "owner of the team",
  "other team's owner",
  "blocked",
  "super admin",
] as const
type Role = "anonymous visitor" | (typeof MEMBERS)[number]
const ROLES: Role[] = ["anonymous visitor", ...MEMBERS]

/** The roles that have each right. The tests use one public and one team-only event. */
const ROLES_BY_RIGHT = {
  "see a public event's sign-up, and answer": MEMBERS.filter((role) => role !== "blocked"),
  "see a team-only event's sign-up, and answer": [
    "team member",
    "admin of the team",
    "owner of the team",
    "super admin",
  ],
  "use the attendee list": ["helper", "admin of the team", "owner of the team", "super admin"],
  "manage the event": ["admin of the team", "owner of the team", "super admin"],
} as const satisfies Record<string, readonly Role[]>
type Right = keyof typeof ROLES_BY_RIGHT
const isAllowed = (right: Right, role: Role) =>
  ROLES_BY_RIGHT[right].some((allowed) => allowed === role)

const getBrowser = (role: Role) => membersByRole.get(role)?.browser ?? openBrowser()
const actAs = (role: Role) => app.as(role === "anonymous visitor" ? null : { userId: getId(role) })
const getId = (role: Role) => membersByRole.get(role)?.id ?? ""

const membersByRole = new Map(
  await Promise.all(
    MEMBERS.map(
      async (role): Promise<[Role, Member]> => [
        role,
        await makeMember(db, {
          displayName: role,
          ...(role === "super admin" && { role: "super_admin" }),
        }),
      ],
    ),
  ),
)
const team = await makeTeam(db, {
  [getId("owner of the team")]: "owner",
  [getId("admin of the team")]: "admin",
  [getId("team member")]: "member",
})
await makeTeam(db, { [getId("other team's owner")]: "owner" })
const start = new Date(Date.now() + 3 * 86_400_000).toISOString()
const event = (await makeEvent(db, team.id, { title: "Cup", start })).id
const teamEvent = (await makeEvent(db, team.id, { title: "Practice", start })).id
await db.one`
  update events set takes_signups = true, end_date = start_date + interval '2 hours',
    event_type = case when id = ${teamEvent} then 'team' else 'public' end`
const { id: guestId } = await makeMember(db, { displayName: "Guest" })
await db.one`
  insert into event_signups (event_id, user_id, status)
  values (${event}, ${guestId}, 'going'), (${event}, ${getId("going")}, 'going'),
    (${event}, ${getId("helper")}, 'going'), (${event}, ${getId("blocked")}, 'going')`
await db.one`
  insert into event_signups (event_id, user_id, status, queue)
  values (${event}, ${getId("waiting")}, 'waiting', nextval('signup_queue'))`
// The blocked member was a helper before.
for (const role of ["helper", "blocked"] as const) {
  await db.one`insert into event_helpers (event_id, user_id) values (${event}, ${getId(role)})`
}
await db.one`update users set blocked_at = now() where id = ${getId("blocked")}`
const guestSignup =
  (await db.value<string>`
    select id from event_signups where event_id = ${event} and user_id = ${guestId}`) ?? ""
beforeEach(() => db.one`update events set messaged_at = null`)

const ANSWER = { status: "interested", guests: 0, note: null, answers: {} }
const SETTINGS = {
  takes_signups: true,
  max_participants: null,
  signup_from: null,
  signup_until: null,
  guests_max: 0,
  offers_places: false,
  signup_questions: [],
}
const ARRIVED = { arrived_at: "2026-11-20T18:00:00.000Z" }

type Call = [right: Right, method: string, path: () => string, body?: object]
const ANSWER_PUBLIC = "see a public event's sign-up, and answer"
const ANSWER_TEAM_ONLY = "see a team-only event's sign-up, and answer"
const USE_LIST = "use the attendee list"
const MANAGE = "manage the event"
const CALLS: Call[] = [
  [ANSWER_PUBLIC, "GET", () => `events/${event}/signup`],
  [ANSWER_TEAM_ONLY, "GET", () => `events/${teamEvent}/signup`],
  [ANSWER_TEAM_ONLY, "PUT", () => `events/${teamEvent}/signup`, ANSWER],
  [USE_LIST, "GET", () => `events/${event}/signups`],
  [USE_LIST, "GET", () => `events/${event}/signups.csv`],
  [USE_LIST, "POST", () => `events/${event}/signups`, { name: "Anna", guests: 0 }],
  [USE_LIST, "PATCH", () => `signups/${guestSignup}`, { status: "going", message: null }],
  [USE_LIST, "PUT", () => `events/${event}/check-ins/${guestSignup}`, ARRIVED],
  [USE_LIST, "POST", () => `events/${event}/message`, { message: "Doors at 6." }],
  [MANAGE, "PUT", () => `signups/${guestSignup}/helper`, { helps: false }],
  [MANAGE, "PATCH", () => `events/${event}/signup-settings`, SETTINGS],
]

describe.each(ROLES)("%s", (role) => {
  test.each(CALLS)(
    "only roles with the right can %s through the API (%s %s)",
    async (right, method, path, body) => {
      const { status, text } = await getBrowser(role).send(method, `/api/${path()}`, body)
      if (isAllowed(right, role)) expect(status).toBeLessThan(300)
      else {
        const isSignedOut = role === "anonymous visitor" || role === "blocked"
        expect(isSignedOut ? [401] : [403, 404]).toContain(status)
        expect(text).not.toContain("Guest")
      }
    },
  )

  test("the role has the same rights in database functions and tables", async () => {
    const viewerDb = actAs(role)
    const getResult = (query: Promise<unknown>) => query.catch(() => "refused")
    const rights = await viewerDb.one`
      select organizes_event(${event}) as organizes, manages_event(${event}) as manages`
    expect(rights).toEqual({
      organizes: isAllowed(USE_LIST, role),
      manages: isAllowed(MANAGE, role),
    })
    const listedRows = await viewerDb.many<{ user_id: string }>`
      select user_id from list_signups(${event}, '', 'everyone', null, null, 100)`
    expect(listedRows.length > 0).toBe(isAllowed(USE_LIST, role))
    const recipients = await getResult(
      viewerDb.value`select message_attendees(${event}, 'Doors at 6.')`,
    )
    expect(typeof recipients === "number" && recipients >= 0).toBe(isAllowed(USE_LIST, role))
    const moveResult = await getResult(
      viewerDb.value`select outcome from move_signup(${guestSignup}, 'going', null)`,
    )
    expect(moveResult).toBe(isAllowed(USE_LIST, role) ? "done" : "not_found")
    const helperResult = await getResult(viewerDb.value`select set_helper(${guestSignup}, false)`)
    expect(helperResult).toBe(isAllowed(MANAGE, role))
    const answerResult = await getResult(
      viewerDb.value`select answer_event(${teamEvent}, 'interested', 0, null, '{}'::jsonb)`,
    )
    expect(answerResult === "interested").toBe(isAllowed(ANSWER_TEAM_ONLY, role))
    // Members can read only their own rows of event_signups, and cannot write to the table.
    const visibleRows = await viewerDb.many<{ user_id: string }>`select user_id from event_signups`
    expect(visibleRows.every(({ user_id }) => user_id === getId(role))).toBe(true)
    for (const table of ["event_signups", "event_helpers", "calendar_feeds"]) {
      const deletion = viewerDb.batch([{ text: `delete from ${table}`, params: [] }])
      await expect(deletion).rejects.toThrow("permission denied")
    }
    for (const text of ["select from event_helpers", "select token_hash from calendar_feeds"]) {
      await expect(viewerDb.batch([{ text, params: [] }])).rejects.toThrow("permission denied")
    }
    const otherRole = role === "going" ? "waiting" : "going"
    const insertForOther = viewerDb.one`
      insert into calendar_feeds (user_id, token_hash) values (${getId(otherRole)}, 'secret')`
    await expect(insertForOther, "another member's feed").rejects.toThrow("row-level security")
  })
})

test("organizers cannot give a place to a blocked member", async () => {
  const signup = await db.value<string>`
    select id from event_signups where event_id = ${event} and user_id = ${getId("blocked")}`
  const outcome = actAs("owner of the team")
    .value`select outcome from move_signup(${signup}, 'going', null)`
  expect(await outcome).toBe("not_found")
})
