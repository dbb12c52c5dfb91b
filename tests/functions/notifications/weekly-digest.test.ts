import { beforeEach, describe, expect, test } from "vitest"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import { LOCALES } from "../../../src/i18n/locales.ts"
import { openTestDatabase } from "../../support/database.ts"
import {
  makeArticle,
  makeTranslation,
  makeUser,
  type TestUser,
  type UserOptions,
} from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { makeArtist } from "../../support/people/artists.ts"
import { setEmails } from "../../support/people/notifications.ts"
import { makeRelease } from "../../support/people/releases.ts"
import { makeEvent, makePost, makeTeam, type TestTeam } from "../../support/people/teams.ts"

const { db, auth, clear } = await openTestDatabase()
const mailbox = startMailbox()

/** A Friday at 15:00 in Riga, when digests are due. */
const FRIDAY = "2026-11-27T13:00:00Z"

let owner: TestUser
let team: TestTeam
beforeEach(async () => {
  await clear(
    "mails",
    "weekly_digests",
    "notification_preferences",
    "follows",
    "events",
    "teams",
    "artists",
    "news",
  )
  owner = await makeUser(db)
  team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Aurora", country: "lv" })
  mailbox.mails.length = 0
})

/** Queues the digests as the scheduled function does at this time. Returns the number of queued emails. */
const queueDigests = (time = FRIDAY) =>
  auth.as(null).value<number>`select queue_weekly_digests(${time}::timestamptz)`
/** Creates a member who subscribed to the digest and follows the team. */
async function makeReader(options: UserOptions = {}): Promise<TestUser> {
  const reader = await makeUser(db, options)
  await setEmails(db, reader.id, "weekly_digest", "on")
  await db.one`insert into follows (user_id, team_id) values (${reader.id}, ${team.id})`
  return reader
}

describe("recipients", () => {
  test("only members who opted in, with a confirmed email address and an active account, get the digest", async () => {
    const reader = await makeReader()
    await makeReader({ isConfirmed: false })
    const [blocked, leaving, unsubscribed] = [
      await makeReader(),
      await makeReader(),
      await makeReader(),
    ]
    await db.one`update users set blocked_at = now() where id = ${blocked.id}`
    await db.one`update users set deletion_due_at = now() where id = ${leaving.id}`
    await setEmails(db, unsubscribed.id, "weekly_digest", "off")
    expect(await queueDigests()).toBe(1)
    expect(await db.many`select user_id from mails`).toEqual([{ user_id: reader.id }])
  })

  test.each([
    ["before 15:00 in Riga in winter", "2026-11-27T12:59:00Z", 0],
    ["from 15:00 in Riga in winter", "2026-11-27T13:00:00Z", 1],
    ["from 15:00 in Riga in summer", "2026-07-10T12:00:00Z", 1],
    ["on Friday night", "2026-11-27T21:59:00Z", 1],
    ["on Saturday", "2026-11-27T22:00:00Z", 0],
    ["on Thursday", "2026-11-26T13:00:00Z", 0],
  ])("%s (%s), the number of queued digests is %i", async (_description, time, count) => {
    await makeReader()
    expect(await queueDigests(time)).toBe(count)
  })
})

