import fc from "fast-check"
import pLimit from "p-limit"
import { describe, expect, test } from "vitest"
import {
  answerEvent,
  checkIn,
  moveSignup,
  processSignups,
  withdraw,
} from "../../db/queries/signups.ts"
import type { Answer } from "../../src/features/events/signups/schema.ts"
import { openTestDatabase } from "../support/database.ts"
import { makeProfile, makeUser } from "../support/factories.ts"
import { makeTeam } from "../support/people/teams.ts"

const { owner: ownerDatabase, app } = await openTestDatabase()
const db = ownerDatabase.as(null)

const superAdmin = (await makeUser(db, { role: "super_admin", displayName: "Boss" })).id
const rows = await db.many<{ id: string }>`
  insert into users (email, email_verified_at)
  select 'fan' || n || '@daina.test', now() from generate_series(1, 120) n returning id`
const members = rows.map(({ id }) => id)

interface EventOptions {
  places?: number | null
  team?: string | null
  offers?: boolean
  guests?: number
  start?: string
  isOpen?: boolean
}

async function makeSignupEvent(options: EventOptions = {}): Promise<string> {
  const { places = null, team = null, offers = false, guests = 3, isOpen = true } = options
  const start = options.start ?? new Date(Date.now() + 3 * 86_400_000).toISOString()
  const row = await db.one<{ id: string }>`
    insert into events (slug, title, start_date, end_date, team_id, max_participants, takes_signups,
      offers_places, guests_max)
    values ('cup-' || substr(gen_random_uuid()::text, 1, 8), 'Cup', ${start},
      ${start}::timestamptz + interval '2 hours', ${team}, ${places}, ${isOpen}, ${offers}, ${guests})
    returning id`
  return row?.id ?? ""
}

const sendAnswer = (user: string, event: string, status: Answer = "going", guests = 0) =>
  answerEvent(app.as({ userId: user }), event, { status, guests, note: null, answers: {} })
const getAnswerOutcome = async (
  user: string,
  event: string,
  status: Answer = "going",
  guests = 0,
) => (await sendAnswer(user, event, status, guests)).outcome

const getMember = (index: number) => members[index] ?? ""

const getMoveOutcome = async (...move: Parameters<typeof moveSignup>) =>
  (await moveSignup(...move))?.outcome

/** Returns the stored counters of an event, and the same numbers counted from its sign-ups. */
const readCounts = (event: string) => db.one<Record<string, number>>`
  select going_count, offered_count, interested_count, waiting_count,
    (select coalesce(sum(1 + guests), 0)::int from event_signups s
      where s.event_id = e.id and s.status = 'going') as going,
    (select count(*)::int from event_signups s
      where s.event_id = e.id and s.status = 'waiting') as waiting
  from events e where id = ${event}`

/** Returns the indexes in `crowd` of the members who have a place. */
const listGoing = async (event: string) =>
  (
    await db.many<{ user_id: string }>`
      select user_id from event_signups where event_id = ${event} and status = 'going'`
  )
    .map(({ user_id }) => members.indexOf(user_id))
    .toSorted((a, b) => a - b)

const readStatus = (event: string, user: string) => db.value<string>`
  select status from event_signups where event_id = ${event} and user_id = ${user}`

const readSignupId = async (event: string, user: string) =>
  (await db.value<string>`
    select id from event_signups where event_id = ${event} and user_id = ${user}`) ?? ""

const listMails = (event: string, kind: string) => db.many<{ user_id: string }>`
  select user_id from mails where kind = ${kind} and about ->> 'event_id' = ${event} order by created_at, id`

test("40 of 120 members who sign up concurrently for 40 places get a place, and 80 wait", async () => {
  const event = await makeSignupEvent({ places: 40 })
  // With 16 concurrent calls, all connections of the pool (8) wait for the lock of the event.
  const answers = await pLimit(16).map(members, (user) => sendAnswer(user, event))
  expect(Map.groupBy(answers, (response) => response.outcome).get("going")).toHaveLength(40)
  expect(await readCounts(event)).toEqual({
    going_count: 40,
    going: 40,
    offered_count: 0,
    interested_count: 0,
    waiting_count: 80,
    waiting: 80,
  })
  const order = await db.many<{ queue: number }>`
    select distinct queue from event_signups where event_id = ${event} and status = 'waiting'`
  expect(order).toHaveLength(80)
  const last = await db.value<string>`
    select user_id from event_signups where event_id = ${event} order by queue desc nulls last limit 1`
  expect(
    (await sendAnswer(last ?? "", event)).signup?.position,
    "a repeated sign-up keeps its position",
  ).toBe(80)
})

