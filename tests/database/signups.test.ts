/** Tests of the places of events, the waitlist and offered places. */
import fc from "fast-check"
import pLimit from "p-limit"
import { describe, expect, test } from "vitest"
import { processSignups, withdrawFromEvent } from "../../db/queries/signups.ts"
import { openTestDatabase } from "../support/database.ts"
import { makeUser } from "../support/factories.ts"
import { MS_PER_HOUR, makeSignupHelpers } from "../support/people/signups.ts"

const database = await openTestDatabase()
const { db, app } = database
const {
  superAdmin,
  memberIds,
  makeSignupEvent,
  sendAnswer,
  listMails,
  getMemberId,
  getAnswerOutcome,
  getMoveOutcome,
  readCounts,
  listGoing,
  listMailedMembers,
  readStatus,
  readSignupId,
} = await makeSignupHelpers(database)

test("40 of 120 members who sign up concurrently for 40 places get a place, and 80 wait", async () => {
  const event = await makeSignupEvent({ places: 40 })
  // With 16 concurrent calls, all connections of the pool (8) wait for the lock of the event.
  const answers = await pLimit(16).map(memberIds, (user) => sendAnswer(user, event))
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
  const lastInQueue = await db.value<string>`
    select user_id from event_signups where event_id = ${event} order by queue desc nulls last limit 1`
  expect(
    (await sendAnswer(lastInQueue ?? "", event)).signup?.position,
    "a repeated sign-up keeps its position",
  ).toBe(80)
})

test("the waitlist gets open places in order, with one email each, while others sign up", async () => {
  const event = await makeSignupEvent({ places: 8 })
  // Members 0 to 7 get the places, 8 to 23 wait. Then 0 to 5 give up their places, which go to 8 to 13.
  for (const user of memberIds.slice(0, 24)) await sendAnswer(user, event)
  await Promise.all([
    ...memberIds.slice(0, 6).map((user) => sendAnswer(user, event, "not_going")),
    ...memberIds.slice(24, 36).map((user) => sendAnswer(user, event)),
  ])
  expect(await listGoing(event)).toEqual(Array.from({ length: 8 }, (_, index) => index + 6))
  expect(await readCounts(event)).toMatchObject({ going_count: 8, going: 8, waiting_count: 22 })
  expect(await listMailedMembers(event, "event_place")).toEqual(
    Array.from({ length: 6 }, (_, index) => index + 8),
  )
})

test("while a group waits, a smaller group does not overtake it, and attendees cannot add guests", async () => {
  const event = await makeSignupEvent({ places: 3 })
  expect(await getAnswerOutcome(getMemberId(0), event, "going", 1)).toBe("going")
  expect(await getAnswerOutcome(getMemberId(1), event, "going", 2)).toBe("waiting")
  expect(await getAnswerOutcome(getMemberId(2), event)).toBe("waiting")
  expect(
    await getAnswerOutcome(getMemberId(0), event, "going", 2),
    "the waitlist is not empty",
  ).toBe("full")
  expect(await readCounts(event)).toMatchObject({ going_count: 2, waiting_count: 2 })
  await sendAnswer(getMemberId(1), event, "going", 0)
  expect(await readStatus(event, getMemberId(1)), "fewer guests fit").toBe("going")
  expect(await readStatus(event, getMemberId(2))).toBe("waiting")
  await sendAnswer(getMemberId(0), event, "going", 0)
  expect(await readStatus(event, getMemberId(2))).toBe("going")
  expect(
    await getAnswerOutcome(getMemberId(3), event, "going", 4),
    "more guests than the event allows",
  ).toBe("guests")
})

test("a waiting group that grows goes to the end of the waitlist", async () => {
  const event = await makeSignupEvent({ places: 2 })
  await sendAnswer(getMemberId(0), event, "going", 1)
  for (const index of [1, 2]) await sendAnswer(getMemberId(index), event)
  expect((await sendAnswer(getMemberId(1), event, "going", 1)).signup?.position).toBe(2)
})

