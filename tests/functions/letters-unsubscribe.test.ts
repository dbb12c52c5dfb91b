/** Leaving a list: by a letter's link, by a mail program's button, in the profile, with the account. */
import { beforeEach, describe, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import unsubscribe from "../../netlify/functions/letters-unsubscribe.ts"
import { openBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeLetter, makeSubscriber, subscriptionsOf } from "../letters.ts"
import { makeMember } from "../members.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const PATH = "/api/letters/unsubscribe"

beforeEach(async () => void (await db.one`delete from subscriptions`))

const byPage = (token: string) => openBrowser().call(unsubscribe, "POST", PATH, { token })

/** As a mail provider's server does it: a form, from elsewhere, without cookies. */
const byButton = (token: string, headers: Record<string, string> = {}) =>
  openBrowser().call(
    unsubscribe,
    "POST",
    `${PATH}?${new URLSearchParams({ token, language: "lv" })}`,
    new TextEncoder().encode("List-Unsubscribe=One-Click"),
    {
      origin: "",
      "sec-fetch-site": "",
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
  )

describe.each([
  ["the page's button", byPage],
  ["a mail program's button", byButton],
])("%s", (_what, leave) => {
  test("takes the address off that list alone, and can be pressed again", async () => {
    await makeSubscriber(db, "mari@daina.test")
    await makeSubscriber(db, "mari@daina.test", { list: "shop" })
    await makeSubscriber(db, "mari@daina.test", { confirmed: false })
    await makeSubscriber(db, "other@daina.test")
    const token = await makeLetter(db, "MARI@daina.test")
    for (const _press of [1, 2]) {
      const answer = await leave(token)
      expect([answer.status, answer.json]).toEqual([200, { list: "newsletter" }])
    }
    const left = await subscriptionsOf(db, "mari@daina.test")
    expect(left.map(({ list }) => list)).toEqual(["shop"])
    expect(await subscriptionsOf(db, "other@daina.test")).toHaveLength(1)
  })

  test("takes a member's consent away, with the moment, and only for the newsletter", async () => {
    const { id, email, browser } = await makeMember(db, { verified: true })
    const consent = () => db.one`
      select marketing_consent_at is not null as is_given,
        marketing_withdrawn_at > now() - interval '1 minute' as is_withdrawn_now
      from users where id = ${id}`
    await browser.call(account, "PATCH", "/api/account", { marketing_consent: true })
    await leave(await makeLetter(db, email, "shop"))
    expect(await consent()).toEqual({ is_given: true, is_withdrawn_now: null })
    await leave(await makeLetter(db, email))
    expect(await consent()).toEqual({ is_given: false, is_withdrawn_now: true })
    await browser.call(account, "PATCH", "/api/account", { marketing_consent: true })
    expect(await consent()).toEqual({ is_given: true, is_withdrawn_now: null })
  })

  test.each(["x".repeat(43), "short", "'; drop table users --"])(
    "refuses %j, which no letter had",
    async (token) => {
      const answer = await leave(token)
      expect([answer.status, answer.json["code"]]).toEqual([410, "link_unusable"])
    },
  )
})

test("an old letter's link works for who subscribed anew since", async () => {
  const token = await makeLetter(db, "again@daina.test")
  await makeSubscriber(db, "again@daina.test")
  await byButton(token)
  await makeSubscriber(db, "again@daina.test", { language: "ru" })
  expect((await byButton(token)).status).toBe(200)
  expect(await subscriptionsOf(db, "again@daina.test")).toEqual([])
})

test("a mail program's form may come from any site, and in parts", async () => {
  await makeSubscriber(db, "cross@daina.test")
  const token = await makeLetter(db, "cross@daina.test")
  const answer = await byButton(token, {
    origin: "https://mail.example",
    "sec-fetch-site": "cross-site",
    "content-type": "multipart/form-data; boundary=x",
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(await subscriptionsOf(db, "cross@daina.test")).toEqual([])
})

test("opening the button's address does nothing but lead to the page, in the reader's language", async () => {
  await makeSubscriber(db, "opened@daina.test")
  const token = await makeLetter(db, "opened@daina.test")
  const open = (language: string) =>
    openBrowser().call(unsubscribe, "GET", `${PATH}?${new URLSearchParams({ token, language })}`)
  for (const [language, page] of [
    ["lv", "/lv/newsletter/unsubscribe"],
    ["en", "/newsletter/unsubscribe"],
    ["//evil.example", "/newsletter/unsubscribe"],
  ] as const) {
    const answer = await open(language)
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${page}#token=${token}`])
  }
  expect(await subscriptionsOf(db, "opened@daina.test")).toHaveLength(1)
})

describe("a member who says no to news in their profile", () => {
  const sayNo = async (options: { verified: boolean }) => {
    const { email, browser } = await makeMember(db, options)
    await makeSubscriber(db, email)
    await makeSubscriber(db, email, { list: "shop" })
    await browser.call(account, "PATCH", "/api/account", { marketing_consent: true })
    await browser.call(account, "PATCH", "/api/account", { marketing_consent: false })
    return (await subscriptionsOf(db, email)).map(({ list }) => list)
  }

  test("gets no newsletter either, though it was asked for elsewhere", async () => {
    expect(await sayNo({ verified: true })).toEqual(["shop"])
  })

  test("ends nobody else's, whose address they signed up with", async () => {
    expect(await sayNo({ verified: false })).toEqual(["newsletter", "shop"])
  })
})

test("who deletes their account is forgotten here; a stranger's account takes nothing along", async () => {
  for (const verified of [true, false]) {
    const { id, email } = await makeMember(db, { verified })
    await makeSubscriber(db, email)
    await db.one`delete from users where id = ${id}`
    expect(await subscriptionsOf(db, email)).toHaveLength(verified ? 0 : 1)
  }
})