test("members on the waitlist get open places in order, with one email each, while others sign up", async () => {
  const event = await makeSignupEvent({ places: 8 })
  for (const user of members.slice(0, 24)) await sendAnswer(user, event)
  await Promise.all([
    ...members.slice(0, 6).map((user) => sendAnswer(user, event, "not_going")),
    ...members.slice(24, 36).map((user) => sendAnswer(user, event)),
  ])
  expect(await listGoing(event)).toEqual(Array.from({ length: 8 }, (_, index) => index + 6))
  expect(await readCounts(event)).toMatchObject({ going_count: 8, going: 8, waiting_count: 22 })
  const emailed = await listMails(event, "event_place")
  expect(emailed.map(({ user_id }) => members.indexOf(user_id)).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 6 }, (_, index) => index + 8),
  )
})

test("a small group does not overtake a waiting group, and attendees cannot add guests meanwhile", async () => {
  const event = await makeSignupEvent({ places: 3 })
  expect(await getAnswerOutcome(getMember(0), event, "going", 1)).toBe("going")
  expect(await getAnswerOutcome(getMember(1), event, "going", 2)).toBe("waiting")
  expect(await getAnswerOutcome(getMember(2), event)).toBe("waiting")
  expect(await getAnswerOutcome(getMember(0), event, "going", 2), "the waitlist is not empty").toBe(
    "full",
  )
  expect(await readCounts(event)).toMatchObject({ going_count: 2, waiting_count: 2 })
  await sendAnswer(getMember(1), event, "going", 0)
  expect(await readStatus(event, getMember(1)), "fewer guests fit").toBe("going")
  expect(await readStatus(event, getMember(2))).toBe("waiting")
  await sendAnswer(getMember(0), event, "going", 0)
  expect(await readStatus(event, getMember(2))).toBe("going")
  expect(await getAnswerOutcome(getMember(3), event, "going", 4).catch(() => "refused")).toBe(
    "guests",
  )
})

test("a waiting group that grows goes to the end of the waitlist", async () => {
  const event = await makeSignupEvent({ places: 2 })
  await sendAnswer(getMember(0), event, "going", 1)
  for (const index of [1, 2]) await sendAnswer(getMember(index), event)
  expect((await sendAnswer(getMember(1), event, "going", 1)).signup?.position).toBe(2)
})

