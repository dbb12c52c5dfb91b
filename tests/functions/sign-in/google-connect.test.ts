import { beforeEach, describe, expect, test } from "vitest"
import { getStatusAndCode, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser, type UserOptions } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import { registerPasskey, signInByPasskey } from "../../support/people/passkeys.ts"
import { ageSessions, makeCode, makeFactor } from "../../support/people/second-factor.ts"
import {
  enterCode,
  exportAccount,
  getSignedInUser,
  isSignedIn,
  password,
  proveIdentity,
  signOut,
} from "../../support/people/sign-in.ts"
import { getLocation, listLogInCookies, startGoogle } from "../../support/servers/google.ts"

const { db, auth: authDb } = await openTestDatabase()
const mailbox = startMailbox()
const google = startGoogle()

const NEXT_PATH = "/profile?google#security"
/** Returns the path to which the site redirects if it refuses to connect a Google account. */
const makeRefusedPath = (error: string) => `/profile?google=&error=${error}#security`

let memberCount = 0
let subject: string
beforeEach(() => {
  memberCount += 1
  subject = `sub-${memberCount}`
  google.claims = { sub: subject, email: `google-${memberCount}@gmail.test`, email_verified: true }
})

const connect = async (browser: TestBrowser) =>
  getLocation(await google.connect(browser, NEXT_PATH))
/** Confirms the member's identity with Google. Returns the path to which the site then redirects. */
const confirmIdentityWithGoogle = async (browser: TestBrowser) =>
  getLocation(await google.signIn(browser, { proof: "1", next: "/profile" }))
const readGoogleSubject = ({ id }: { id: string }) =>
  db.value<string>`select google_subject from users where id = ${id}`

/** Creates a member whose last proof of identity is a day old. */
async function makeMemberWithOldSession(options: UserOptions = {}) {
  const user = await makeUser(db, { password, ...options })
  const browser = await openSignedInBrowser(db, user.id)
  await ageSessions(db, user.id, "1 day")
  return { ...user, browser }
}

describe("connecting Google", () => {
  test("a connected member can log in with Google and gets an email", async () => {
    const member = await makeMember(db, { password })
    expect(await connect(member.browser)).toBe(NEXT_PATH)
    expect(listLogInCookies(member.browser)).toEqual([])
    expect(mailbox.getLastMailTo(member.email).subject).toBe(
      "Google connected to your Daina account",
    )
    const otherBrowser = openBrowser()
    await google.signIn(otherBrowser)
    expect(await getSignedInUser(otherBrowser)).toMatchObject({ id: member.id })
  })

  test("a member with a password can disconnect Google", async () => {
    const member = await makeMember(db, { password })
    await connect(member.browser)
    expect((await member.browser.send("DELETE", "/api/account/google")).status).toBe(204)
    expect(await readGoogleSubject(member)).toBeNull()
  })

  test("the member's email address is suggested to Google", async () => {
    const member = await makeMember(db)
    await google.connect(member.browser)
    expect(google.authorizationRequests[0]?.get("login_hint")).toBe(member.email)
  })

  test("a member cannot connect a second Google account or another member's Google account", async () => {
    await makeUser(db, { googleSubject: subject })
    const member = await makeMember(db, { password })
    expect(await connect(member.browser)).toBe(makeRefusedPath("google_taken"))
    const connectedMember = await makeMember(db, { googleSubject: "another" })
    expect(await connect(connectedMember.browser)).toBe(makeRefusedPath("google_mismatch"))
    expect(await readGoogleSubject(member)).toBeNull()
    expect(await readGoogleSubject(connectedMember)).toBe("another")
  })

  test("Google cannot be disconnected if it is the member's only way to log in", async () => {
    const fan = await makeMember(db, { googleSubject: subject })
    const response = await fan.browser.send("DELETE", "/api/account/google")
    expect(getStatusAndCode(response)).toEqual([409, "last_way_in"])
    expect(await readGoogleSubject(fan)).toBe(subject)
  })

  test("connecting Google requires a recent proof of identity, for example the password", async () => {
    const victim = await makeMemberWithOldSession()
    const start = () => google.startConnecting(victim.browser, NEXT_PATH)
    expect(getStatusAndCode(await start())).toEqual([403, "sign_in_again"])
    expect(listLogInCookies(victim.browser)).toEqual([])
    expect((await proveIdentity(victim.browser, { password })).status).toBe(204)
    expect(await connect(victim.browser)).toBe(NEXT_PATH)
    expect(await readGoogleSubject(victim)).toBe(subject)
  })

  test("the proof of identity must still be recent at Google's callback", async () => {
    const member = await makeMember(db, { password })
    const callback = await google.confirm(await google.startConnecting(member.browser, NEXT_PATH))
    await ageSessions(db, member.id, "10 minutes 1 second")
    expect(getLocation(await google.followCallback(member.browser, callback))).toBe(
      makeRefusedPath("google_late"),
    )
    expect(await readGoogleSubject(member)).toBeNull()
  })

  test("connect_google() in Postgres requires a recent proof in a session of the same member", async () => {
    const victim = await makeMemberWithOldSession()
    const other = await makeMember(db)
    const readSessionId = ({ id }: { id: string }) =>
      db.value<string>`select id from sessions where user_id = ${id}`
    for (const session of [await readSessionId(victim), await readSessionId(other), null]) {
      expect(
        await authDb.as({ userId: victim.id }).value`select connect_google('thief', ${session})`,
      ).toBe("stale")
    }
    expect(await readGoogleSubject(victim)).toBeNull()
  })

  test.each<[name: string, changeBrowser: (browser: TestBrowser) => Promise<unknown>]>([
    ["logged out", signOut],
    [
      "given the browser to another member",
      async (browser) => {
        const { browser: otherBrowser } = await makeMember(db)
        browser.cookies.set("daina_session", otherBrowser.cookies.get("daina_session") ?? "")
      },
    ],
  ])(
    "Google is not connected when the member has %s before the callback",
    async (_name, changeBrowser) => {
      const member = await makeMember(db, { password })
      const callback = await google.confirm(await google.startConnecting(member.browser, NEXT_PATH))
      await changeBrowser(member.browser)
      expect(getLocation(await google.followCallback(member.browser, callback))).toBe(
        makeRefusedPath("google_mismatch"),
      )
      expect(await db.many`select from users where google_subject = ${subject}`).toEqual([])
    },
  )

  test("two members cannot connect the same Google account at the same time", async () => {
    const members = [await makeMember(db), await makeMember(db)]
    const callbacks = await Promise.all(
      members.map(async ({ browser }) => ({
        browser,
        callback: await google.confirm(await google.startConnecting(browser, NEXT_PATH)),
      })),
    )
    const responses = await Promise.all(
      callbacks.map(({ browser, callback }) => google.followCallback(browser, callback)),
    )
    expect(responses.map(getLocation).sort()).toEqual(
      [NEXT_PATH, makeRefusedPath("google_taken")].sort(),
    )
    expect(await db.many`select from users where google_subject = ${subject}`).toHaveLength(1)
  })

  test("a member cannot connect two Google accounts at the same time", async () => {
    const { id } = await makeMember(db)
    const session = await db.value<string>`select id from sessions where user_id = ${id}`
    const outcomes = await Promise.all(
      ["first", "second"].map(
        (account) => authDb.as({ userId: id }).value`select connect_google(${account}, ${session})`,
      ),
    )
    expect(outcomes.sort()).toEqual(["connected", "other"])
  })
})

