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

/** The roles that may perform each act. One event is public, the other one team-only. */
const ALLOWED = {
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
type Act = keyof typeof ALLOWED
const isAllowed = (act: Act, role: Role) => ALLOWED[act].some((allowed) => allowed === role)

const getBrowser = (role: Role) => people.get(role)?.browser ?? openBrowser()
const asViewer = (role: Role) =>
  app.as(role === "anonymous visitor" ? null : { userId: getId(role) })
const getId = (role: Role) => people.get(role)?.id ?? ""

const people = new Map(
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

type Call = [act: Act, method: string, path: () => string, body?: object]
const PUBLIC = "see a public event's sign-up, and answer"
const TEAM = "see a team-only event's sign-up, and answer"
const LIST = "use the attendee list"
const MANAGE = "manage the event"
const CALLS: Call[] = [
  [PUBLIC, "GET", () => `events/${event}/signup`],
  [TEAM, "GET", () => `events/${teamEvent}/signup`],
  [TEAM, "PUT", () => `events/${teamEvent}/signup`, ANSWER],
  [LIST, "GET", () => `events/${event}/signups`],
  [LIST, "GET", () => `events/${event}/signups.csv`],
  [LIST, "POST", () => `events/${event}/signups`, { name: "Anna", guests: 0 }],
  [LIST, "PATCH", () => `signups/${guestSignup}`, { status: "going", message: null }],
  [LIST, "PUT", () => `events/${event}/check-ins/${guestSignup}`, ARRIVED],
  [LIST, "POST", () => `events/${event}/message`, { message: "Doors at 6." }],
  [MANAGE, "PUT", () => `signups/${guestSignup}/helper`, { helps: false }],
  [MANAGE, "PATCH", () => `events/${event}/signup-settings`, SETTINGS],
]

describe.each(ROLES)("%s", (role) => {
  test.each(CALLS)("API: %s (%s %s)", async (act, method, path, body) => {
    const { status, text } = await getBrowser(role).send(method, `/api/${path()}`, body)
    if (isAllowed(act, role)) expect(status).toBeLessThan(300)
    else {
      const isSignedOut = role === "anonymous visitor" || role === "blocked"
      expect(isSignedOut ? [401] : [403, 404]).toContain(status)
      expect(text).not.toContain("Guest")
    }
  })

  test("the role has the same rights in database functions and tables", async () => {
    const as = asViewer(role)
    const getResult = async (query: Promise<unknown>) =>
      query.then(
        (found) => found,
        () => "refused",
      )
    expect(
      await as.one`select organizes_event(${event}) as organizes, manages_event(${event}) as manages`,
    ).toEqual({ organizes: isAllowed(LIST, role), manages: isAllowed(MANAGE, role) })
    const listedRows = await as.many<{ user_id: string }>`
      select user_id from list_signups(${event}, '', 'everyone', null, null, 100)`
    expect(listedRows.length > 0).toBe(isAllowed(LIST, role))
    const messaged = await getResult(as.value`select message_attendees(${event}, 'Doors at 6.')`)
    expect(typeof messaged === "number" && messaged >= 0).toBe(isAllowed(LIST, role))
    const moveResult = await getResult(
      as.value`select outcome from move_signup(${guestSignup}, 'going', null)`,
    )
    expect(moveResult).toBe(isAllowed(LIST, role) ? "done" : "not_found")
    const helped = await getResult(as.value`select set_helper(${guestSignup}, false)`)
    expect(helped).toBe(isAllowed(MANAGE, role))
    const answered = await getResult(
      as.value`select answer_event(${teamEvent}, 'interested', 0, null, '{}'::jsonb)`,
    )
    expect(answered === "interested").toBe(isAllowed(TEAM, role))
    // Members read only their own rows of the table, and cannot write it.
    const visibleRows = await as.many<{ user_id: string }>`select user_id from event_signups`
    expect(visibleRows.every(({ user_id }) => user_id === getId(role))).toBe(true)
    for (const table of ["event_signups", "event_helpers", "calendar_feeds"]) {
      const written = as.batch([{ text: `delete from ${table}`, params: [] }])
      await expect(written).rejects.toThrow("permission denied")
    }
    for (const text of ["select from event_helpers", "select token_hash from calendar_feeds"]) {
      await expect(as.batch([{ text, params: [] }])).rejects.toThrow("permission denied")
    }
    const other = role === "going" ? "waiting" : "going"
    const insertedFeed = as.one`insert into calendar_feeds (user_id, token_hash) values (${getId(other)}, 'secret')`
    await expect(insertedFeed, "another member's feed").rejects.toThrow("row-level security")
  })
})

test("organizers cannot give a place to a blocked member", async () => {
  const signup = await db.value<string>`
    select id from event_signups where event_id = ${event} and user_id = ${getId("blocked")}`
  const outcome = asViewer("owner of the team")
    .value`select outcome from move_signup(${signup}, 'going', null)`
  expect(await outcome).toBe("not_found")
})
