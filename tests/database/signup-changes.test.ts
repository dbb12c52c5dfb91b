/** Tests how changes of an event or an account affect sign-ups, and of the actions of organizers. */
import { describe, expect, test } from "vitest"
import { checkIn, processSignups } from "../../db/queries/signups.ts"
import { openTestDatabase } from "../support/database.ts"
import { makeUser, storeProfile } from "../support/factories.ts"
import { MS_PER_HOUR, makeSignupHelpers } from "../support/people/signups.ts"
import { makeTeam } from "../support/people/teams.ts"

const database = await openTestDatabase()
const { db, app, owner: ownerDatabase } = database
const {
  superAdmin,
  makeSignupEvent,
  sendAnswer,
  listMails,
  getMemberId,
  getAnswerOutcome,
  getMoveOutcome,
  readCounts,
  listGoing,
  readStatus,
  readSignupId,
} = await makeSignupHelpers(database)

describe("when the event changes", () => {
  test("fewer places remove no attendee, but a given-up place above the new limit stays empty", async () => {
    const event = await makeSignupEvent({ places: 3 })
    for (const index of [0, 1, 2, 3]) await sendAnswer(getMemberId(index), event)
    await db.one`update events set max_participants = 1 where id = ${event}`
    await sendAnswer(getMemberId(0), event, "not_going")
    await sendAnswer(getMemberId(1), event, "not_going")
    expect(await listGoing(event)).toEqual([2])
    await sendAnswer(getMemberId(2), event, "not_going")
    expect(await listGoing(event)).toEqual([3])
    await sendAnswer(getMemberId(4), event)
    await db.one`update events set max_participants = null where id = ${event}`
    expect(await listGoing(event), "without a limit, the whole waitlist gets places").toEqual([
      3, 4,
    ])
  })

  test("attendees and members on the waitlist get one email about a change, and one about a cancellation", async () => {
    const event = await makeSignupEvent({ places: 1 })
    await sendAnswer(getMemberId(0), event)
    await sendAnswer(getMemberId(1), event)
    await sendAnswer(getMemberId(2), event, "interested")
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
    await sendAnswer(getMemberId(0), event, "not_going")
    expect(await readStatus(event, getMemberId(1)), "no waiting member gets the place").toBe(
      "waiting",
    )
    expect(await listMails(event, "event_cancelled")).toHaveLength(2)
    expect(
      await listMails(event, "event_changed"),
      "unsent emails about changes are deleted",
    ).toEqual([])
    expect(await getAnswerOutcome(getMemberId(3), event)).toBe("cancelled")
    await db.one`delete from events where id = ${event}`
    expect(
      await listMails(event, "event_cancelled"),
      "the deletion sends no second email",
    ).toHaveLength(2)
  })

  test("attendees of a deleted event get the cancellation email", async () => {
    const event = await makeSignupEvent()
    await sendAnswer(getMemberId(0), event)
    await db.one`delete from events where id = ${event}`
    expect(await listMails(event, "event_cancelled")).toHaveLength(1)
  })

  test("a past event gives no places and accepts no sign-ups", async () => {
    const event = await makeSignupEvent({ places: 1 })
    await sendAnswer(getMemberId(0), event)
    await sendAnswer(getMemberId(1), event)
    await db.one`
      update events set start_date = now() - interval '3 hours', end_date = now() - interval '1 hour'
      where id = ${event}`
    await db.one`delete from event_signups where event_id = ${event} and user_id = ${getMemberId(0)}`
    expect(await readStatus(event, getMemberId(1))).toBe("waiting")
    expect(await getAnswerOutcome(getMemberId(2), event)).toBe("over")
  })
})

test("the place of a member who is blocked, schedules the deletion or is deleted goes to the waitlist", async () => {
  const event = await makeSignupEvent({ places: 3 })
  const leaving = await Promise.all(
    [0, 1, 2].map(async (n) => (await makeUser(db, { displayName: `Leaves ${n}` })).id),
  )
  await db.one`update users set email_verified_at = now() where id = any(${leaving}::uuid[])`
  for (const user of leaving) expect(await getAnswerOutcome(user, event)).toBe("going")
  for (const index of [0, 1, 2]) await sendAnswer(getMemberId(index), event)
  const [blocked, leavingLater, deleted] = leaving
  await Promise.all([
    db.one`update users set blocked_at = now() where id = ${blocked}`,
    db.one`update users set deletion_due_at = now() + interval '7 days' where id = ${leavingLater}`,
    db.one`delete from users where id = ${deleted}`,
    sendAnswer(getMemberId(3), event),
  ])
  expect(await listGoing(event)).toEqual([0, 1, 2])
  expect(await readCounts(event)).toMatchObject({ going_count: 3, going: 3, waiting_count: 1 })
})

