/** Creates an event of a team, and sends API calls about sign-ups for the event. */
import { beforeEach } from "vitest"
import type { openTestDatabase } from "../database.ts"
import { type Member, makeMember } from "./members.ts"
import { makeEvent, makeTeam } from "./teams.ts"

const SETTINGS = {
  takes_signups: true,
  max_participants: 1,
  signup_from: null,
  signup_until: null,
  guests_max: 1,
  offers_places: false,
  signup_questions: [{ id: "size", text: "T-shirt size", choices: ["S", "M"] }],
}
const GOING = { status: "going", guests: 0, note: "Late by 5 minutes", answers: { size: "M" } }
export const CANCELLATION = { status: "not_going" }

/**
 * Creates three members: the owner of a team and two people who can sign up. Creates a new team with a new event before
 * each test. The calls use this event.
 */
export async function makeEventWithSignups(
  { db, clear }: Awaited<ReturnType<typeof openTestDatabase>>,
  secondName = "Juta",
) {
  const owner = await makeMember(db, { displayName: "Owner" })
  const attendee = await makeMember(db, { displayName: "Mari", language: "et" })
  const secondAttendee = await makeMember(db, { displayName: secondName })
  const event = { id: "", slug: "" }
  beforeEach(async () => {
    await clear("events", "mails")
    const team = await makeTeam(db, { [owner.id]: "owner" })
    const start = new Date(Date.now() + 3 * 86_400_000).toISOString()
    Object.assign(event, await makeEvent(db, team.id, { title: "Cup", start }))
    await db.one`
      update events set end_date = start_date + interval '2 hours' where id = ${event.id}`
  })

  const call = (member: Member, method: string, path: string, body?: object) =>
    member.browser.send(method, `/api/events/${event.id}/${path}`, body)
  const readList = (member: Member, query = "") => call(member, "GET", `signups?${query}`)
  return {
    owner,
    attendee,
    secondAttendee,
    event,
    call,
    readList,
    saveSettings: (changes: object = {}, member = owner) =>
      call(member, "PATCH", "signup-settings", { ...SETTINGS, ...changes }),
    sendAnswer: (member: Member, changes: object = {}) =>
      call(member, "PUT", "signup", { ...GOING, ...changes }),
    readSignup: (member: Member) => call(member, "GET", "signup"),
    getListedSignups: async (query = "") => (await readList(owner, query)).json["signups"],
    downloadFile: (member: Member, query = "") => call(member, "GET", `signups.csv?${query}`),
    sendMessage: (body: object, member = owner) => call(member, "POST", "message", body),
    getMyEvents: async ({ browser }: Member) => (await browser.get("/api/my-events")).json,
    setHidden: (isHidden: boolean) => db.one`
      update events set hidden_at = case when ${isHidden}::boolean then now() end
      where id = ${event.id}`,
    listMailsToAttendee: () =>
      db.many`select kind, about from mails where user_id = ${attendee.id}`,
  }
}