describe("groups that are too large", () => {
  test("a group larger than the event is refused and does not block later sign-ups", async () => {
    const event = await makeSignupEvent({ places: 3 })
    expect(await getAnswerOutcome(getMemberId(0), event, "going", 3)).toBe("group_too_large")
    expect(await getAnswerOutcome(getMemberId(1), event)).toBe("going")
    expect(await getAnswerOutcome(getMemberId(1), event, "going", 3)).toBe("group_too_large")
    expect(await getAnswerOutcome(getMemberId(2), event)).toBe("going")
    const fullEvent = await makeSignupEvent({ places: 0 })
    expect(
      await getAnswerOutcome(getMemberId(0), fullEvent),
      "an event without places is full",
    ).toBe("full")
  })

  test("a group that is too large for a reduced number of places is skipped until it has fewer guests", async () => {
    const event = await makeSignupEvent({ places: 4 })
    await sendAnswer(getMemberId(0), event)
    expect(await getAnswerOutcome(getMemberId(1), event, "going", 3)).toBe("waiting")
    expect(await getAnswerOutcome(getMemberId(2), event)).toBe("waiting")
    await db.one`update events set max_participants = 3 where id = ${event}`
    expect(await listGoing(event), "the next waiting member has a place").toEqual([0, 2])
    await db.one`update events set max_participants = 2 where id = ${event}`
    await db.one`update events set guests_max = 0 where id = ${event}`
    expect(await listMails(event, "event_group_too_large")).toEqual([{ user_id: getMemberId(1) }])
    await sendAnswer(getMemberId(0), event, "not_going")
    expect(await getAnswerOutcome(getMemberId(3), event), "the larger group cannot fit").toBe(
      "going",
    )
    const { signup } = await sendAnswer(getMemberId(1), event, "going", 3)
    expect(signup).toMatchObject({ mine: { status: "waiting" }, position: null })
    expect((await sendAnswer(getMemberId(1), event, "going", 1)).signup?.position).toBe(1)
    await sendAnswer(getMemberId(2), event, "not_going")
    await sendAnswer(getMemberId(3), event, "not_going")
    expect(await listGoing(event)).toEqual([1])
  })

  test("a group that an organizer moves to the waitlist gets an email if the group is too large", async () => {
    const event = await makeSignupEvent({ places: 4 })
    await sendAnswer(getMemberId(0), event, "going", 3)
    await db.one`update events set max_participants = 2 where id = ${event}`
    expect(await listMails(event, "event_group_too_large"), "places are kept").toEqual([])
    const id = await readSignupId(event, getMemberId(0))
    expect(await getMoveOutcome(app.as({ userId: superAdmin }), id, "waiting", null)).toBe("done")
    expect(await listMails(event, "event_group_too_large")).toEqual([{ user_id: getMemberId(0) }])
    expect(await getAnswerOutcome(getMemberId(1), event)).toBe("going")
  })
})

/** Changes of one event, which a test applies at random. `index` chooses a member; `size` is a number of places or guests. */
const CHANGES = {
  "a member goes": (event, index, size) => sendAnswer(getMemberId(index), event, "going", size % 4),
  "a member cannot go": (event, index) => sendAnswer(getMemberId(index), event, "not_going"),
  "a member is interested": (event, index) => sendAnswer(getMemberId(index), event, "interested"),
  "a member withdraws": (event, index) =>
    withdrawFromEvent(app.as({ userId: getMemberId(index) }), event),
  "an organizer moves a person": async (event, index, size) => {
    const rows = await db.many<{ id: string }>`
      select id from event_signups where event_id = ${event} order by created_at, id`
    const { id } = rows[index % rows.length] ?? {}
    const newStatus = ["going", "waiting", "not_going"][size % 3] ?? ""
    if (id) await getMoveOutcome(app.as({ userId: superAdmin }), id, newStatus, null)
  },
  "a person comes without a sign-up": (event, _, size) =>
    app.as({ userId: superAdmin }).one`select add_walk_in(${event}, 'Anna', ${size % 4})`,
  "the number of places changes": (event, _, size) =>
    db.one`update events set max_participants = ${size} where id = ${event}`,
  "the number of places becomes unlimited": (event) =>
    db.one`update events set max_participants = null where id = ${event}`,
  "the limit of guests changes": (event, _, size) =>
    db.one`update events set guests_max = ${size % 4} where id = ${event}`,
  "sign-up opens or closes": (event) =>
    db.one`update events set takes_signups = not takes_signups where id = ${event}`,
  "offers are turned on or off": (event) =>
    db.one`update events set offers_places = not offers_places where id = ${event}`,
  "the event is canceled or restored": (event) =>
    db.one`update events set is_cancelled = not is_cancelled where id = ${event}`,
  "the offers expire": async (event) => {
    await db.one`
      update event_signups set offered_until = now() - interval '1 minute'
      where event_id = ${event} and status = 'offered'`
    await processSignups(db)
  },
} satisfies Record<string, (event: string, index: number, size: number) => Promise<unknown>>