describe("groups that are too large", () => {
  test("a group larger than the event is refused and does not block later sign-ups", async () => {
    const event = await makeSignupEvent({ places: 3 })
    expect(await getAnswerOutcome(getMember(0), event, "going", 3)).toBe("group_too_large")
    expect(await getAnswerOutcome(getMember(1), event)).toBe("going")
    expect(await getAnswerOutcome(getMember(1), event, "going", 3)).toBe("group_too_large")
    expect(await getAnswerOutcome(getMember(2), event)).toBe("going")
    const fullEvent = await makeSignupEvent({ places: 0 })
    expect(await getAnswerOutcome(getMember(0), fullEvent), "without guests").toBe("full")
  })

  test("a group that is too large after a reduction is skipped until it has fewer guests", async () => {
    const event = await makeSignupEvent({ places: 4 })
    await sendAnswer(getMember(0), event)
    expect(await getAnswerOutcome(getMember(1), event, "going", 3)).toBe("waiting")
    expect(await getAnswerOutcome(getMember(2), event)).toBe("waiting")
    await db.one`update events set max_participants = 3 where id = ${event}`
    expect(await listGoing(event), "the next waiting member has a place").toEqual([0, 2])
    await db.one`update events set max_participants = 2 where id = ${event}`
    await db.one`update events set guests_max = 0 where id = ${event}`
    expect(await listMails(event, "event_group_too_large")).toEqual([{ user_id: getMember(1) }])
    await sendAnswer(getMember(0), event, "not_going")
    expect(await getAnswerOutcome(getMember(3), event), "the larger group cannot fit").toBe("going")
    const { signup } = await sendAnswer(getMember(1), event, "going", 3)
    expect(signup).toMatchObject({ mine: { status: "waiting" }, position: null })
    expect((await sendAnswer(getMember(1), event, "going", 1)).signup?.position).toBe(1)
    await sendAnswer(getMember(2), event, "not_going")
    await sendAnswer(getMember(3), event, "not_going")
    expect(await listGoing(event)).toEqual([1])
  })

  test("a group that an organizer moves to the waitlist gets an email if the group is too large", async () => {
    const event = await makeSignupEvent({ places: 4 })
    await sendAnswer(getMember(0), event, "going", 3)
    await db.one`update events set max_participants = 2 where id = ${event}`
    expect(await listMails(event, "event_group_too_large"), "places are kept").toEqual([])
    const id = await readSignupId(event, getMember(0))
    expect(await getMoveOutcome(app.as({ userId: superAdmin }), id, "waiting", null)).toBe("done")
    expect(await listMails(event, "event_group_too_large")).toEqual([{ user_id: getMember(0) }])
    expect(await getAnswerOutcome(getMember(1), event)).toBe("going")
  })
})

const CHANGES = {
  goes: (event, index, size) => sendAnswer(getMember(index), event, "going", size % 4),
  "cannot go": (event, index) => sendAnswer(getMember(index), event, "not_going"),
  "is interested": (event, index) => sendAnswer(getMember(index), event, "interested"),
  withdraws: (event, index) => withdraw(app.as({ userId: getMember(index) }), event),
  "is moved": async (event, index, size) => {
    const rows = await db.many<{ id: string }>`
      select id from event_signups where event_id = ${event} order by created_at, id`
    const { id } = rows[index % rows.length] ?? {}
    const newStatus = ["going", "waiting", "not_going"][size % 3] ?? ""
    if (id) await getMoveOutcome(app.as({ userId: superAdmin }), id, newStatus, null)
  },
  "comes without a sign-up": (event, _, size) =>
    app.as({ userId: superAdmin }).one`select add_walk_in(${event}, 'Anna', ${size % 4})`,
  "has other places": (event, _, size) =>
    db.one`update events set max_participants = ${size} where id = ${event}`,
  "has no limit": (event) => db.one`update events set max_participants = null where id = ${event}`,
  "has another guest limit": (event, _, size) =>
    db.one`update events set guests_max = ${size % 4} where id = ${event}`,
  "opens or closes": (event) =>
    db.one`update events set takes_signups = not takes_signups where id = ${event}`,
  "toggles offers": (event) =>
    db.one`update events set offers_places = not offers_places where id = ${event}`,
  "is cancelled or restored": (event) =>
    db.one`update events set is_cancelled = not is_cancelled where id = ${event}`,
  "offers run out": async (event) => {
    await db.one`
      update event_signups set offered_until = now() - interval '1 minute'
      where event_id = ${event} and status = 'offered'`
    await processSignups(db)
  },
} satisfies Record<string, (event: string, index: number, size: number) => Promise<unknown>>

