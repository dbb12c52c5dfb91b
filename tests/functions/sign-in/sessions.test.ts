import { describe, expect, test } from "vitest"
import { openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import { registerPasskey, signInByPasskey } from "../../support/people/passkeys.ts"
import { isSignedIn, password, resetByMail, signIn, signUp } from "../../support/people/sign-in.ts"
import { startGoogle } from "../../support/servers/google.ts"

const { db } = await openTestDatabase()
const mailbox = startMailbox()
const google = startGoogle()

const setSessionAge = (userId: string, column: "created_at" | "last_seen_at", age: string) =>
  column === "created_at"
    ? db.one`update sessions set created_at = now() - ${age}::interval where user_id = ${userId}`
    : db.one`update sessions set last_seen_at = now() - ${age}::interval where user_id = ${userId}`

describe("a session", () => {
  test("a session and its cookie end after 90 days, even if the session is used", async () => {
    const { id } = await makeUser(db)
    const browser = await openSignedInBrowser(db, id, { remember: true })
    await setSessionAge(id, "created_at", "80 days")
    await db.one`update sessions set expires_at = now() + interval '9 days' where user_id = ${id}`
    const { headers } = await browser.get("/api/account")
    const [, seconds] = /Max-Age=(\d+)/.exec(headers.getSetCookie().join()) ?? []
    expect(Number(seconds) / 86_400).toBeCloseTo(10, 1)
    const daysLeft = await db.value<number>`
      select extract(epoch from expires_at - now())::float8 / 86400 from sessions where user_id = ${id}`
    expect(daysLeft).toBeCloseTo(10, 1)
    // The session has reached its maximum lifetime, so it is not extended and the response has no cookie.
    const laterResponse = await browser.get("/api/account")
    expect([laterResponse.status, laterResponse.headers.getSetCookie()]).toEqual([200, []])
    await setSessionAge(id, "created_at", "90 days 1 second")
    expect(await isSignedIn(browser)).toBe(false)
  })

  test("only a super admin's session ends after twelve hours without use", async () => {
    const superAdmin = await makeMember(db, { role: "super_admin" })
    const member = await makeMember(db, { role: "admin" })
    for (const { id, browser } of [superAdmin, member]) {
      await setSessionAge(id, "last_seen_at", "11 hours 59 minutes")
      expect(await isSignedIn(browser)).toBe(true)
      await setSessionAge(id, "last_seen_at", "12 hours 1 minute")
    }
    expect(await isSignedIn(superAdmin.browser)).toBe(false)
    expect(await isSignedIn(member.browser)).toBe(true)
  })
})

describe("a log-in in an unknown browser", () => {
  const listSubjectsTo = (email: string) =>
    mailbox.mails
      .filter(({ to }) => to?.some(({ address }) => address === email))
      .map(({ subject }) => subject ?? "")
  const listLoginSubjects = (email: string) =>
    listSubjectsTo(email).filter((subject) => /new login/i.test(subject))
  const FIREFOX_HEADERS = {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0",
  }

  test("the member gets one email for a second browser, with the browser's name and the time", async () => {
    const { email } = await makeUser(db, { password })
    const [first, second] = [openBrowser(), openBrowser()]
    await signIn(email, password, first)
    expect(listLoginSubjects(email)).toEqual([])
    for (let i = 0; i < 2; i += 1) {
      await signIn(email, password, second, { headers: FIREFOX_HEADERS })
    }
    expect(listLoginSubjects(email)).toHaveLength(1)
    const text = mailbox.getLastMailTo(email).text ?? ""
    expect(text).toContain("Firefox, Linux")
    expect(text).toMatch(/When: .*20\d\d/)
    expect(text).toContain("/profile#security")
  })

  test("the email is in the member's language", async () => {
    const { email, id } = await makeUser(db, { password, language: "lv" })
    await db.one`update users set created_at = now() - interval '2 days' where id = ${id}`
    const browser = openBrowser()
    await signIn(email, password, browser)
    expect(listSubjectsTo(email)).toEqual([expect.stringContaining("no jaunas ierīces")])
  })

  test("no email is sent after a sign-up, for an unconfirmed email address, or after a reset in the same browser", async () => {
    const email = "newcomer@daina.test"
    const browser = openBrowser()
    await signUp({ email, password, terms: true }, browser)
    const secondBrowser = openBrowser()
    await signIn(email, password, secondBrowser)
    expect(listLoginSubjects(email)).toEqual([])
    await resetByMail(mailbox, email, "another-song", browser)
    await signIn(email, "another-song", browser)
    expect(listLoginSubjects(email)).toEqual([])
    const thirdBrowser = openBrowser()
    await signIn(email, "another-song", thirdBrowser)
    expect(listLoginSubjects(email)).toHaveLength(1)
  })

  test("log-ins with a passkey or Google also send the email", async () => {
    const member = await makeMember(db, { password, ownsAddress: true })
    const { id, email } = member
    await db.one`update users set created_at = now() - interval '2 days' where id = ${id}`
    const { authenticator } = await registerPasskey(member.browser)
    await signInByPasskey(authenticator)
    expect(listLoginSubjects(email)).toHaveLength(1)
    google.claims = { sub: `google-${id}`, email, email_verified: true }
    const otherBrowser = openBrowser()
    await google.signIn(otherBrowser)
    expect(listLoginSubjects(email)).toHaveLength(2)
  })
})
