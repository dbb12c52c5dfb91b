import { beforeEach, expect, test } from "vitest"
import {
  expectErrors,
  getStatusAndCode,
  openBrowser,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { getToken, startMailbox } from "../../support/mailbox.ts"
import { type Member, makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import { getSignedInUser, isSignedIn, password, signIn } from "../../support/people/sign-in.ts"

const { db } = await openTestDatabase()
const mailbox = startMailbox()

let member: Member
let newEmail: string
let memberCount = 0
beforeEach(async () => {
  memberCount += 1
  newEmail = `new-${memberCount}@daina.test`
  member = await makeMember(db, { password, ownsAddress: true })
})

const requestChange = (body: object, { browser } = member) =>
  browser.send("POST", "/api/account/email", body)

const confirmChange = (token: string, browser: TestBrowser) =>
  browser.send("POST", "/api/account/email/confirm", { token })

const getAccount = async () => (await member.browser.get("/api/account")).json

test("the emailed link changes the email address once, and the old address gets an email", async () => {
  const phone = await openSignedInBrowser(db, member.id)
  expect((await requestChange({ email: newEmail, password })).status).toBe(204)
  expect(await getAccount()).toMatchObject({ email: member.email, wanted_email: newEmail })
  const mail = mailbox.getLastMailTo(newEmail)
  // The new address may belong to another person, so the email contains no name.
  expect(mail.text).toMatch(/^Hi!/)
  const response = await confirmChange(getToken(mail), member.browser)
  expect([response.status, response.json]).toEqual([200, { email: newEmail }])
  const changedAccount = { email: newEmail, email_verified: true, wanted_email: null }
  expect(await getAccount()).toMatchObject(changedAccount)
  expect(mailbox.getLastMailTo(member.email).subject).toBe("Your Daina email was changed")
  expect(await isSignedIn(phone)).toBe(true)
  expect((await signIn(newEmail)).status).toBe(200)
  expect(getStatusAndCode(await signIn(member.email))).toEqual([401, "invalid_credentials"])
  const secondResponse = await confirmChange(getToken(mail), member.browser)
  expect(getStatusAndCode(secondResponse), "the link works once").toEqual([410, "link_unusable"])
})

test("only the member who requested the change can use the emailed link", async () => {
  await requestChange({ email: newEmail, password })
  const token = getToken(mailbox.getLastMailTo(newEmail))
  expect(getStatusAndCode(await confirmChange(token, openBrowser()))).toEqual([
    401,
    "sign_in_required",
  ])
  const { browser } = await makeMember(db)
  expect(getStatusAndCode(await confirmChange(token, browser))).toEqual([410, "link_unusable"])
  expect(await getSignedInUser(member.browser)).toMatchObject({ email: member.email })
  expect((await confirmChange(token, member.browser)).status, "the link still works").toBe(200)
})

test("a link does not work after a later request, or if another account has taken the email address", async () => {
  await requestChange({ email: `first-${newEmail}`, password })
  const earlierToken = getToken(mailbox.getLastMailTo(`first-${newEmail}`))
  await requestChange({ email: newEmail, password })
  expect(getStatusAndCode(await confirmChange(earlierToken, member.browser))).toEqual([
    410,
    "link_unusable",
  ])
  await makeMember(db, { email: newEmail })
  const token = getToken(mailbox.getLastMailTo(newEmail))
  expect(getStatusAndCode(await confirmChange(token, member.browser))).toEqual([
    410,
    "link_unusable",
  ])
})

test("an email change requires the password and an unused, valid address", async () => {
  const other = await makeMember(db)
  const guessedResponse = await requestChange({ email: newEmail, password: "guess" })
  expectErrors(guessedResponse, { password: "wrong_password" })
  const sessionResponse = await requestChange({ email: newEmail })
  expect(getStatusAndCode(sessionResponse), "the session alone is not enough").toEqual([
    403,
    "sign_in_again",
  ])
  const takenResponse = await requestChange({ email: other.email, password })
  expect(getStatusAndCode(takenResponse)).toEqual([409, "email_taken"])
  expectErrors(await requestChange({ email: "not one", password }), { email: "invalid_email" })
})

test("the sixth request in an hour for a change to the same address is refused", async () => {
  for (let count = 0; count < 5; count += 1) await requestChange({ email: newEmail, password })
  expect(getStatusAndCode(await requestChange({ email: newEmail, password }))).toEqual([
    429,
    "rate_limited",
  ])
})

test("a member without a password can change the address after a recent log-in with Google", async () => {
  const googleMember = await makeMember(db, { googleSubject: `sub-${memberCount}` })
  const browser = await openSignedInBrowser(db, googleMember.id, { method: "google" })
  expect((await requestChange({ email: newEmail }, { ...googleMember, browser })).status).toBe(204)
})