test("a thief with an old session cookie can neither connect Google nor confirm the identity", async () => {
  const victim = await makeMemberWithOldSession({ role: "super_admin" })
  await makeFactor(db, victim.id)
  const accomplice = await makeUser(db)
  const promote = () =>
    victim.browser.send("PUT", `/api/admin/users/${accomplice.id}/role`, {
      role: "super_admin",
    })
  expect(getStatusAndCode(await google.startConnecting(victim.browser))).toEqual([
    403,
    "sign_in_again",
  ])
  expect(await confirmIdentityWithGoogle(victim.browser)).toBe("/profile?error=google_mismatch")
  expect(getStatusAndCode(await promote())).toEqual([403, "sign_in_again"])
  const otherBrowser = openBrowser()
  await google.signIn(otherBrowser)
  expect(await getSignedInUser(otherBrowser)).not.toMatchObject({ id: victim.id })
  expect(await readGoogleSubject(victim)).toBeNull()
})

describe("confirming the identity with Google", () => {
  const makeStepPath = (step: string) => `/login?step=${step}&next=%2Fprofile`

  test("a member without a password can export the account after confirming the identity with Google", async () => {
    const fan = await makeMemberWithOldSession({ password: undefined, googleSubject: subject })
    expect(getStatusAndCode(await exportAccount(fan.browser))).toEqual([403, "sign_in_again"])
    expect(await confirmIdentityWithGoogle(fan.browser)).toBe("/profile")
    expect((await exportAccount(fan.browser)).status).toBe(200)
  })

  test("a super admin must also enter a code to confirm the identity with Google", async () => {
    const superAdmin = await makeMemberWithOldSession({
      role: "super_admin",
      googleSubject: subject,
    })
    const secret = await makeFactor(db, superAdmin.id)
    const user = await makeUser(db)
    const promote = () =>
      superAdmin.browser.send("PUT", `/api/admin/users/${user.id}/role`, { role: "admin" })
    expect(await confirmIdentityWithGoogle(superAdmin.browser)).toBe(makeStepPath("code"))
    expect(getStatusAndCode(await promote())).toEqual([403, "sign_in_again"])
    expect(getStatusAndCode(await exportAccount(superAdmin.browser))).toEqual([
      403,
      "sign_in_again",
    ])
    expect((await enterCode(superAdmin.browser, "000000")).status).toBe(422)
    expect(getStatusAndCode(await promote())).toEqual([403, "sign_in_again"])
    expect((await enterCode(superAdmin.browser, makeCode(secret))).status).toBe(200)
    expect((await promote()).status).toBe(200)
  })

  test("an ordinary member with a second factor must also enter a code", async () => {
    const fan = await makeMemberWithOldSession({ password: undefined, googleSubject: subject })
    const secret = await makeFactor(db, fan.id)
    expect(await confirmIdentityWithGoogle(fan.browser)).toBe(makeStepPath("code"))
    expect(getStatusAndCode(await exportAccount(fan.browser))).toEqual([403, "sign_in_again"])
    expect((await enterCode(fan.browser, makeCode(secret))).status).toBe(200)
    expect((await exportAccount(fan.browser)).status).toBe(200)
  })

  test("a member whose role requires a second factor must also use the passkey", async () => {
    const superAdmin = await makeMember(db, { role: "super_admin", googleSubject: subject })
    const { authenticator } = await registerPasskey(superAdmin.browser)
    await ageSessions(db, superAdmin.id, "1 day")
    expect(await confirmIdentityWithGoogle(superAdmin.browser)).toBe(makeStepPath("passkey"))
    expect(getStatusAndCode(await exportAccount(superAdmin.browser))).toEqual([
      403,
      "sign_in_again",
    ])
    await signInByPasskey(authenticator, { browser: superAdmin.browser })
    expect((await exportAccount(superAdmin.browser)).status).toBe(200)
  })

  test("only a proof of identity asks Google for a new log-in (max_age), not a log-in or a connection", async () => {
    const fan = await makeMember(db, { googleSubject: subject })
    await confirmIdentityWithGoogle(fan.browser)
    await google.signIn(openBrowser())
    await google.connect((await makeMember(db)).browser)
    const maxAges = google.authorizationRequests.map((request) => request.get("max_age"))
    expect(maxAges).toEqual(["0", null, null])
  })

  test.each([
    ["a log-in at Google eleven minutes ago does not confirm the identity", 11 * 60, false],
    ["a log-in at Google nine minutes ago confirms the identity", 9 * 60, true],
  ])("%s", async (_title, secondsAgo, isAccepted) => {
    const fan = await makeMemberWithOldSession({ password: undefined, googleSubject: subject })
    google.claims["auth_time"] = Math.floor(Date.now() / 1000) - secondsAgo
    const target = isAccepted ? "/profile" : "/profile?error=google_old_login"
    expect(await confirmIdentityWithGoogle(fan.browser)).toBe(target)
    expect((await exportAccount(fan.browser)).status).toBe(isAccepted ? 200 : 403)
  })
})