test("after random changes, no place stays open while the next waiting group fits", async () => {
  const change = fc.oneof(
    { weight: 2, arbitrary: fc.constant("a member goes" as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...(Object.keys(CHANGES) as (keyof typeof CHANGES)[])),
    },
  )
  // Each step has a change, the index of a member (0 to 7), and a number of places or guests (0 to 6).
  const steps = fc.array(fc.tuple(change, fc.nat(7), fc.nat(6)), { minLength: 30, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(steps, fc.nat(6), fc.boolean(), async (changes, places, offers) => {
      const event = await makeSignupEvent({ places, offers })
      for (const [name, index, size] of changes) {
        await CHANGES[name](event, index, size)
        // Selects the event if its first waiting group fits into the open places.
        const eventsWithUnusedPlaces = await db.many`
          select from events e, lateral (
            select 1 + s.guests as people from event_signups s
            where s.event_id = e.id and s.status = 'waiting'
              and coalesce(1 + s.guests <= e.max_participants, true)
            order by s.queue limit 1
          ) as first
          where e.id = ${event} and not e.is_cancelled
            and coalesce(e.going_count + e.offered_count + first.people <= e.max_participants, true)`
        expect(eventsWithUnusedPlaces, `after "${name}"`).toEqual([])
        const { going_count, going, waiting_count, waiting } = (await readCounts(event)) ?? {}
        expect([going_count, waiting_count], "the stored counts").toEqual([going, waiting])
      }
    }),
    { numRuns: process.env.ALL_TESTS ? 20 : 5, endOnFailure: true },
  )
})

describe("offers", () => {
  test("an offered place goes to the next member unless it is accepted in time", async () => {
    const event = await makeSignupEvent({ places: 1, offers: true })
    for (const index of [0, 1, 2]) await sendAnswer(getMemberId(index), event)
    await sendAnswer(getMemberId(0), event, "not_going")
    expect(await readStatus(event, getMemberId(1))).toBe("offered")
    const lateAnswer = await sendAnswer(getMemberId(3), event)
    expect(lateAnswer.outcome, "the offered place is not free").toBe("waiting")
    expect(lateAnswer.signup?.event.signups).toMatchObject({ going: 0, offered: 1, waiting: 2 })
    await db.one`
      update event_signups set offered_until = now() - interval '1 minute'
      where event_id = ${event} and status = 'offered'`
    await processSignups(db)
    expect(await readStatus(event, getMemberId(1))).toBe("not_going")
    expect(await readStatus(event, getMemberId(2))).toBe("offered")
    expect(await getAnswerOutcome(getMemberId(2), event)).toBe("going")
    expect(await listMails(event, "event_offer_over"), "the member gets an email").toEqual([
      { user_id: getMemberId(1) },
    ])
    expect(await listMails(event, "event_offer")).toHaveLength(2)
    expect(await listMails(event, "event_going")).toHaveLength(2)
  })

  test("shortly before the event, a place is given without an offer", async () => {
    const start = new Date(Date.now() + MS_PER_HOUR).toISOString()
    const event = await makeSignupEvent({ places: 1, offers: true, start })
    for (const index of [0, 1]) await sendAnswer(getMemberId(index), event)
    await sendAnswer(getMemberId(0), event, "not_going")
    expect(await readStatus(event, getMemberId(1))).toBe("going")
  })
})

test("sign-up opens and closes at its times, and attendees can still cancel afterwards", async () => {
  const event = await makeSignupEvent()
  await db.one`update events set signup_from = now() + interval '1 hour' where id = ${event}`
  expect(await getAnswerOutcome(getMemberId(0), event)).toBe("closed")
  await db.one`update events set signup_from = null where id = ${event}`
  expect(await getAnswerOutcome(getMemberId(0), event)).toBe("going")
  await db.one`update events set signup_until = now() - interval '1 minute' where id = ${event}`
  expect(await getAnswerOutcome(getMemberId(1), event)).toBe("closed")
  expect(await getAnswerOutcome(getMemberId(0), event, "not_going")).toBe("not_going")
  expect(await getAnswerOutcome(getMemberId(0), event), "the place cannot be taken again").toBe(
    "closed",
  )
})

test("a member with an unconfirmed email address may be interested but gets no place", async () => {
  const event = await makeSignupEvent()
  const { id } = await makeUser(db, { isConfirmed: false })
  expect(await getAnswerOutcome(id, event, "interested")).toBe("interested")
  await expect(sendAnswer(id, event)).rejects.toThrow("not confirmed")
})