test("canceling an account's deletion restores the place, or a position on the waitlist", async () => {
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
  await sendAnswer(getMemberId(0), fullEvent)
  await sendAnswer(id, declinedEvent)
  await sendAnswer(id, declinedEvent, "not_going")
  await db.one`update users set deletion_due_at = now() + interval '7 days' where id = ${id}`
  expect(await readStatus(openEvent, id)).toBe("not_going")
  expect(await listGoing(fullEvent), "the next member on the waitlist has the place").toEqual([0])
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
  expect(await readStatus(openEvent, id), "a place that the member had given up stays free").toBe(
    "not_going",
  )
})

describe("organizers", () => {
  test("organizers remove attendees, and admit more attendees than there are places", async () => {
    const organizer = app.as({ userId: superAdmin })
    const event = await makeSignupEvent({ places: 1 })
    for (const index of [0, 1, 2]) await sendAnswer(getMemberId(index), event)
    await getMoveOutcome(
      organizer,
      await readSignupId(event, getMemberId(0)),
      "not_going",
      "You told me so.",
    )
    expect(await readStatus(event, getMemberId(1))).toBe("going")
    expect(await listMails(event, "event_removed")).toEqual([{ user_id: getMemberId(0) }])
    await getMoveOutcome(organizer, await readSignupId(event, getMemberId(2)), "going", null)
    expect(await readCounts(event)).toMatchObject({ going_count: 2, waiting_count: 0 })
  })

  test("organizers add people without a sign-up to a full event and check them in", async () => {
    const organizer = app.as({ userId: superAdmin })
    const event = await makeSignupEvent({ places: 1 })
    await sendAnswer(getMemberId(0), event)
    const added = await organizer.value<string>`select add_walk_in(${event}, 'Anna', 1)`
    expect(await readCounts(event)).toMatchObject({ going_count: 3 })
    const checkedInAt = "2026-01-01T10:00:00.000Z"
    const anna = { name: "Anna", guests: 1, checked_in_at: checkedInAt }
    expect(await checkIn(organizer, event, added ?? "", checkedInAt)).toEqual(anna)
    expect(
      await checkIn(organizer, event, added ?? "", new Date().toISOString()),
      "the first time is kept",
    ).toEqual(anna)
    const readCheckedInCount = () =>
      db.value<number>`select came_count from events where id = ${event}`
    expect(await readCheckedInCount(), "Anna came with a guest").toBe(2)
    await checkIn(organizer, event, added ?? "", null)
    expect(await readCheckedInCount()).toBe(0)
  })

  test("organizers move an attendee to the end of the waitlist, but not while a place is open", async () => {
    const organizer = app.as({ userId: superAdmin })
    const event = await makeSignupEvent({ places: 1 })
    const moveToWaitlist = async (index: number) =>
      getMoveOutcome(organizer, await readSignupId(event, getMemberId(index)), "waiting", null)
    await sendAnswer(getMemberId(0), event)
    expect(await moveToWaitlist(0), "a waiting member would block the next ones").toBe("has_room")
    expect(await readStatus(event, getMemberId(0))).toBe("going")
    await sendAnswer(getMemberId(1), event)
    expect(await moveToWaitlist(0)).toBe("done")
    expect(await readStatus(event, getMemberId(0))).toBe("waiting")
    expect(await readStatus(event, getMemberId(1))).toBe("going")
    expect(await listMails(event, "event_place")).toEqual([{ user_id: getMemberId(1) }])
    await db.one`update events set max_participants = 0 where id = ${event}`
    expect(await moveToWaitlist(1), "fewer places than people").toBe("done")
    expect(await readCounts(event)).toMatchObject({ going_count: 0, waiting_count: 2 })
    await db.one`update events set max_participants = null where id = ${event}`
    expect(await moveToWaitlist(0), "no limit of places").toBe("has_room")
  })
})

test("members see the names of members of their team, and of adults who allow it", async () => {
  const makePerson = async (name: string, birthDate: string, privacy: Record<string, boolean>) => {
    const { id } = await makeUser(db, { isConfirmed: true })
    await storeProfile(db, id, {
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
  expect(await listNamesSeenBy(getMemberId(0))).toEqual(["Adult"])
  expect(await listNamesSeenBy(teammate)).toEqual(["Adult", "Young", "Mate"])
  expect(await listNamesSeenBy(null)).toEqual([])
})

test("an attendee gets one reminder the day before", async () => {
  const event = await makeSignupEvent({
    start: new Date(Date.now() + 20 * MS_PER_HOUR).toISOString(),
  })
  await sendAnswer(getMemberId(0), event)
  await processSignups(db)
  expect(await listMails(event, "event_reminder"), "a new sign-up gets no reminder").toHaveLength(0)
  await db.one`update event_signups set created_at = now() - interval '2 days' where event_id = ${event}`
  await processSignups(db)
  await processSignups(db)
  expect(await listMails(event, "event_reminder")).toHaveLength(1)
})