describe("delivery", () => {
  test("concurrent workers and later runs send each member one email a week", async () => {
    await makePost(db, team.id, owner.id)
    await makeReader()
    await makeReader()
    const counts = await Promise.all(Array.from({ length: 6 }, () => queueDigests()))
    let queuedCount = 0
    for (const count of counts) queuedCount += count ?? 0
    expect(queuedCount).toBe(2)
    await Promise.all([deliverMails(), deliverMails(), deliverMails()])
    expect(await queueDigests("2026-11-27T20:00:00Z")).toBe(0)
    await deliverMails()
    expect(mailbox.mails).toHaveLength(2)
    expect(await queueDigests("2026-12-04T14:00:00Z")).toBe(2)
  })

  test("a digest that the mail server did not accept is sent once by a later run", async () => {
    await makePost(db, team.id, owner.id)
    const reader = await makeReader()
    await queueDigests()
    await mailbox.runWhileDown(() => deliverMails())
    expect(mailbox.mails).toEqual([])
    await db.one`update mails set next_try_at = now()`
    await deliverMails()
    await deliverMails()
    expect(mailbox.listRecipients()).toEqual([reader.email])
  })

  test("a member who turns off the digest before the queued email is sent gets no email", async () => {
    await makePost(db, team.id, owner.id)
    const reader = await makeReader()
    await queueDigests()
    await setEmails(db, reader.id, "weekly_digest", "off")
    await deliverMails()
    expect(mailbox.mails).toEqual([])
    expect(await db.many`select from mails`).toEqual([])
  })

  test("a digest without content is not sent, and not queued again in the same week", async () => {
    await makeReader()
    expect(await queueDigests()).toBe(1)
    await deliverMails()
    expect(await db.many`select from mails`).toEqual([])
    await makePost(db, team.id, owner.id)
    expect(await queueDigests()).toBe(0)
    expect(mailbox.mails).toEqual([])
  })
})