test("after any sequence of changes, no place stays open while the next group on the waitlist fits", async () => {
  const change = fc.oneof(
    { weight: 2, arbitrary: fc.constant("goes" as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
    },
  )
  const steps = fc.array(fc.tuple(change, fc.nat(7), fc.nat(6)), { minLength: 30, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(6), fc.boolean(), async (changes, places, offers) => {
      const event = await makeSignupEvent({ places, offers })
      for (const [name, index, size] of changes) {
        await CHANGES[name](event, index, size)
        const unservedEvents = await db.many`
          select from events e, lateral (
            select 1 + s.guests as people from event_signups s
            where s.event_id = e.id and s.status = 'waiting'
              and coalesce(1 + s.guests <= e.max_participants, true)
            order by s.queue limit 1
          ) as first
          where e.id = ${event} and not e.is_cancelled
            and coalesce(e.going_count + e.offered_count + first.people <= e.max_participants, true)`
        expect(unservedEvents, `after "${name}"`).toEqual([])
        const {
          going_count,
          going: seats,
          waiting_count,
          waiting,
        } = (await readCounts(event)) ?? {}
        expect([going_count, waiting_count]).toEqual([seats, waiting])
      }
    }),
    { numRuns: process.env.ALL_TESTS ? 20 : 5, endOnFailure: true },
  )
})

describe("offers", () => {
  test("an offered place is held for a day, and goes to the next member unless it is accepted", async () => {
    const event = await makeSignupEvent({ places: 1, offers: true })
    for (const index of [0, 1, 2]) await sendAnswer(getMember(index), event)
    await sendAnswer(getMember(0), event, "not_going")
    expect(await readStatus(event, getMember(1))).toBe("offered")
    const lateAnswer = await sendAnswer(getMember(3), event)
    expect(lateAnswer.outcome, "the offered place is not free").toBe("waiting")
    expect(lateAnswer.signup?.event.signups).toMatchObject({ going: 0, offered: 1, waiting: 2 })
    await db.one`
      update event_signups set offered_until = now() - interval '1 minute'
      where event_id = ${event} and status = 'offered'`
    await processSignups(db)
    expect(await readStatus(event, getMember(1))).toBe("not_going")
    expect(await readStatus(event, getMember(2))).toBe("offered")
    expect(await getAnswerOutcome(getMember(2), event)).toBe("going")
    expect(await listMails(event, "event_offer_over"), "the member gets an email").toEqual([
      { user_id: getMember(1) },
    ])
    expect(await listMails(event, "event_offer")).toHaveLength(2)
    expect(await listMails(event, "event_going")).toHaveLength(2)
  })

  test("shortly before the event, a place is given without an offer", async () => {
    const start = new Date(Date.now() + 3_600_000).toISOString()
    const event = await makeSignupEvent({ places: 1, offers: true, start })
    for (const index of [0, 1]) await sendAnswer(getMember(index), event)
    await sendAnswer(getMember(0), event, "not_going")
    expect(await readStatus(event, getMember(1))).toBe("going")
  })
})

describe("when the event changes", () => {
  test("a reduction of the places removes no attendee", async () => {
    const event = await makeSignupEvent({ places: 3 })
    for (const index of [0, 1, 2, 3]) await sendAnswer(getMember(index), event)
    await db.one`update events set max_participants = 1 where id = ${event}`
    await sendAnswer(getMember(0), event, "not_going")
    await sendAnswer(getMember(1), event, "not_going")
    expect(await listGoing(event)).toEqual([2])
    await sendAnswer(getMember(2), event, "not_going")
    expect(await listGoing(event)).toEqual([3])
    await sendAnswer(getMember(4), event)
    await db.one`update events set max_participants = null where id = ${event}`
    expect(await listGoing(event), "without a limit, the whole waitlist gets places").toEqual([
      3, 4,
    ])
  })

  test("attendees and waiting members get one email about a new time or place, and about a cancellation", async () => {
    const event = await makeSignupEvent({ places: 1 })
    await sendAnswer(getMember(0), event)
    await sendAnswer(getMember(1), event)
    await sendAnswer(getMember(2), event, "interested")
    for (const days of [1, 2]) {
      await db.one`
        update events set start_date = start_date + ${days} * interval '1 day',
          end_date = end_date + ${days} * interval '1 day' where id = ${event}`
    }
    expect(await listMails(event, "event_changed")).toHaveLength(2)
    await db.one`delete from mails`
    await db.one`update events set address = 'Telliskivi 60a', prize = 'A cup' where id = ${event}`
    const emailed = db.many`
      select distinct about ->> 'location' as location, count(*) over () as count from mails
      where kind = 'event_changed'`
    expect(await emailed).toEqual([{ location: "Telliskivi 60a", count: 2 }])
    await db.one`update events set prize = 'Another' where id = ${event}`
    expect(await listMails(event, "event_changed"), "other changes send no email").toHaveLength(2)
    await db.one`update events set is_cancelled = true where id = ${event}`
    await sendAnswer(getMember(0), event, "not_going")
    expect(await readStatus(event, getMember(1)), "nobody moves up").toBe("waiting")
    expect(await listMails(event, "event_cancelled")).toHaveLength(2)
    expect(
      await listMails(event, "event_changed"),
      "unsent emails about changes are deleted",
    ).toEqual([])
    expect(await getAnswerOutcome(getMember(3), event)).toBe("cancelled")
    await db.one`delete from events where id = ${event}`
    expect(await listMails(event, "event_cancelled"), "no second email").toHaveLength(2)
  })

  test("attendees of a deleted event get the cancellation email", async () => {
    const event = await makeSignupEvent()
    await sendAnswer(getMember(0), event)
    await db.one`delete from events where id = ${event}`
    expect(await listMails(event, "event_cancelled")).toHaveLength(1)
  })

  test("a past event gives no places and accepts no sign-ups", async () => {
    const event = await makeSignupEvent({ places: 1 })
    await sendAnswer(getMember(0), event)
    await sendAnswer(getMember(1), event)
    await db.one`
      update events set start_date = now() - interval '3 hours', end_date = now() - interval '1 hour'
      where id = ${event}`
    await db.one`delete from event_signups where event_id = ${event} and user_id = ${getMember(0)}`
    expect(await readStatus(event, getMember(1))).toBe("waiting")
    expect(await getAnswerOutcome(getMember(2), event)).toBe("over")
  })
})

test("the place of a member who is blocked, leaves or is deleted goes to the waitlist", async () => {
  const event = await makeSignupEvent({ places: 3 })
  const leaving = await Promise.all(
    [0, 1, 2].map(async (n) => (await makeUser(db, { displayName: `Leaves ${n}` })).id),
  )
  await db.one`update users set email_verified_at = now() where id = any(${leaving}::uuid[])`
  for (const user of leaving) expect(await getAnswerOutcome(user, event)).toBe("going")
  for (const index of [0, 1, 2]) await sendAnswer(getMember(index), event)
  const [blocked, leavingLater, deleted] = leaving
  await Promise.all([
    db.one`update users set blocked_at = now() where id = ${blocked}`,
    db.one`update users set deletion_due_at = now() + interval '7 days' where id = ${leavingLater}`,
    db.one`delete from users where id = ${deleted}`,
    sendAnswer(getMember(3), event),
  ])
  expect(await listGoing(event)).toEqual([-1, -1, 0, 1, 2].filter((index) => index >= 0))
  expect(await readCounts(event)).toMatchObject({ going_count: 3, going: 3, waiting_count: 1 })
})

test("a member who keeps their account gets the place back, or a position on the waitlist", async () => {
  const [openEvent, fullEvent, pastEvent, canceledEvent, declinedEvent] = await Promise.all([
    makeSignupEvent({ places: 3 }),
    makeSignupEvent({ places: 1 }),
    makeSignupEvent(),
    makeSignupEvent(),
    makeSignupEvent(),
  ])
  const { id } = await makeUser(db, { isConfirmed: true })
  for (const event of [openEvent, fullEvent, pastEvent, canceledEvent]) {
    expect(await getAnswerOutcome(id, event, "going", event === openEvent ? 2 : 0)).toBe("going")
  }
  await sendAnswer(getMember(0), fullEvent)
  await sendAnswer(id, declinedEvent)
  await sendAnswer(id, declinedEvent, "not_going")
  await db.one`update users set deletion_due_at = now() + interval '7 days' where id = ${id}`
  expect(await readStatus(openEvent, id)).toBe("not_going")
  expect(await listGoing(fullEvent), "the next on the waitlist has the place").toEqual([0])
  await db.one`
    update events set start_date = now() - interval '2 hours', end_date = now() - interval '1 hour'
    where id = ${pastEvent}`
  await db.one`update events set is_cancelled = true where id = ${canceledEvent}`

  await ownerDatabase.as({ userId: id }).one`select cancel_own_deletion()`
  const statuses = await Promise.all(
    [openEvent, fullEvent, pastEvent, canceledEvent, declinedEvent].map((event) =>
      readStatus(event, id),
    ),
  )
  expect(statuses).toEqual(["going", "waiting", "not_going", "not_going", "not_going"])
  expect(await readCounts(openEvent)).toMatchObject({ going_count: 3, going: 3 })
  expect(await listMails(openEvent, "event_place")).toHaveLength(1)

  await sendAnswer(id, openEvent, "not_going")
  await db.one`update users set deletion_due_at = now() where id = ${id}`
  await ownerDatabase.as({ userId: id }).one`select cancel_own_deletion()`
  expect(await readStatus(openEvent, id), "a place that they had cancelled stays free").toBe(
    "not_going",
  )
})

test("sign-up opens and closes at its times, and an attendee can still cancel after it has closed", async () => {
  const event = await makeSignupEvent()
  await db.one`update events set signup_from = now() + interval '1 hour' where id = ${event}`
  expect(await getAnswerOutcome(getMember(0), event)).toBe("closed")
  await db.one`update events set signup_from = null where id = ${event}`
  expect(await getAnswerOutcome(getMember(0), event)).toBe("going")
  await db.one`update events set signup_until = now() - interval '1 minute' where id = ${event}`
  expect(await getAnswerOutcome(getMember(1), event)).toBe("closed")
  expect(await getAnswerOutcome(getMember(0), event, "not_going")).toBe("not_going")
  expect(await getAnswerOutcome(getMember(0), event), "the place cannot be taken again").toBe(
    "closed",
  )
})

test("a member with an unconfirmed address may be interested but gets no place", async () => {
  const event = await makeSignupEvent()
  const { id } = await makeUser(db, { isConfirmed: false })
  expect(await getAnswerOutcome(id, event, "interested")).toBe("interested")
  await expect(sendAnswer(id, event)).rejects.toThrow("not confirmed")
})

describe("with concurrent changes", () => {
  const makeRange = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => from + index)
  const listMailedMembers = async (event: string, kind: string) =>
    (await listMails(event, kind))
      .map(({ user_id }) => members.indexOf(user_id))
      .toSorted((a, b) => a - b)

  async function expectInOrder(event: string, queued: number[]) {
    const { going_count, going: seats, waiting_count, waiting } = (await readCounts(event)) ?? {}
    expect([going_count, waiting_count]).toEqual([seats, waiting])
    const promoted = (await listGoing(event)).filter((index) => queued.includes(index))
    expect(promoted, "in the order of the waitlist").toEqual(queued.slice(0, promoted.length))
    expect(await listMailedMembers(event, "event_place")).toEqual(promoted)
    return promoted.length
  }

  test("a reduction of the places during cancellations is respected", async () => {
    const event = await makeSignupEvent({ places: 12 })
    for (const index of makeRange(0, 20)) await sendAnswer(getMember(index), event)
    await Promise.all([
      db.one`update events set max_participants = 4 where id = ${event}`,
      ...makeRange(0, 10).map((index) => sendAnswer(getMember(index), event, "not_going")),
      ...makeRange(20, 28).map((index) => sendAnswer(getMember(index), event)),
    ])
    const promoted = await expectInOrder(event, makeRange(12, 20))
    // Cancellations before the reduction open places. Later ones open places only below the new limit.
    expect((await listGoing(event)).length).toBe(2 + promoted)
    expect(2 + promoted).toBeGreaterThanOrEqual(4)
    for (const index of makeRange(10, 12)) await sendAnswer(getMember(index), event, "not_going")
    expect((await listGoing(event)).length).toBe(Math.max(promoted, 4))
    await expectInOrder(event, makeRange(12, 20))
  })

  test("a canceled event gives no places and sends each attendee one email", async () => {
    const event = await makeSignupEvent({ places: 8 })
    for (const index of makeRange(0, 16)) await sendAnswer(getMember(index), event)
    const [, ...answers] = await Promise.all([
      db.one`update events set is_cancelled = true where id = ${event}`,
      ...makeRange(0, 6).map((index) => getAnswerOutcome(getMember(index), event, "not_going")),
      ...makeRange(16, 24).map((index) => getAnswerOutcome(getMember(index), event)),
    ])
    await expectInOrder(event, makeRange(8, 16))
    const lateOutcomes = answers.slice(6).filter((word) => word !== "cancelled")
    expect(new Set(lateOutcomes)).toEqual(new Set(lateOutcomes.length > 0 ? ["waiting"] : []))
    const emailedMembers = await listMailedMembers(event, "event_cancelled")
    expect(new Set(emailedMembers).size, "once").toBe(emailedMembers.length)
    const heldPlaces = await db.many<{ user_id: string }>`
      select user_id from event_signups where event_id = ${event} and status in ('going', 'waiting')`
    for (const { user_id } of heldPlaces) expect(emailedMembers).toContain(members.indexOf(user_id))
    await sendAnswer(getMember(6), event, "not_going")
    await expectInOrder(event, makeRange(8, 16))
  })

  test("a member who is blocked or leaves during the sign-up gets no place", async () => {
    const event = await makeSignupEvent({ places: 10 })
    const leaving = await Promise.all(
      makeRange(0, 12).map(() => makeUser(db, { isConfirmed: true })),
    )
    await Promise.all(
      leaving.flatMap(({ id }, index) => [
        sendAnswer(id, event).catch(() => null),
        index % 2 === 0
          ? db.one`update users set blocked_at = now() where id = ${id}`
          : db.one`update users set deletion_due_at = now() where id = ${id}`,
      ]),
    )
    expect(await readCounts(event)).toMatchObject({ going_count: 0, going: 0, waiting: 0 })
    const [{ id: blocked } = { id: "" }] = leaving
    await expect(sendAnswer(blocked, event)).rejects.toThrow("only members sign up")
  })

  test("a new owner of the team can manage its sign-ups", async () => {
    const [owner, heir] = await Promise.all([makeUser(db), makeUser(db)])
    const team = await makeTeam(db, { [owner.id]: "owner", [heir.id]: "member" })
    const event = await makeSignupEvent({ team: team.id, places: 5 })
    for (const index of makeRange(0, 10)) await sendAnswer(getMember(index), event)
    const ids = await db.many<{ id: string }>`
      select id from event_signups where event_id = ${event} and status = 'going'`
    const move = (user: string, id: string) =>
      getMoveOutcome(app.as({ userId: user }), id, "not_going", null)
    expect(await move(heir.id, ids[0]?.id ?? "")).toBe("not_found")
    const [, ...outcomes] = await Promise.all([
      app.as({ userId: owner.id }).one`select hand_over_team(${team.id}, ${heir.id})`,
      ...ids.slice(0, 4).map(({ id }) => move(owner.id, id)),
      ...makeRange(10, 20).map((index) => sendAnswer(getMember(index), event)),
    ])
    expect(outcomes.slice(0, 4)).toEqual(Array(4).fill("done"))
    expect(await expectInOrder(event, makeRange(5, 10))).toBe(4)
    await db.one`delete from team_members where team_id = ${team.id} and user_id = ${owner.id}`
    expect(await move(owner.id, ids[4]?.id ?? "")).toBe("not_found")
    expect(await move(heir.id, ids[4]?.id ?? "")).toBe("done")
    expect(await expectInOrder(event, makeRange(5, 10))).toBe(5)
  })
})

