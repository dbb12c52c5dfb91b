/** Tests of sign-ups that run at the same time as changes of the event, the account or the team. */
import { expect, test } from "vitest"
import { openTestDatabase } from "../support/database.ts"
import { makeUser } from "../support/factories.ts"
import { makeSignupHelpers } from "../support/people/signups.ts"
import { makeTeam } from "../support/people/teams.ts"

const database = await openTestDatabase()
const { db, app } = database
const {
  memberIds,
  makeSignupEvent,
  sendAnswer,
  getMemberId,
  getAnswerOutcome,
  getMoveOutcome,
  readCounts,
  listGoing,
  listMailedMembers,
} = await makeSignupHelpers(database)

const makeRange = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => from + index)

/**
 * Expects that places went to the waitlist in order. `queued` has the indexes of the members on the waitlist, in order.
 * Returns how many of these members got a place.
 */
async function expectPlacesInQueueOrder(event: string, queued: number[]) {
  const { going_count, going, waiting_count, waiting } = (await readCounts(event)) ?? {}
  expect([going_count, waiting_count], "the stored counts").toEqual([going, waiting])
  const promoted = (await listGoing(event)).filter((index) => queued.includes(index))
  expect(promoted, "in the order of the waitlist").toEqual(queued.slice(0, promoted.length))
  expect(await listMailedMembers(event, "event_place")).toEqual(promoted)
  return promoted.length
}

test("if members cancel while the number of places is reduced, only places below the new limit are given", async () => {
  const event = await makeSignupEvent({ places: 12 })
  // Members 0 to 11 get the places, 12 to 19 wait. Members 10 and 11 keep their places until the end.
  for (const index of makeRange(0, 20)) await sendAnswer(getMemberId(index), event)
  await Promise.all([
    db.one`update events set max_participants = 4 where id = ${event}`,
    ...makeRange(0, 10).map((index) => sendAnswer(getMemberId(index), event, "not_going")),
    ...makeRange(20, 28).map((index) => sendAnswer(getMemberId(index), event)),
  ])
  const promoted = await expectPlacesInQueueOrder(event, makeRange(12, 20))
  // Each cancellation before the reduction opens a place; later cancellations open only places below the new limit.
  expect((await listGoing(event)).length).toBe(2 + promoted)
  expect(2 + promoted).toBeGreaterThanOrEqual(4)
  for (const index of makeRange(10, 12)) await sendAnswer(getMemberId(index), event, "not_going")
  expect((await listGoing(event)).length).toBe(Math.max(promoted, 4))
  await expectPlacesInQueueOrder(event, makeRange(12, 20))
})

test("a canceled event gives no places and sends each attendee and each waiting member one email", async () => {
  const event = await makeSignupEvent({ places: 8 })
  for (const index of makeRange(0, 16)) await sendAnswer(getMemberId(index), event)
  const [, ...answers] = await Promise.all([
    db.one`update events set is_cancelled = true where id = ${event}`,
    ...makeRange(0, 6).map((index) => getAnswerOutcome(getMemberId(index), event, "not_going")),
    ...makeRange(16, 24).map((index) => getAnswerOutcome(getMemberId(index), event)),
  ])
  await expectPlacesInQueueOrder(event, makeRange(8, 16))
  // The first six outcomes belong to the members who gave up their places.
  const lateOutcomes = answers.slice(6).filter((outcome) => outcome !== "cancelled")
  for (const outcome of lateOutcomes) expect(outcome).toBe("waiting")
  const emailedMembers = await listMailedMembers(event, "event_cancelled")
  expect(new Set(emailedMembers).size, "one email per member").toBe(emailedMembers.length)
  const remainingSignups = await db.many<{ user_id: string }>`
    select user_id from event_signups where event_id = ${event} and status in ('going', 'waiting')`
  for (const { user_id } of remainingSignups)
    expect(emailedMembers).toContain(memberIds.indexOf(user_id))
  await sendAnswer(getMemberId(6), event, "not_going")
  await expectPlacesInQueueOrder(event, makeRange(8, 16))
})

test("a member who is blocked, or schedules the deletion, during the sign-up gets no place", async () => {
  const event = await makeSignupEvent({ places: 10 })
  const members = await Promise.all(makeRange(0, 12).map(() => makeUser(db, { isConfirmed: true })))
  await Promise.all(
    members.flatMap(({ id }, index) => [
      sendAnswer(id, event).catch(() => null),
      index % 2 === 0
        ? db.one`update users set blocked_at = now() where id = ${id}`
        : db.one`update users set deletion_due_at = now() where id = ${id}`,
    ]),
  )
  expect(await readCounts(event)).toMatchObject({ going_count: 0, going: 0, waiting: 0 })
  const [{ id: blocked } = { id: "" }] = members
  await expect(sendAnswer(blocked, event)).rejects.toThrow("only members sign up")
})

test("a new owner of a team can manage the sign-ups of its events", async () => {
  const [owner, newOwner] = await Promise.all([makeUser(db), makeUser(db)])
  const team = await makeTeam(db, { [owner.id]: "owner", [newOwner.id]: "member" })
  const event = await makeSignupEvent({ team: team.id, places: 5 })
  for (const index of makeRange(0, 10)) await sendAnswer(getMemberId(index), event)
  const ids = await db.many<{ id: string }>`
    select id from event_signups where event_id = ${event} and status = 'going'`
  const move = (user: string, id: string) =>
    getMoveOutcome(app.as({ userId: user }), id, "not_going", null)
  expect(await move(newOwner.id, ids[0]?.id ?? "")).toBe("not_found")
  const [, ...outcomes] = await Promise.all([
    app.as({ userId: owner.id }).one`select hand_over_team(${team.id}, ${newOwner.id})`,
    ...ids.slice(0, 4).map(({ id }) => move(owner.id, id)),
    ...makeRange(10, 20).map((index) => sendAnswer(getMemberId(index), event)),
  ])
  expect(outcomes.slice(0, 4)).toEqual(Array(4).fill("done"))
  expect(await expectPlacesInQueueOrder(event, makeRange(5, 10))).toBe(4)
  await db.one`delete from team_members where team_id = ${team.id} and user_id = ${owner.id}`
  expect(await move(owner.id, ids[4]?.id ?? "")).toBe("not_found")
  expect(await move(newOwner.id, ids[4]?.id ?? "")).toBe("done")
  expect(await expectPlacesInQueueOrder(event, makeRange(5, 10))).toBe(5)
})
