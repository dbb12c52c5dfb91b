/** Tests sign-ups for an event that a super admin hides. */

import { describe, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { CANCELLATION, makeEventWithSignups } from "../../support/people/event-signups.ts"
import { type Member, makeMember } from "../../support/people/members.ts"

const database = await openTestDatabase()
const { db, clear } = database
const {
  owner,
  attendee,
  secondAttendee,
  event,
  call,
  readList,
  saveSettings,
  sendAnswer,
  readSignup,
  sendMessage,
  getMyEvents,
  setHidden,
  listMailsToAttendee,
} = await makeEventWithSignups(database)

describe("an event that a super admin hides", () => {
  const getHiddenSignups = async (member: Member) => (await getMyEvents(member))["hidden_signups"]
  const readStatuses = () => db.many`
    select user_id, status from event_signups where event_id = ${event.id} order by created_at, id`

  test("attendees of a hidden event see their sign-up, but no texts of the organizers", async () => {
    await db.one`
      update events set location = 'Secret hall', address = 'Secret street 1'
      where id = ${event.id}`
    await saveSettings()
    await sendAnswer(attendee)
    await setHidden(true)
    const response = await readSignup(attendee)
    expect([response.status, response.json]).toMatchObject([
      200,
      { event_id: event.id, status: "going", team_name: expect.any(String), is_cancelled: false },
    ])
    expect(await getHiddenSignups(attendee)).toEqual([response.json])
    expect(response.text).not.toMatch(/Cup|Secret/i)
    expect((await readSignup(secondAttendee)).status, "a member who has not signed up").toBe(404)
    expect((await readSignup(owner)).json, "a manager").toMatchObject({ event: { title: "Cup" } })
    expect((await readList(attendee)).status).toBe(403)
    await db.one`update events set is_cancelled = true where id = ${event.id}`
    expect((await readSignup(attendee)).json).toMatchObject({ is_cancelled: true })
    await setHidden(false)
    expect(await getHiddenSignups(attendee)).toEqual([])
    expect((await readSignup(attendee)).json).toMatchObject({ mine: { status: "going" } })
  })

  test("attendees of a hidden event can cancel, and the place is given after the event is unhidden", async () => {
    await saveSettings()
    await sendAnswer(attendee)
    await sendAnswer(secondAttendee)
    await setHidden(true)
    expect((await sendAnswer(secondAttendee)).status).toBe(404)
    const stranger = await makeMember(db, { displayName: "Stranger" })
    expect((await sendAnswer(stranger, CANCELLATION)).status).toBe(404)
    const canceled = await sendAnswer(attendee, CANCELLATION)
    expect([canceled.status, canceled.json]).toMatchObject([200, { status: "not_going" }])
    expect(await getHiddenSignups(attendee)).toEqual([])
    const waiting = { user_id: secondAttendee.id, status: "waiting" }
    expect(await readStatuses()).toContainEqual(waiting)
    await setHidden(false)
    expect(await readStatuses()).toContainEqual({ ...waiting, status: "going" })
    await setHidden(true)
    const withdrawal = await call(secondAttendee, "DELETE", "signup")
    expect(withdrawal.status, "an attendee can also delete the sign-up").toBe(204)
  })

  test("while an event is hidden, it causes no emails, and offers of its places do not expire", async () => {
    await saveSettings({ offers_places: true })
    await sendAnswer(attendee)
    await sendAnswer(secondAttendee)
    await sendAnswer(attendee, CANCELLATION)
    await clear("mails")
    await db.one`
      insert into mails (user_id, kind, language, about)
      values (${secondAttendee.id}, 'event_offer', 'en', jsonb_build_object('event_id', ${event.id}::uuid))`
    await db.one`
      update events set start_date = now() + interval '20 hours', end_date = now() + interval '22 hours'
      where id = ${event.id}`
    await setHidden(true)
    expect(await db.many`select kind from mails`, "unsent emails are deleted").toEqual([])
    await db.one`
      update event_signups set offered_until = now() - interval '1 minute' where user_id = ${secondAttendee.id}`
    // Members who signed up less than six hours ago get no reminder.
    await db.one`
      insert into event_signups (event_id, user_id, status, created_at)
      values (${event.id}, ${owner.id}, 'going', now() - interval '7 hours')`
    await db.one`select process_signups()`
    expect((await sendMessage({ message: "Doors at 6." })).json).toEqual({ count: 0 })
    expect((await readSignup(owner)).json).toMatchObject({ reach: { going: 0, waiting: 0 } })
    expect(await db.many`select kind from mails`).toEqual([])
    await setHidden(false)
    const { mine } = (await readSignup(secondAttendee)).json
    expect(mine, "the offer has a new deadline").toMatchObject({ status: "offered" })
    await db.one`select process_signups()`
    expect(await db.many`select kind from mails`).toEqual([{ kind: "event_reminder" }])
  })

  test("the email about a changed place of a hidden event is sent after the event is unhidden", async () => {
    await saveSettings()
    await sendAnswer(attendee)
    await clear("mails")
    await setHidden(true)
    await db.one`update events set location = 'Harbor hall' where id = ${event.id}`
    expect(await listMailsToAttendee()).toEqual([])
    await setHidden(false)
    const change = { kind: "event_changed", about: { event: "Cup", location: "Harbor hall" } }
    expect(await listMailsToAttendee()).toMatchObject([change])
    await clear("mails")
    await setHidden(true)
    await setHidden(false)
    expect(await listMailsToAttendee(), "no second email").toEqual([])
  })

  test("a hidden event that becomes team-only loses only sign-ups of members outside the team", async () => {
    await saveSettings({ max_participants: null })
    await sendAnswer(attendee)
    await sendAnswer(owner)
    await setHidden(true)
    await db.one`update events set event_type = 'team' where id = ${event.id}`
    expect(await readStatuses()).toEqual([
      { user_id: attendee.id, status: "not_going" },
      { user_id: owner.id, status: "going" },
    ])
    expect(await getHiddenSignups(attendee)).toEqual([])
  })
})
