import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import PostalMime from "postal-mime"
import { beforeEach, expect, onTestFinished, test, vi } from "vitest"
import { deleteExpiredRows } from "../../../db/queries/retention.ts"
import runHousekeeping from "../../../netlify/functions/housekeeping.ts"
import { deliverAllMails, deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import { sendMail } from "../../../netlify/lib/mail/send-mail.ts"
import { ORIGIN } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { getToken, startMailbox } from "../../support/mailbox.ts"
import { signUp as callSignUp, password } from "../../support/people/sign-in.ts"

const { db, authUrl, auth: authDb, clear } = await openTestDatabase()
const mailbox = startMailbox()

beforeEach(() => clear("mails"))

const signUp = (email: string, extra: object = {}) =>
  callSignUp({ email, password, terms: true, ...extra })

interface StoredMail {
  kind: string
  tries: number
  is_sent: boolean
  has_failed: boolean
  last_error: string | null
  minutes_to_next_try: number
}

const listStoredMails = () => db.many<StoredMail>`
  select kind, tries, sent_at is not null as is_sent, failed_at is not null as has_failed, last_error,
    round(extract(epoch from next_try_at - now()) / 60)::integer as minutes_to_next_try
  from mails`
const makeAllMailsDue = () => db.one`update mails set next_try_at = now()`

function unsetMailServer(): void {
  vi.stubEnv("SMTP_URL", undefined)
  onTestFinished(() => void vi.unstubAllEnvs())
}

test("without a mail server, emails are stored in the outbox, which only the owner can read", async () => {
  const folder = await mkdtemp(join(tmpdir(), "daina-outbox-"))
  unsetMailServer()
  vi.stubEnv("OUTBOX_DIR", folder)
  onTestFinished(() => rm(folder, { recursive: true }))
  await signUp("outbox@daina.test", { language: "et" })
  const [name = "", ...otherFiles] = await readdir(folder)
  expect([name, otherFiles]).toEqual([expect.stringMatching(/^[^.].*\.eml$/), []])
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  const mail = await PostalMime.parse(await readFile(join(folder, name)))
  expect(mail.to).toEqual([expect.objectContaining({ address: "outbox@daina.test" })])
  expect(mail.text).toContain(`${ORIGIN}/et/verify-email#token=`)
  expect(mailbox.mails).toEqual([])
})

test("without a mail server and an outbox, emails are stored without an attempt to send them", async () => {
  unsetMailServer()
  const log = vi.spyOn(console, "error")
  onTestFinished(() => log.mockRestore())
  expect((await signUp("early@daina.test")).status).toBe(201)
  expect(await deliverMails()).toBe(0)
  expect(await listStoredMails()).toMatchObject([{ tries: 0, is_sent: false, last_error: null }])
  expect(log).not.toHaveBeenCalled()
  vi.unstubAllEnvs()
  expect(await deliverMails()).toBe(1)
  expect(mailbox.getLastMailTo("early@daina.test").text).toContain("/verify-email#token=")
})

test("while the mail server is down, the response is unchanged and the email is sent later", async () => {
  await mailbox.runWhileDown(async () => {
    expect((await signUp("patient@daina.test")).status).toBe(201)
  })
  expect(await listStoredMails()).toEqual([
    {
      kind: "verify_email",
      tries: 1,
      is_sent: false,
      has_failed: false,
      last_error: expect.stringContaining("ECONNREFUSED"),
      minutes_to_next_try: 1,
    },
  ])
  expect(await deliverMails(), "the email is not due").toBe(0)
  await makeAllMailsDue()
  await deliverMails()
  expect(mailbox.getLastMailTo("patient@daina.test").text).toContain("/verify-email#token=")
  expect(await listStoredMails()).toMatchObject([{ is_sent: true, last_error: null }])
  await makeAllMailsDue()
  expect(await deliverMails(), "the email is not sent again").toBe(0)
})

test("pauses between attempts double up to 256 minutes, and the 25th attempt is the last", async () => {
  const pauseMinutes: number[] = []
  await mailbox.runWhileDown(async () => {
    await signUp("never@daina.test")
    for (let tries = 2; tries <= 25; tries += 1) {
      await makeAllMailsDue()
      await deliverMails()
      pauseMinutes.push((await listStoredMails())[0]?.minutes_to_next_try ?? 0)
    }
  })
  expect(pauseMinutes).toEqual([2, 4, 8, 16, 32, 64, 128, ...Array(17).fill(256)])
  expect(await listStoredMails()).toMatchObject([{ tries: 25, is_sent: false, has_failed: true }])
  await makeAllMailsDue()
  expect(await deliverMails()).toBe(0)
})

const queueMails = (name: string, count: number) => db.one`
  with u as (
    insert into users (email) select ${name} || n || '@daina.test' from generate_series(1, ${count}) n returning id
  )
  insert into mails (user_id, kind, language) select id, 'verify_email', 'en' from u`

test("one run of housekeeping sends a queue that is longer than a batch", async () => {
  await queueMails("queue-", 50)
  await runHousekeeping()
  expect(mailbox.mails).toHaveLength(50)
  expect(await db.value`select count(*)::integer from mails where sent_at is null`).toBe(0)
})

test("a run ends after the first batch of which no email could be sent", async () => {
  await queueMails("refused-", 50)
  await mailbox.runWhileDown(() => deliverAllMails())
  const tries = await db.many`
    select tries, count(*)::integer as mails from mails group by tries order by tries`
  expect(tries).toEqual([
    { tries: 0, mails: 30 },
    { tries: 1, mails: 20 },
  ])
})

test("concurrent senders send an email once", async () => {
  await queueMails("many-", 30)
  await Promise.all([deliverMails(), deliverMails(), deliverMails()])
  expect(new Set(mailbox.mails.map(({ to }) => to?.[0]?.address)).size).toBe(30)
  expect(mailbox.mails).toHaveLength(30)
  expect(new Set(mailbox.mails.map(getToken)).size).toBe(30)
})

test("an email that one sender leases is not sent by another sender", async () => {
  await mailbox.runWhileDown(async () => {
    for (const email of ["first@daina.test", "second@daina.test"]) await signUp(email)
  })
  await makeAllMailsDue()
  const otherSender = new pg.Client(authUrl)
  await otherSender.connect()
  await otherSender.query("begin")
  const { rows } = await otherSender.query("select email from lease_mails(1)")
  expect(await deliverMails()).toBe(1)
  expect(mailbox.mails.map(({ to }) => to?.[0]?.address)).not.toContain(rows[0]?.email)
  await otherSender.query("rollback")
  await otherSender.end()
  expect(await deliverMails()).toBe(1)
  expect(mailbox.getLastMailTo(rows[0]?.email).text).toContain("#token=")
})

test("no table contains the token of an emailed link", async () => {
  await signUp("secret@daina.test")
  const token = getToken(mailbox.getLastMailTo("secret@daina.test"))
  const tables = await db.many<{ name: string; content: string }>`
    select relname as name, table_to_xml(oid, true, false, '')::text as content
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  expect(tables.find(({ name }) => name === "mails")?.content).toContain("verify_email")
  for (const { name, content } of tables) {
    const bytes = Buffer.from(token)
    for (const encoded of [token, bytes.toString("hex"), bytes.toString("base64")]) {
      expect(content.includes(encoded), `${name} contains the token`).toBe(false)
    }
  }
})

test("emails sent a month ago are deleted, and unsent emails are kept", async () => {
  await signUp("old@daina.test")
  await mailbox.runWhileDown(() => signUp("waiting@daina.test"))
  await db.one`update mails set created_at = created_at - interval '31 days',
    sent_at = sent_at - interval '31 days'`
  await db.one`update mail_links set expires_at = now() where email = 'old@daina.test'`
  await deleteExpiredRows(authDb.as(null))
  expect(await listStoredMails()).toMatchObject([{ is_sent: false }])
  const links = await db.many`select from mail_links where email = 'old@daina.test'`
  expect(links).toEqual([])
})

test("every email has the header that marks automatic emails", async () => {
  const headers = { "Auto-Submitted": "no", Precedence: "bulk" }
  await sendMail({ to: "a@daina.test", subject: "News", text: "News", html: "", headers })
  const headersReceived = mailbox
    .getLastMailTo("a@daina.test")
    .headers.map(({ key, value }) => [key, value])
  expect(headersReceived).toContainEqual(["auto-submitted", "auto-generated"])
  expect(headersReceived).toContainEqual(["precedence", "bulk"])
})

test("a remote server without TLS gets no email, unless its URL allows unencrypted emails", async () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  const mail = { to: "mari@daina.test", subject: "Tere", text: "Tere", html: "<p>Tere</p>" }
  // This URL leads to the same mail server, but its host does not count as loopback.
  const url = process.env.SMTP_URL?.replace("127.0.0.1", "0.0.0.0")
  vi.stubEnv("SMTP_URL", url)
  await expect(sendMail(mail)).rejects.toThrow(/STARTTLS|TLS/)
  expect(mailbox.mails).toEqual([])
  vi.stubEnv("SMTP_URL", `${url}?requireTLS=false`)
  await sendMail(mail)
  expect(mailbox.mails).toHaveLength(1)
})