describe("the content", () => {
  /** Sends the digests of all members. Returns the email that the reader got. */
  async function sendDigest(reader: TestUser) {
    await queueDigests()
    await deliverMails()
    return mailbox.getLastMailTo(reader.email)
  }

  test("the digest has posts, events of followed teams, and events nearby, each once", async () => {
    const reader = await makeReader()
    await db.one`update users set country = 'ee' where id = ${reader.id}`
    const ownTeam = await makeTeam(db, { [reader.id]: "owner" }, { name: "Moons" })
    await makePost(db, team.id, owner.id, { title: "We won" })
    await makePost(db, ownTeam.id, reader.id, { title: "My own post" })
    await makeEvent(db, ownTeam.id, { title: "Secret practice", type: "team" })
    await makeEvent(db, team.id, { title: "Street final", country: "ee" })
    for (const [title, places, going] of [
      ["Open class", 10, 3],
      ["Full class", 3, 3],
    ] as const) {
      const { id } = await makeEvent(db, null, { title, country: "ee" })
      await db.one`
        update events set takes_signups = true, max_participants = ${places}, going_count = ${going}
        where id = ${id}`
    }
    const { text = "", html = "", headers } = await sendDigest(reader)
    for (const title of ["We won", "Secret practice", "Street final", "Open class"]) {
      expect(text.split(title), title).toHaveLength(2)
      expect(html).toContain(title)
    }
    for (const title of ["My own post", "Full class"]) expect(text).not.toContain(title)
    expect(text).toContain("/events/")
    expect(headers.map(({ key }) => key)).toContain("list-unsubscribe")
  })

  test("the digest leaves out nearby events in which the member is interested", async () => {
    const reader = await makeReader()
    await db.one`update users set country = 'ee' where id = ${reader.id}`
    await makeEvent(db, null, { title: "Cafe meetup", country: "ee" })
    const { id } = await makeEvent(db, null, { title: "My party", country: "ee" })
    await db.one`
      insert into event_signups (event_id, user_id, status) values (${id}, ${reader.id}, 'interested')`
    const { text } = await sendDigest(reader)
    expect(text).toContain("Cafe meetup")
    expect(text).not.toContain("My party")
  })

  test("the digest leaves out events about which the member got an email this week", async () => {
    const reader = await makeReader()
    await makePost(db, team.id, owner.id, { title: "Visible" })
    const { id } = await makeEvent(db, team.id, { title: "Street final" })
    const addMail = (member: string, sentAt: string) => db.one`
      insert into mails (user_id, kind, language, about, sent_at)
      values (${member}, 'event_reminder', 'en', ${JSON.stringify({ event_id: id })}::jsonb, ${sentAt}::timestamptz)`
    await addMail(reader.id, new Date().toISOString())
    expect((await sendDigest(reader)).text).not.toContain("Street final")
    const other = await makeReader()
    await addMail(other.id, "2026-01-01T00:00:00Z")
    expect((await sendDigest(other)).text).toContain("Street final")
  })

  test("the digest has new releases and articles of followed artists", async () => {
    const reader = await makeReader({ language: "lv" })
    await db.one`delete from follows where user_id = ${reader.id}`
    const followedArtist = await makeArtist(db, "Nova Girls")
    const otherArtist = await makeArtist(db, "Old Boys")
    await db.one`insert into follows (user_id, artist_id) values (${reader.id}, ${followedArtist.id})`
    await makeRelease(db, followedArtist.id, { title: "Aurora EP" })
    await makeRelease(db, otherArtist.id, { title: "Boring EP" })
    const article = await makeArticle(db, { title: "Nova Girls in Tallinn" })
    await makeTranslation(db, article, "lv", { title: "Nova Girls Tallinā" })
    await makeArticle(db, { title: "Old Boys in Tartu" })
    const oldArticle = await makeArticle(db, { title: "Nova Girls last year" })
    await db.one`update news set published_at = now() - interval '8 days' where id = ${oldArticle.id}`
    const { text } = await sendDigest(reader)
    for (const words of ["Nova Girls Tallinā", "Aurora EP", "/lv/news/", "/lv/music/nova-girls"])
      expect(text).toContain(words)
    for (const words of ["in Tallinn", "Boring EP", "Tartu", "last year"])
      expect(text).not.toContain(words)
  })

  test("the digest lists its sections at the beginning, and links to the charts once", async () => {
    const reader = await makeReader()
    await makePost(db, team.id, owner.id, { title: "We won" })
    for (const name of ["Alpha", "Beta", "Gamma"]) {
      await db.one`
        insert into catalogue_items (item_type, provider, id, name, artists, external_url)
        values ('song', 'apple', ${name}, ${name}, '{Nova}', 'https://music.apple.com/1')`
      await db.one`
        insert into music_likes (user_id, item_type, item_id, item_name, item_artist, created_at)
        select ${reader.id}, item_type, item_id, name, 'Nova', now() - interval '8 days' from catalogue_items
        where name = ${name}`
    }
    const { text = "", html = "" } = await sendDigest(reader)
    expect(text).toContain("Inside: new posts and the Baltic top 10.")
    expect(text).toContain("Alpha")
    for (const content of [text, html]) expect(content.split("/music")).toHaveLength(2)
  })

  test("the digest leaves out hidden, unreviewed, canceled and team-only content", async () => {
    const reader = await makeReader()
    await makePost(db, team.id, owner.id, { title: "Visible" })
    await makePost(db, team.id, owner.id, { title: "Unreviewed", reviewed: false })
    const { id: hidden } = await makePost(db, team.id, owner.id, { title: "Hidden" })
    await db.one`update team_posts set is_published = false, hidden_at = now() where id = ${hidden}`
    await makeEvent(db, team.id, { title: "Private practice", type: "team" })
    const { id: canceled } = await makeEvent(db, team.id, { title: "Off" })
    await db.one`update events set is_cancelled = true where id = ${canceled}`
    const { text } = await sendDigest(reader)
    expect(text).toContain("Visible")
    expect(text).not.toMatch(/Unreviewed|Hidden|Private practice|Off\n/)
  })

  test.each(LOCALES)(
    "the digest has texts, titles and links in the member's language (%s)",
    async (language) => {
      const reader = await makeReader({ language })
      const { id } = await makeEvent(db, team.id, { title: "Night", country: "lv" })
      await db.one`
      update events set translations = '{"lv": {"title": "Nakts"}, "ru": {"title": "Ночь"}}' where id = ${id}`
      const { text = "", subject } = await sendDigest(reader)
      expect(text).toContain(
        { lv: "Nakts", ru: "Ночь", en: "Night", et: "Night", lt: "Night" }[language],
      )
      if (language !== "en") expect(text).toContain(`/${language}/events/`)
      expect(subject).not.toContain("{{")
    },
  )
})