describe("an account with an email address that Google has verified", () => {
  const makeMemberWithAddress = async (options: UserOptions = {}) => {
    const user = await makeUser(db, { password, ownsAddress: true, ...options })
    google.claims["email"] = user.email
    return user
  }

  test("a first log-in with Google connects an account without second factor and sends an email", async () => {
    const member = await makeMemberWithAddress()
    const browser = openBrowser()
    await google.signIn(browser)
    expect(await readGoogleSubject(member)).toBe(subject)
    expect(mailbox.mails.map(({ subject }) => subject)).toContain(
      "Google connected to your Daina account",
    )
  })

  test("an account with a second factor is not connected, and requires its code", async () => {
    const memberWithFactor = await makeMemberWithAddress()
    const secret = await makeFactor(db, memberWithFactor.id)
    const browser = openBrowser()
    expect(getLocation(await google.signIn(browser))).toBe("/login?step=code")
    expect(await isSignedIn(browser)).toBe(false)
    expect(await readGoogleSubject(memberWithFactor)).toBeNull()
    expect((await enterCode(browser, makeCode(secret))).status).toBe(200)
    expect(await getSignedInUser(browser)).toMatchObject({ id: memberWithFactor.id })
  })

  test("a super admin's account with a passkey is not connected", async () => {
    const superAdmin = await makeMemberWithAddress({ role: "super_admin" })
    await registerPasskey(await openSignedInBrowser(db, superAdmin.id))
    expect(getLocation(await google.signIn(openBrowser()))).toBe("/login?step=passkey")
    expect(await readGoogleSubject(superAdmin)).toBeNull()
  })

  test("an account whose deletion is scheduled is not connected", async () => {
    const leaver = await makeMemberWithAddress()
    await db.one`
      update users set deletion_due_at = now() + interval '7 days' where id = ${leaver.id}`
    expect(getLocation(await google.signIn(openBrowser()))).toBe("/login?error=google_leaving")
    expect(await readGoogleSubject(leaver)).toBeNull()
    const browser = openBrowser()
    const path = getLocation(await google.signIn(browser, { keep: "1" }))
    expect(path, "when the member chooses to keep the account").toBe("/")
    expect(await getSignedInUser(browser)).toMatchObject({ id: leaver.id })
  })
})
