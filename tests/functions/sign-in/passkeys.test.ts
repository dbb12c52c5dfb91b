import { describe, expect, test } from "vitest"
import { storeAttempts } from "../../support/attempts.ts"
import {
  getRows,
  getStatusAndCode,
  openBrowser,
  type TestBrowser,
} from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { makeMember } from "../../support/people/members.ts"
import {
  callPasskeys,
  createAuthenticator,
  fetchOptions,
  registerPasskey,
  signInByPasskey,
} from "../../support/people/passkeys.ts"
import { ageSessions, makeFactor } from "../../support/people/second-factor.ts"
import {
  exportAccount,
  getSignedInUser,
  isSignedIn,
  password,
  proveIdentity,
  signIn,
} from "../../support/people/sign-in.ts"

const { db, auth } = await openTestDatabase()
const mailbox = startMailbox()

const REFUSED = [401, "passkey_refused"]
/** Status and code of the refusal if the proof of identity is older than ten minutes. */
const STALE_PROOF = [403, "sign_in_again"]

async function makeMemberWithPasskey(options: Parameters<typeof makeUser>[1] = {}) {
  const member = await makeMember(db, options)
  return { ...member, ...(await registerPasskey(member.browser)) }
}

describe("adding a passkey", () => {
  test("a new passkey is named, listed and reported by email", async () => {
    const { browser, email, id } = await makeMember(db, { displayName: "Mari" })
    const options = await fetchOptions(browser, "account/passkeys/options")
    expect(options).toMatchObject({
      rp: { id: "daina.test" },
      user: { name: email, displayName: "Mari" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    })
    const handle = Buffer.from(String(Object(options["user"]).id), "base64url").toString("hex")
    expect(handle).toMatch(/^[0-9a-f]{32}$/)
    expect(handle).not.toBe(id.replaceAll("-", ""))
    const { response } = await registerPasskey(browser)
    expect(response.status).toBe(201)
    expect(response.json).toMatchObject({ name: "Phone", last_used_at: null })
    expect(mailbox.getLastMailTo(email).subject).toMatch(/passkey/i)
    const aaguid = "d548826e-79b4-db40-a3d8-11116f7e8349"
    await registerPasskey(browser, createAuthenticator(), { aaguid })
    const listed = getRows(await callPasskeys(browser, "GET", "account/passkeys"), "passkeys")
    expect(listed.map(({ name }) => name)).toEqual(["Phone", "Bitwarden"])
    const laterOptions = await fetchOptions(browser, "account/passkeys/options")
    expect(laterOptions["excludeCredentials"]).toHaveLength(2)
  })

  test("adding a passkey requires a recent log-in, the member's challenge and user verification", async () => {
    const { browser, id } = await makeMember(db)
    const other = await makeMember(db)
    const authenticator = createAuthenticator()
    const add = (passkey: object) =>
      callPasskeys(browser, "POST", "account/passkeys", { passkey, name: "Phone" })
    const requestOptions = () => fetchOptions(browser, "account/passkeys/options")
    const optionsOfOther = await fetchOptions(other.browser, "account/passkeys/options")
    expect(getStatusAndCode(await add(authenticator.register(optionsOfOther)))).toEqual(REFUSED)
    const loginOptions = await fetchOptions(browser, "auth/passkey/options")
    const withLoginChallenge = { ...(await requestOptions()), ...loginOptions }
    expect(getStatusAndCode(await add(authenticator.register(withLoginChallenge)))).toEqual(REFUSED)
    const otherOrigin = { origin: "https://daina.test.example" }
    for (const deviations of [{ isUnverified: true }, otherOrigin, { rpId: "example" }]) {
      const passkey = authenticator.register(await requestOptions(), deviations)
      expect(getStatusAndCode(await add(passkey)), JSON.stringify(deviations)).toEqual(REFUSED)
    }
    const options = await requestOptions()
    const passkey = authenticator.register(options)
    expect((await add(passkey)).status).toBe(201)
    // This call is refused, because the challenge was used and the passkey exists already.
    expect(getStatusAndCode(await add(passkey))).toEqual(REFUSED)
    expect(getStatusAndCode(await add(authenticator.register(await requestOptions())))).toEqual(
      REFUSED,
    )
    await ageSessions(db, id, "11 minutes")
    const expired = await callPasskeys(browser, "POST", "account/passkeys/options", {})
    expect(getStatusAndCode(expired)).toEqual(STALE_PROOF)
    expect(getStatusAndCode(await add(passkey))).toEqual(STALE_PROOF)
  })

  test("a member can have at most twenty passkeys", async () => {
    const { browser, id } = await makeMemberWithPasskey()
    await db.one`
      insert into passkeys (user_id, credential_id, public_key, name)
      select ${id}, uuid_send(gen_random_uuid()), sha256(''), 'Another' from generate_series(1, 19)`
    expect(getStatusAndCode((await registerPasskey(browser)).response)).toEqual([
      409,
      "passkeys_full",
    ])
  })
})

describe("logging in", () => {
  const sendPasskey = (passkey: object, browser = openBrowser()) =>
    callPasskeys(browser, "POST", "auth/passkey", { passkey })

  test("a log-in with a passkey needs no password or code, and stores the time of use", async () => {
    const { authenticator, id, email, browser: first } = await makeMemberWithPasskey()
    await makeFactor(db, id)
    const { response, browser } = await signInByPasskey(authenticator, { body: { remember: true } })
    expect(response.json).toMatchObject({ user: { id, email }, role: "user" })
    expect(response.headers.getSetCookie().join()).toContain("Max-Age=2592000")
    expect(await getSignedInUser(browser)).toMatchObject({ id })
    const [row] = getRows(await callPasskeys(first, "GET", "account/passkeys"), "passkeys")
    expect(row?.last_used_at).toEqual(expect.any(String))
    const method = db.value`select method from sessions where user_id = ${id} and remember`
    expect(await method).toBe("passkey")
  })

  test("the options for a log-in contain no account", async () => {
    const options = await fetchOptions(openBrowser(), "auth/passkey/options")
    expect(options).toMatchObject({ rpId: "daina.test", userVerification: "required" })
    expect(options["allowCredentials"] ?? []).toEqual([])
  })

  test("a challenge that is used, expired, made up or for another purpose is refused", async () => {
    const { authenticator, browser } = await makeMemberWithPasskey()
    const { passkey } = await signInByPasskey(authenticator)
    expect(getStatusAndCode(await sendPasskey(passkey))).toEqual(REFUSED)
    const expired = authenticator.sign(await fetchOptions(openBrowser(), "auth/passkey/options"))
    await db.one`update passkey_challenges set expires_at = now()`
    expect(getStatusAndCode(await sendPasskey(expired))).toEqual(REFUSED)
    const proof = authenticator.sign(await fetchOptions(browser, "account/proof/options"))
    expect(getStatusAndCode(await sendPasskey(proof))).toEqual(REFUSED)
    expect(
      getStatusAndCode(await sendPasskey(authenticator.sign({ challenge: "bWFkZSB1cA" }))),
    ).toEqual(REFUSED)
    const sentTwice = authenticator.sign(await fetchOptions(openBrowser(), "auth/passkey/options"))
    const responses = await Promise.all([sendPasskey(sentTwice), sendPasskey(sentTwice)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test("an invalid passkey is refused and uses up its challenge", async () => {
    const { authenticator } = await makeMemberWithPasskey()
    const otherMember = await makeMemberWithPasskey()
    const handleOfOther = otherMember.authenticator.sign({ challenge: "x" }).response.userHandle
    for (const deviations of [
      { isUnverified: true },
      { origin: "http://evil.test" },
      { rpId: "evil.test" },
      { userHandle: undefined },
      { userHandle: handleOfOther },
    ]) {
      const { response, passkey, browser } = await signInByPasskey(authenticator, { deviations })
      expect(getStatusAndCode(response), JSON.stringify(deviations)).toEqual(REFUSED)
      expect(getStatusAndCode(await sendPasskey(passkey, browser))).toEqual(REFUSED)
    }
    const options = await fetchOptions(openBrowser(), "auth/passkey/options")
    const { signature } = otherMember.authenticator.sign(options).response
    const validPasskey = authenticator.sign(options)
    const passkey = { ...validPasskey, response: { ...validPasskey.response, signature } }
    expect(getStatusAndCode(await sendPasskey(passkey))).toEqual(REFUSED)
    expect(getStatusAndCode((await signInByPasskey(createAuthenticator())).response)).toEqual(
      REFUSED,
    )
  })

  test("a copied passkey, whose counter has not increased, is refused", async () => {
    const { authenticator } = await makeMemberWithPasskey()
    const statuses: number[] = []
    for (const count of [5, 6, 6, 0, 7]) {
      const { response } = await signInByPasskey(authenticator, {
        deviations: { signatureCount: count },
      })
      statuses.push(response.status)
    }
    expect(statuses).toEqual([200, 200, 401, 401, 200])
  })

  test("a log-in with a passkey cancels the deletion of the account only on request", async () => {
    const { authenticator, id } = await makeMemberWithPasskey()
    await db.one`update users set deletion_due_at = now() + interval '7 days' where id = ${id}`
    expect(getStatusAndCode((await signInByPasskey(authenticator)).response)).toEqual([
      409,
      "account_leaving",
    ])
    const signedIn = await signInByPasskey(authenticator, { body: { keep: true } })
    expect(signedIn.response.status).toBe(200)
    expect(await db.value`select deletion_due_at from users where id = ${id}`).toBeNull()
  })

  test("a log-in with a passkey is refused for a blocked member", async () => {
    const { authenticator, id } = await makeMemberWithPasskey()
    await db.one`update users set blocked_at = now() where id = ${id}`
    const { response, browser } = await signInByPasskey(authenticator)
    expect(getStatusAndCode(response)).toEqual([403, "account_blocked"])
    expect(await isSignedIn(browser)).toBe(false)
  })

  test("the number of challenges per IP address is limited", async () => {
    const browser = openBrowser()
    await storeAttempts(db, "passkey", browser.ip, 300)
    const response = await callPasskeys(browser, "POST", "auth/passkey/options", {})
    expect(getStatusAndCode(response)).toEqual([429, "rate_limited"])
  })

  test("at the second login step, a passkey can be used instead of a code", async () => {
    const { authenticator, id, email } = await makeMemberWithPasskey({ password })
    await makeFactor(db, id)
    const browser = openBrowser()
    expect(getStatusAndCode(await signIn(email, password, browser))).toEqual([
      401,
      "second_factor_required",
    ])
    expect((await signInByPasskey(authenticator, { browser })).response.status).toBe(200)
    expect(browser.cookies.has("daina_step")).toBe(false)
  })
})

describe("confirming the identity", () => {
  test("only the member's own passkey confirms their identity", async () => {
    const { authenticator, browser, id } = await makeMemberWithPasskey()
    const other = await makeMemberWithPasskey()
    await ageSessions(db, id, "11 minutes")
    const getOptions = () => fetchOptions(browser, "account/proof/options")
    expect((await getOptions())["allowCredentials"]).toHaveLength(1)
    const foreignPasskey = other.authenticator.sign(await getOptions())
    expect(getStatusAndCode(await proveIdentity(browser, { passkey: foreignPasskey }))).toEqual(
      REFUSED,
    )
    const signedForOther = authenticator.sign(
      await fetchOptions(other.browser, "account/proof/options"),
    )
    expect(getStatusAndCode(await proveIdentity(browser, { passkey: signedForOther }))).toEqual(
      REFUSED,
    )
    const signedLogin = authenticator.sign(await fetchOptions(browser, "auth/passkey/options"))
    expect(getStatusAndCode(await proveIdentity(browser, { passkey: signedLogin }))).toEqual(
      REFUSED,
    )
    expect(getStatusAndCode(await exportAccount(browser))).toEqual([403, "sign_in_again"])
    const ownPasskey = authenticator.sign(await getOptions(), { userHandle: undefined })
    expect((await proveIdentity(browser, { passkey: ownPasskey })).status).toBe(204)
    expect((await exportAccount(browser)).status).toBe(200)
  })

  test("a member without passkeys gets no options", async () => {
    const { browser } = await makeMember(db)
    const response = await callPasskeys(browser, "POST", "account/proof/options", {})
    expect(getStatusAndCode(response)).toEqual([404, "not_found"])
  })
})

describe("renaming and removing", () => {
  test("a member can rename and remove only their own passkeys, after a recent log-in", async () => {
    const { browser, id, email, response, authenticator } = await makeMemberWithPasskey({
      password,
    })
    const path = `account/passkeys/${response.json["id"]}`
    const otherBrowser = (await makeMember(db, { password })).browser
    const name = { name: "Blue key" }
    for (const [method, body] of [["PATCH", name], ["DELETE"]] as const) {
      const refused = await callPasskeys(otherBrowser, method, path, body)
      expect(getStatusAndCode(refused)).toEqual([404, "not_found"])
    }
    expect((await callPasskeys(browser, "PATCH", path, name)).json).toMatchObject(name)
    await ageSessions(db, id, "11 minutes")
    for (const [method, body] of [["PATCH", name], ["DELETE"]] as const) {
      expect(getStatusAndCode(await callPasskeys(browser, method, path, body))).toEqual(STALE_PROOF)
    }
    await proveIdentity(browser, { password })
    expect((await callPasskeys(browser, "DELETE", path)).status).toBe(204)
    expect(mailbox.getLastMailTo(email).subject).toMatch(/passkey/i)
    expect(getStatusAndCode((await signInByPasskey(authenticator)).response)).toEqual(REFUSED)
  })

  test("the last passkey of a member without another way to log in cannot be removed", async () => {
    const { browser, response, id } = await makeMemberWithPasskey({
      googleSubject: crypto.randomUUID(),
    })
    const path = `account/passkeys/${response.json["id"]}`
    const disconnect = () => browser.send("DELETE", "/api/account/google")
    expect((await disconnect()).status).toBe(204)
    expect(getStatusAndCode(await callPasskeys(browser, "DELETE", path))).toEqual([
      409,
      "last_way_in",
    ])
    const second = await registerPasskey(browser)
    const secondPath = `account/passkeys/${second.response.json["id"]}`
    const responses = await Promise.all(
      [path, secondPath].map((target) => callPasskeys(browser, "DELETE", target)),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 409])
    expect(await db.value`select count(*) from passkeys where user_id = ${id}`).toBe(1)
  })

  test("a member who has just logged in with a passkey can turn off the second factor", async () => {
    const {
      authenticator,
      id,
      browser: passwordBrowser,
    } = await makeMemberWithPasskey({ password })
    await makeFactor(db, id)
    const turnOffFactor = (browser: TestBrowser) =>
      browser.send("DELETE", "/api/account/second-factor", {})
    expect(getStatusAndCode(await turnOffFactor(passwordBrowser))).toEqual([422, "invalid"])
    const { browser } = await signInByPasskey(authenticator)
    await ageSessions(db, id, "11 minutes")
    expect(getStatusAndCode(await turnOffFactor(browser))).toEqual([403, "sign_in_again"])
    const laterSignIn = await signInByPasskey(authenticator)
    expect((await turnOffFactor(laterSignIn.browser)).status).toBe(204)
  })
})

test("members cannot read keys or challenges of passkeys directly in SQL", async () => {
  const { id } = await makeMemberWithPasskey()
  const memberDb = auth.as({ userId: id })
  expect(await memberDb.many`select name from passkeys`).toEqual([{ name: "Phone" }])
  await expect(memberDb.many`select public_key from passkeys`).rejects.toThrow(/permission denied/)
  await expect(memberDb.many`select purpose from passkey_challenges`).rejects.toThrow(
    /permission denied/,
  )
  await expect(memberDb.many`delete from passkeys`).rejects.toThrow(/permission denied/)
  const other = auth.as({ userId: (await makeUser(db)).id })
  expect(await other.many`select id from passkeys`).toEqual([])
})
