/** What is done now and then, by itself. */
import { beforeAll, expect, test } from "vitest"
import housekeeping from "../../netlify/functions/housekeeping.ts"
import { storage } from "../blobs.ts"
import { testDatabase } from "../database.ts"
import { makeSession, makeUser } from "../factories.ts"
import { mailbox } from "../mailbox.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const box = mailbox()
storage()
// Nobody answers there: catching up with what was published fails.
beforeAll(() => {
  process.env.SITE_URL = "http://127.0.0.1:9"
})

test("sends what waits and clears away what has run out, although one step fails", async () => {
  const { id, email } = await makeUser(db)
  await db.one`insert into mails (user_id, kind, language) values (${id}, 'verify_email', 'en')`
  await db.one`
    insert into mails (user_id, kind, language, sent_at)
    values (${id}, 'reset_password', 'en', now() - interval '31 days')`
  await db.one`
    insert into mail_links (token_hash, user_id, purpose, email, expires_at)
    values (sha256('old'), ${id}, 'reset_password', ${email}, now())`
  await makeSession(db, id)
  await db.one`update sessions set expires_at = now()`
  await makeSession(db, id)
  await db.one`select take_attempt('sign-in', 'old', 10, interval '5 minutes')`
  await db.one`update attempts set last_at = now() - interval '61 minutes'`
  await db.one`select take_attempt('sign-in', 'new', 10, interval '5 minutes')`

  expect((await housekeeping()).status).toBe(204)
  expect(box.lastTo(email).text).toContain("/verify-email#token=")
  const left = await db.one`
    select (select count(*) from sessions) as sessions, (select count(*) from attempts) as attempts,
      (select count(*) from mails) as mails, (select count(*) from mail_links) as links`
  expect(left).toEqual({ sessions: 1, attempts: 1, mails: 1, links: 1 })
})