describe("organizers", () => {
  test("organizers remove attendees, admit more attendees than there are places, and add people at the door", async () => {
    const organizer = app.as({ userId: superAdmin })
    const event = await makeSignupEvent({ places: 1 })
    for (const index of [0, 1, 2]) await sendAnswer(getMember(index), event)
    await getMoveOutcome(
      organizer,
      await readSignupId(event, getMember(0)),
      "not_going",
      "You told me so.",
    )
    expect(await readStatus(event, getMember(1))).toBe("going")
    expect(await listMails(event, "event_removed")).toEqual([{ user_id: getMember(0) }])
    await getMoveOutcome(organizer, await readSignupId(event, getMember(2)), "going", null)
    expect(await readCounts(event)).toMatchObject({ going_count: 2, waiting_count: 0 })
    const added = await organizer.value<string>`select add_walk_in(${event}, 'Anna', 1)`
    expect(await readCounts(event)).toMatchObject({ going_count: 4 })
    const checkedInAt = "2026-01-01T10:00:00.000Z"
    const anna = { name: "Anna", guests: 1, checked_in_at: checkedInAt }
    expect(await checkIn(organizer, event, added ?? "", checkedInAt)).toEqual(anna)
    expect(await checkIn(organizer, event, added ?? "", new Date().toISOString()), "once").toEqual(
      anna,
    )
    const readCheckedInCount = () =>
      db.value<number>`select came_count from events where id = ${event}`
    expect(await readCheckedInCount(), "with her guest").toBe(2)
    await checkIn(organizer, event, added ?? "", null)
    expect(await readCheckedInCount()).toBe(0)
  })

  test("organizers move an attendee to the end of the waitlist, but not while a place is open", async () => {
    const organizer = app.as({ userId: superAdmin })
    const event = await makeSignupEvent({ places: 1 })
    const moveToWaitlist = async (index: number) =>
      getMoveOutcome(organizer, await readSignupId(event, getMember(index)), "waiting", null)
    await sendAnswer(getMember(0), event)
    expect(await moveToWaitlist(0), "a waiting member would block the next ones").toBe("has_room")
    expect(await readStatus(event, getMember(0))).toBe("going")
    await sendAnswer(getMember(1), event)
    expect(await moveToWaitlist(0)).toBe("done")
    expect(await readStatus(event, getMember(0))).toBe("waiting")
    expect(await readStatus(event, getMember(1))).toBe("going")
    expect(await listMails(event, "event_place")).toEqual([{ user_id: getMember(1) }])
    await db.one`update events set max_participants = 0 where id = ${event}`
    expect(await moveToWaitlist(1), "fewer places than people").toBe("done")
    expect(await readCounts(event)).toMatchObject({ going_count: 0, waiting_count: 2 })
    await db.one`update events set max_participants = null where id = ${event}`
    expect(await moveToWaitlist(0), "no limit of places").toBe("has_room")
  })

  test("members see the names of members of their team, and of adults who allow it", async () => {
    const makePerson = async (
      name: string,
      birthDate: string,
      privacy: Record<string, boolean>,
    ) => {
      const { id } = await makeUser(db, { isConfirmed: true })
      await makeProfile(db, id, {
        display_name: name,
        date_of_birth: birthDate,
        privacy_settings: privacy,
      })
      return id
    }
    const visible = { show_display_name: true, show_events: true }
    const adult = await makePerson("Adult", "1990-01-01", visible)
    const hiddenAdult = await makePerson("Shy", "1990-01-01", { show_display_name: true })
    const minor = await makePerson("Young", "2015-01-01", visible)
    const teammate = await makePerson("Mate", "1990-01-01", { show_display_name: true })
    await makeTeam(db, { [minor]: "owner", [teammate]: "member" })
    const event = await makeSignupEvent()
    for (const user of [adult, hiddenAdult, minor, teammate]) await sendAnswer(user, event)
    const listNamesSeenBy = async (user: string | null) =>
      (
        await app.as(user ? { userId: user } : null).many<{ display_name: string }>`
          select display_name from list_visible_attendees(${event})`
      ).map(({ display_name }) => display_name)
    expect(await listNamesSeenBy(getMember(0))).toEqual(["Adult"])
    expect(await listNamesSeenBy(teammate)).toEqual(["Adult", "Young", "Mate"])
    expect(await listNamesSeenBy(null)).toEqual([])
  })
})

test("an attendee gets one reminder the day before", async () => {
  const event = await makeSignupEvent({
    start: new Date(Date.now() + 20 * 3_600_000).toISOString(),
  })
  await sendAnswer(getMember(0), event)
  await processSignups(db)
  expect(await listMails(event, "event_reminder"), "not for a new sign-up").toHaveLength(0)
  await db.one`update event_signups set created_at = now() - interval '2 days' where event_id = ${event}`
  await processSignups(db)
  await processSignups(db)
  expect(await listMails(event, "event_reminder")).toHaveLength(1)
})
