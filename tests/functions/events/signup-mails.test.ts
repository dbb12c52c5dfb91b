/** Tests emails about sign-ups for events, and the calendar feed of a member's events. */
import ICAL from "ical.js"
import sharp from "sharp"
import { describe, expect, test, vi } from "vitest"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import { ORIGIN, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { CANCELLATION, makeEventWithSignups } from "../../support/people/event-signups.ts"
import { setEmails } from "../../support/people/notifications.ts"

const database = await openTestDatabase()
const { db, clear, run } = database
const {
  owner,
  attendee,
  secondAttendee,
  event,
  saveSettings,
  sendAnswer,
  readSignup,
  sendMessage,
  getMyEvents,
  setHidden,
  listMailsToAttendee,
} = await makeEventWithSignups(database)

describe("emails", () => {
  const mailbox = startMailbox()
  const parseCalendarEntry = ({ attachments }: ReturnType<typeof mailbox.getLastMailTo>) => {
    const file = attachments.find(({ mimeType }) => mimeType === "text/calendar")
    const text = new TextDecoder().decode(file?.content as ArrayBuffer)
    return new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent")
  }

  test("the confirmation is in the member's language, with QR code, calendar entry and opt-out link", async () => {
    await db.one`update events set location = 'Kultuurikatel' where id = ${event.id}`
    await saveSettings()
    await sendAnswer(attendee)
    await deliverMails()
    const mail = mailbox.getLastMailTo(attendee.email)
    expect(mail.subject).toBe("Sa tuled: Cup")
    expect(mail.text).toContain("Kultuurikatel")
    const [qrCode] = mail.attachments
    expect(qrCode).toMatchObject({ mimeType: "image/png", contentId: "<code@daina>" })
    const { channels } = await sharp(qrCode?.content as ArrayBuffer).stats()
    expect(channels[3]?.min ?? 255, "the QR code is opaque").toBe(255)
    expect(mail.html).toContain('src="cid:code@daina"')
    expect(parseCalendarEntry(mail)?.getFirstPropertyValue("location")).toBe("Kultuurikatel")
    const unsubscribe = mail.headers.find(({ key }) => key === "list-unsubscribe")?.value ?? ""
    const url = new URL(unsubscribe.slice(1, -1))
    const turnedOff = await openBrowser().send("POST", url.pathname + url.search)
    expect(turnedOff.json).toEqual({ list: "topics", topics: ["event_place"] })
    await clear("mails")
    await sendAnswer(attendee, CANCELLATION)
    await sendAnswer(attendee)
    expect(await db.many`select kind from mails where user_id = ${attendee.id}`).toEqual([])
    await clear("notification_preferences")
  })

  test.each([
    ["is canceled", "event_cancelled", "update events set is_cancelled = true"],
    ["is deleted", "event_cancelled", "delete from events"],
    ["becomes team-only", "event_access_lost", "update events set event_type = 'team'"],
  ])(
    "emails about a hidden event that %s leave out its title and place",
    async (_change, kind, statement) => {
      await db.one`update events set location = 'Secret hall' where id = ${event.id}`
      await saveSettings()
      await sendAnswer(attendee)
      await clear("mails")
      await setHidden(true)
      await run(statement)
      const rows = await listMailsToAttendee()
      expect(rows).toMatchObject([{ kind, about: { start_date: expect.any(String) } }])
      expect(JSON.stringify(rows)).not.toMatch(/Cup|Secret/i)
      await deliverMails()
      const subject = kind === "event_cancelled" ? /jääb ära/ : /Sinu koht üritusel/
      const mail = mailbox.getLastMailTo(attendee.email)
      expect(mail.subject).toMatch(subject)
      expect(mail.text).not.toMatch(/Cup|Secret|„“/i)
    },
  )

  test("emails about a canceled event cancel the entry in the member's calendar", async () => {
    await saveSettings()
    await sendAnswer(attendee)
    await clear("mails")
    await db.one`update events set is_cancelled = true where id = ${event.id}`
    await deliverMails()
    const entry = parseCalendarEntry(mailbox.getLastMailTo(attendee.email))
    expect(entry?.getFirstPropertyValue("status")).toBe("CANCELLED")
  })

  test("a message to all attendees can be sent three times a day", async () => {
    await saveSettings({ max_participants: null })
    await sendAnswer(secondAttendee)
    const messageAll = () => sendMessage({ message: "Doors at 6." })
    for (let count = 0; count < 3; count++) expect((await messageAll()).json).toEqual({ count: 1 })
    expect((await messageAll()).json).toMatchObject({ code: "messaged_today" })
    await deliverMails()
    const sentMessages = mailbox.mails.filter(({ text }) => text?.includes("Doors at 6."))
    expect(sentMessages, "messages do not replace each other").toHaveLength(3)
    await db.one`
      update events set messaged_at = array(select m - interval '1 day' from unnest(messaged_at) m)
      where id = ${event.id}`
    expect((await messageAll()).json, "the next day").toEqual({ count: 1 })
  })

  test("a message can include the waitlist, and organizers see the possible number of recipients", async () => {
    await saveSettings()
    await sendAnswer(attendee)
    await sendAnswer(secondAttendee)
    expect((await readSignup(owner)).json).toMatchObject({ reach: { going: 1, waiting: 1 } })
    expect((await readSignup(attendee)).json).toMatchObject({ reach: null })
    expect((await sendMessage({ message: "Doors at 6." })).json).toEqual({ count: 1 })
    const messageToAll = { message: "Doors at 7.", with_waitlist: true }
    expect((await sendMessage(messageToAll)).json).toEqual({ count: 2 })
    await setEmails(db, attendee.id, "event_message", "off")
    const third = await sendMessage({ message: "Doors at 8." })
    await setEmails(db, attendee.id, "event_message", "on")
    expect(third.json, "without attendees who turned these emails off").toEqual({ count: 0 })
  })
})

test("a member's calendar feed contains the member's events until its URL is renewed", async () => {
  vi.stubEnv("SITE_URL", ORIGIN)
  await saveSettings()
  await sendAnswer(attendee)
  const ownEvents = { events: [{ slug: event.slug, status: "going" }], has_feed: false }
  expect(await getMyEvents(attendee)).toMatchObject(ownEvents)
  const renewFeed = async () => {
    const response = await attendee.browser.send("POST", "/api/calendar-feed?language=et", {})
    return new URL(String(response.json["url"]))
  }
  const openFeed = ({ pathname, search }: URL) => openBrowser().get(pathname + search)
  const url = await renewFeed()
  const { text, headers } = await openFeed(url)
  expect(headers.get("content-type")).toContain("text/calendar")
  expect(headers.get("cache-control")).toContain("private")
  const titles = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents("vevent")
    .map((entry) => entry.getFirstPropertyValue("summary"))
  expect(titles).toEqual(["Cup"])
  await db.one`update events set event_type = 'team' where id = ${event.id}`
  await db.one`
    insert into team_members (team_id, user_id)
    select team_id, ${attendee.id} from events where id = ${event.id}`
  const withTeamEvent = await openFeed(url)
  expect(withTeamEvent.text.replaceAll("\r\n ", ""), "the page of a team-only event").toContain(
    `URL;VALUE=URI:${ORIGIN}/et/my-events?event=${event.id}`,
  )
  await renewFeed()
  expect((await openFeed(url)).status, "the old URL").toBe(404)
})
