/** How often is too often, counted in the database. */
import { createHash } from "node:crypto"
import { describe, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import auth from "../../netlify/functions/auth.ts"
import authMail from "../../netlify/functions/auth-mail.ts"
import profile from "../../netlify/functions/profile.ts"
import { type Answer, openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeSession, makeUser } from "../factories.ts"
import { meanwhile } from "../meanwhile.ts"
import { browserOf, makeMember } from "../members.ts"

const { owner, appUrl } = testDatabase()
const db = owner.as(null)
const password = "tere-mari"

const times = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const numberOf = (answers: Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

/** As if everything so far had happened that much earlier. */
const letPass = (span: string) => db.one`
  update attempts set last_at = last_at - ${span}::interval,
    moments = array(select m - ${span}::interval from unnest(moments) as m order by m)`

const expectRefusal = (answer: Answer, mostSeconds: number) => {
  expect([answer.status, answer.json["code"]]).toEqual([429, "rate_limited"])
  const wait = Number(answer.headers.get("retry-after"))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(mostSeconds)
}

describe("signing in", () => {
  const signIn = (email: string, tried: string, browser: TestBrowser) =>
    browser.call(auth, "POST", "/api/auth/sign-in", { email, password: tried })
  const failTimes = (count: number, email: string, browser: TestBrowser) =>
    times(count, () => signIn(email, "wrong-one", browser))

  test("the eleventh try in five minutes is refused, although the password is right", async () => {
    const { email } = await makeUser(db, { password })
    const browser = openBrowser()
    expect(numberOf(await failTimes(10, email, browser), 401)).toBe(10)
    const refused = await signIn(email, password, browser)
    expectRefusal(refused, 300)
    expect(refused.headers.getSetCookie()).toEqual([])
    expectRefusal(await signIn(email.toUpperCase(), password, browser), 300)

    await letPass("5 minutes")
    expect((await signIn(email, password, browser)).status).toBe(200)
  })

  test("neither another address nor another account suffers from it", async () => {
    const { email } = await makeUser(db, { password })
    const other = await makeUser(db, { password })
    const browser = openBrowser()
    await failTimes(11, email, browser)
    expect((await signIn(other.email, password, browser)).status).toBe(200)
    expect((await signIn(email, password, openBrowser())).status).toBe(200)
    expectRefusal(await signIn(email, password, openBrowser(browser.ip)), 300)
  })

  test("all addresses of one household's network count as one", async () => {
    const { email } = await makeUser(db, { password })
    await times(10, (index) => signIn(email, "wrong-one", openBrowser(`2001:db8:1:2::${index}`)))
    expectRefusal(await signIn(email, password, openBrowser("2001:db8:1:2:ffff::1")), 300)
    expect((await signIn(email, password, openBrowser("2001:db8:1:3::1"))).status).toBe(200)
  })

  test("a success forgets the failures before it", async () => {
    const { email } = await makeUser(db, { password })
    const browser = openBrowser()
    await failTimes(9, email, browser)
    expect((await signIn(email, password, browser)).status).toBe(200)
    expect(numberOf(await failTimes(10, email, browser), 401)).toBe(10)
  })

  test("of 50 tries at once ten get through, for an unknown account too", async () => {
    const { email } = await makeUser(db, { password })
    for (const tried of [email, "nobody-at-all@daina.test"]) {
      const answers = await failTimes(50, tried, openBrowser())
      expect([numberOf(answers, 401), numberOf(answers, 429)]).toEqual([10, 40])
    }
  })
})

describe("signing up", () => {
  const signUp = (email: string, browser: TestBrowser) =>
    browser.call(auth, "POST", "/api/auth/sign-up", { email, password, terms: true })
  const accountsLike = async (pattern: string) =>
    (await db.many`select id from users where email like ${pattern}`).length

  test("five accounts an hour come from an address, also of many tries at once", async () => {
    const browser = openBrowser()
    const answers = await times(8, (index) => signUp(`crowd-${index}@daina.test`, browser))
    expect([numberOf(answers, 201), numberOf(answers, 429)]).toEqual([5, 3])
    expect(await accountsLike("crowd-%")).toBe(5)

    const refused = await signUp("late@daina.test", browser)
    expectRefusal(refused, 3600)
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(await accountsLike("late@%")).toBe(0)
    expect((await signUp("late@daina.test", openBrowser())).status).toBe(201)

    await letPass("1 hour")
    expect((await signUp("later@daina.test", browser)).status).toBe(201)
  })

  test("trying out which addresses have an account counts as well", async () => {
    const { email } = await makeUser(db)
    const browser = openBrowser()
    const answers = await times(7, () => signUp(email, browser))
    expect([numberOf(answers, 409), numberOf(answers, 429)]).toEqual([5, 2])
    expectRefusal(await signUp("quite-new@daina.test", browser), 3600)
  })
})

describe("links for a new password", () => {
  const reset = (token: string, browser: TestBrowser) =>
    browser.call(authMail, "POST", "/api/auth/reset-password", { token, password })
  const makeLink = async (token: string) => {
    const { id, email } = await makeUser(db)
    const hash = createHash("sha256").update(token).digest("hex")
    await db.one`
      insert into mail_links (token_hash, user_id, purpose, email, expires_at)
      values (decode(${hash}, 'hex'), ${id}, 'reset_password', ${email}, now() + interval '1 hour')`
  }

  test("twenty an hour are tried from an address, then not even a good one works", async () => {
    const good = "g".repeat(43)
    await makeLink(good)
    const browser = openBrowser()
    const answers = await times(25, (index) => reset(`${index}`.padStart(43, "x"), browser))
    expect([numberOf(answers, 410), numberOf(answers, 429)]).toEqual([20, 5])
    expectRefusal(await reset(good, browser), 3600)
    expect((await reset(good, openBrowser())).status, "it was not used up").toBe(204)

    await makeLink("h".repeat(43))
    await letPass("1 hour")
    expect((await reset("h".repeat(43), browser)).status).toBe(204)
  })
})

describe("pictures", () => {
  const send = (browser: TestBrowser) =>
    browser.call(profile, "PUT", "/api/profile/avatar", new Uint8Array([1]), {
      "content-type": "image/png",
    })

  test("twenty in ten minutes are drawn for a member, on whatever device", async () => {
    const { id, browser } = await makeMember(db)
    const answers = await times(24, () => send(browser))
    expect([numberOf(answers, 415), numberOf(answers, 429)]).toEqual([20, 4])
    expectRefusal(await send(await browserOf(db, id)), 600)
    expect((await send((await makeMember(db)).browser)).status).toBe(415)
    await letPass("10 minutes")
    expect((await send(browser)).status).toBe(415)
  })
})

describe("mails", () => {
  const forgot = (email: string, browser = openBrowser()) =>
    browser.call(authMail, "POST", "/api/auth/forgot-password", { email })
  const resend = (browser: TestBrowser) =>
    browser.call(authMail, "POST", "/api/auth/resend-verification", {})
  const mailsTo = async (id: string) =>
    (await db.many`select from mails where user_id = ${id}`).length

  test("five an hour are sent from an address, whatever they are for", async () => {
    const { id, email, browser } = await makeMember(db)
    const answers = [
      ...(await times(3, () => forgot(email, browser))),
      ...(await times(2, () => resend(browser))),
    ]
    expect(numberOf(answers, 204)).toBe(5)
    expectRefusal(await forgot(email, browser), 3600)
    expectRefusal(await forgot("nobody@daina.test", browser), 3600)
    expectRefusal(await resend(browser), 3600)
    expect(await mailsTo(id)).toBe(5)
    expect((await forgot(email)).status).toBe(204)
    await letPass("1 hour")
    expect((await resend(browser)).status).toBe(204)
  })

  test("nobody's mailbox gets more than five of a kind an hour, from wherever they are asked for", async () => {
    const { id, email } = await makeUser(db)
    for (let index = 0; index < 6; index += 1) expect((await forgot(email)).status).toBe(204)
    expect(await mailsTo(id)).toBe(5)
    await letPass("1 hour")
    await db.one`update mails set created_at = created_at - interval '1 hour'`
    await forgot(email)
    expect(await mailsTo(id)).toBe(6)
  })

  test("nor when two are asked for at the same moment", async () => {
    const { id, email } = await makeUser(db)
    for (let index = 0; index < 4; index += 1) await forgot(email)
    const asking: [string, string] = ["select ask_for_reset($1)", email]
    expect((await meanwhile(appUrl, asking, () => forgot(email))).status).toBe(204)
    expect(await mailsTo(id)).toBe(5)
  })

  test("nor by leaving and signing up again with the same address", async () => {
    const counts: number[] = []
    for (const email of ["Flood@daina.test", "flood@daina.test", "FLOOD@daina.test"]) {
      for (let round = 0; round < 2; round += 1) {
        const browser = openBrowser()
        const body = { email, password, terms: true }
        const { status, json } = await browser.call(auth, "POST", "/api/auth/sign-up", body)
        expect(status).toBe(201)
        counts.push(await mailsTo(String(Object(json["user"]).id)))
        await browser.call(account, "DELETE", "/api/account", { password })
      }
    }
    expect(counts).toEqual([1, 1, 1, 1, 1, 0])
  })

  test("nor by changing the password again and again, which goes on all the same", async () => {
    const { id, browser } = await makeMember(db, { password })
    for (let round = 0; round < 6; round += 1) {
      const body = {
        current_password: round === 0 ? password : `round-${round - 1}`,
        new_password: `round-${round}`,
      }
      const answer = await browser.call(account, "PUT", "/api/account/password", body)
      expect(answer.status).toBe(204)
    }
    expect(await mailsTo(id)).toBe(5)
  })
})

describe("writing", () => {
  const writes = [
    (browser: TestBrowser) =>
      browser.call(account, "PATCH", "/api/account", { marketing_consent: true }),
    (browser: TestBrowser) =>
      browser.call(profile, "PATCH", "/api/profile", { display_name: "Mari" }),
    (browser: TestBrowser) => browser.call(account, "DELETE", "/api/account/sessions"),
  ] as const
  const writeTimes = (count: number, browser: TestBrowser) =>
    times(count, (index) => (writes[index % 3] ?? writes[0])(browser))

  test("sixty writes a minute are a member's, over all functions and devices", async () => {
    const { id, browser } = await makeMember(db)
    await times(20, () => browser.call(account, "GET", "/api/account"))
    const answers = (await Promise.all([writeTimes(40, browser), writeTimes(40, browser)])).flat()
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect(statuses.filter((status) => status === 200 || status === 204)).toHaveLength(60)

    browser.cookies.set("daina_session", await makeSession(db, id))
    for (const write of writes) expectRefusal(await write(browser), 60)
    expect((await browser.call(account, "GET", "/api/account")).status).toBe(200)
    const other = await makeMember(db)
    expect((await writeTimes(1, other.browser))[0]?.status).toBe(200)

    await letPass("1 minute")
    expect((await writeTimes(1, browser))[0]?.status).toBe(200)
  })
})

test("what no limit looks back at any more is cleared away", async () => {
  await openBrowser().call(auth, "POST", "/api/auth/sign-in", { email: "a@b.ee", password: "x" })
  const count = async () => (await db.many`select from attempts`).length
  await db.one`select delete_old_attempts()`
  expect(await count()).toBeGreaterThan(0)
  await letPass("61 minutes")
  await db.one`select delete_old_attempts()`
  expect(await count()).toBe(0)
})

test("whose attempts they are stands nowhere in clear", async () => {
  const browser = openBrowser("203.0.113.77")
  const email = "clear@daina.test"
  await browser.call(auth, "POST", "/api/auth/sign-in", { email, password: "x" })
  const rows = await db.many<{ row: string }>`select a::text as row from attempts a`
  expect(rows.length).toBeGreaterThan(0)
  const text = `${rows.map(({ row }) => row)}`
  for (const clear of [email, browser.ip]) {
    expect(text).not.toContain(clear)
    expect(text).not.toContain(Buffer.from(clear).toString("hex"))
  }
})
