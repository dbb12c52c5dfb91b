/** Asking for letters, and confirming it. */
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { beforeEach, describe, expect, test } from "vitest"
import { deleteUnconfirmedSubscriptions } from "../../db/queries/subscriptions.ts"
import account from "../../netlify/functions/account.ts"
import letters from "../../netlify/functions/letters.ts"
import { deliverMails } from "../../netlify/lib/deliver.ts"
import { LOCALES } from "../../src/i18n/locales.ts"
import { localePath } from "../../src/i18n/paths.ts"
import { ORIGIN, openBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeLetter, makeSubscriber, subscriptionsOf } from "../letters.ts"
import { mailbox, tokenIn } from "../mailbox.ts"
import { meanwhile } from "../meanwhile.ts"
import { makeMember } from "../members.ts"

const { owner, app, appUrl } = testDatabase()
const db = owner.as(null)
const box = mailbox()

beforeEach(async () => {
  await db.one`delete from subscriptions`
  await db.one`delete from attempts`
})

/** Calls as the form does, and waits for the mail. */
async function post(path: string, body: object, browser = openBrowser()) {
  const answer = await browser.call(letters, "POST", path, body)
  await browser.afterwards()
  return answer
}

const ask = (email: string, extra: object = {}, path = "/api/newsletter") =>
  post(path, { email, language: "en", ...extra })
const confirm = (token: string) => post("/api/letters/confirm", { token })

const english = JSON.parse(
  await readFile(new URL("../../public/locales/en/mails.json", import.meta.url), "utf8"),
)

describe.each([
  ["/api/newsletter", "newsletter"],
  ["/api/shop-notify", "shop"],
] as const)("%s", (path, list) => {
  test.each(LOCALES)(
    "in %s: the mail's link in that language puts the address on the list",
    async (language) => {
      const email = `reader-${language}@daina.test`
      const answer = await ask(email, { language }, path)
      expect([answer.status, answer.text]).toEqual([202, ""])
      expect(await subscriptionsOf(db, email)).toEqual([{ list, language, is_confirmed: false }])
      const mail = box.lastTo(email)
      const link = `${ORIGIN}${localePath("/newsletter/confirm", language)}#token=${tokenIn(mail)}`
      expect(mail.text).toContain(link)
      expect(mail.html).toContain(`href="${link}"`)
      expect(mail.html).toContain(`lang="${language}"`)

      const confirmed = await confirm(tokenIn(mail))
      expect([confirmed.status, confirmed.json]).toEqual([200, { list }])
      expect(await subscriptionsOf(db, email)).toEqual([{ list, language, is_confirmed: true }])
    },
  )

  test("what was agreed to is kept as it was worded, and said again in the mail", async () => {
    await ask("words@daina.test", {}, path)
    const wording = english[`confirm_${list}`].consent
    const row = await db.one`
      select consent_wording, consent_language, consented_at > now() - interval '1 minute' as is_now
      from subscriptions`
    expect(row).toEqual({ consent_wording: wording, consent_language: "en", is_now: true })
    expect(box.lastTo("words@daina.test").text).toContain(wording)
  })
})

test("no table holds what the link carries", async () => {
  await ask("secret@daina.test")
  const token = tokenIn(box.lastTo("secret@daina.test"))
  expect(token).toMatch(/^[\w-]{43}$/)
  const rows = await db.many<{ content: string }>`
    select table_to_xml(oid, true, false, '')::text as content
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`
  for (const { content } of rows) expect(content.includes(token)).toBe(false)
})

describe("asking again", () => {
  test("whoever is on the list hears the same, and stays on it as they were until they confirm", async () => {
    const email = "known@daina.test"
    await makeSubscriber(db, email, { language: "lt" })
    const [first, second] = [await ask(email, { language: "ru" }), await ask("new@daina.test")]
    expect([first.status, first.text, [...first.headers.keys()]]).toEqual([
      second.status,
      second.text,
      [...second.headers.keys()],
    ])
    expect(await subscriptionsOf(db, email)).toContainEqual({
      list: "newsletter",
      language: "lt",
      is_confirmed: true,
    })
    await confirm(tokenIn(box.lastTo(email)))
    expect(await subscriptionsOf(db, email)).toEqual([
      { list: "newsletter", language: "ru", is_confirmed: true },
    ])
  })

  test("a link works again, and so does an earlier one, without a second subscription", async () => {
    const email = "twice@daina.test"
    await ask(email)
    const first = tokenIn(box.lastTo(email))
    await ask(email.toUpperCase(), { language: "et" })
    const second = tokenIn(box.mails.at(-1) ?? box.lastTo(email))
    for (const token of [second, second, first]) expect((await confirm(token)).status).toBe(200)
    expect(await subscriptionsOf(db, email)).toEqual([
      { list: "newsletter", language: "et", is_confirmed: true },
    ])
  })

  test("two links pressed in one moment leave one subscription", async () => {
    const email = "moment@daina.test"
    await ask(email)
    await ask(email)
    const [one = "", other = ""] = box.mails.map(tokenIn)
    expect(one).not.toBe(other)
    const hash = createHash("sha256").update(one).digest("hex")
    const answer = await meanwhile(
      appUrl,
      ["select confirm_subscription(decode($1, 'hex'))", hash],
      () => confirm(other),
    )
    expect(answer.status).toBe(200)
    expect(await subscriptionsOf(db, email)).toHaveLength(1)
  })

  test("the shop's list is another one", async () => {
    const email = "both@daina.test"
    await makeSubscriber(db, email)
    await ask(email, {}, "/api/shop-notify")
    await confirm(tokenIn(box.lastTo(email)))
    expect((await subscriptionsOf(db, email)).map(({ list }) => list)).toEqual([
      "newsletter",
      "shop",
    ])
  })
})

describe("refusals", () => {
  test.each([
    [{ email: "" }, { email: "required" }],
    [{ email: undefined }, { email: "required" }],
    [{ email: "mari" }, { email: "invalid_email" }],
    [{ email: "mari@daina.test\r\nBcc: other@daina.test" }, { email: "invalid_email" }],
    [{ email: "mari@daina.test, other@daina.test" }, { email: "invalid_email" }],
    [{ email: `${"m".repeat(250)}@x.ee` }, { email: "too_long" }],
    [{ language: "de" }, { language: "invalid" }],
    [{ language: undefined }, { language: "invalid" }],
  ])("%j is sent nothing", async (wrong, errors) => {
    const answer = await ask("mari@daina.test", wrong)
    expect([answer.status, answer.json["errors"]]).toEqual([422, errors])
    expect(box.mails).toEqual([])
  })

  test("whoever fills in the field for robots hears the same, and nothing comes of it", async () => {
    const answer = await ask("robot@daina.test", { website: "https://spam.example" })
    expect([answer.status, answer.text]).toEqual([202, ""])
    expect(await subscriptionsOf(db, "robot@daina.test")).toEqual([])
    expect(box.mails).toEqual([])
  })

  test.each(["x".repeat(43), "short", "", "x".repeat(44)])(
    "no list is behind %j",
    async (token) => {
      const answer = await confirm(token)
      expect([answer.status, answer.json["code"]]).toEqual([410, "link_unusable"])
    },
  )

  test("a link that has run out confirms nothing", async () => {
    await ask("late@daina.test")
    await db.one`update mail_links set expires_at = now()`
    expect((await confirm(tokenIn(box.lastTo("late@daina.test")))).status).toBe(410)
  })
})

describe("limits", () => {
  test("eleven from one address within an hour are too many", async () => {
    const browser = openBrowser()
    const body = (index: number) => ({ email: `crowd-${index}@daina.test`, language: "en" })
    for (let index = 0; index < 10; index += 1) {
      expect((await post("/api/newsletter", body(index), browser)).status).toBe(202)
    }
    const refused = await post("/api/shop-notify", body(10), browser)
    expect([refused.status, refused.json["code"]]).toEqual([429, "rate_limited"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0)
    expect(box.mails).toHaveLength(10)
  })

  test("a mailbox gets five a day, whoever asks from wherever, and the answer does not tell", async () => {
    const email = "victim@daina.test"
    for (let index = 0; index < 4; index += 1) {
      expect(
        (await ask(email, {}, index % 2 ? "/api/newsletter" : "/api/shop-notify")).status,
      ).toBe(202)
    }
    const wish = ["newsletter", email, "en", "Write to me.", "en"]
    const asking: [string, ...unknown[]] = ["select ask_for_letters($1, $2, $3, $4, $5)", ...wish]
    expect((await meanwhile(appUrl, asking, () => ask(email))).status).toBe(202)
    await db.one`delete from attempts`
    expect((await ask(email)).status).toBe(202)
    expect(await subscriptionsOf(db, email)).toHaveLength(5)
    await db.one`update subscriptions set consented_at = consented_at - interval '1 day'`
    await db.one`delete from attempts`
    await ask(email)
    expect(await subscriptionsOf(db, email)).toHaveLength(6)
  })
})

test("what nobody confirmed within a week is forgotten with its mail; what was confirmed is not", async () => {
  await makeSubscriber(db, "stays@daina.test")
  await ask("forgotten@daina.test")
  await ask("waits@daina.test")
  await db.one`update subscriptions set consented_at = consented_at - interval '8 days'`
  await db.one`update mail_links set expires_at = now() where email <> 'waits@daina.test'`
  await deleteUnconfirmedSubscriptions(app.as(null))
  expect(await db.many`select email from subscriptions order by email`).toEqual([
    { email: "stays@daina.test" },
    { email: "waits@daina.test" },
  ])
  expect(await db.many`select from mails where subscription_id is not null`).toHaveLength(1)
})

test("while the mail server is down the answer is as ever, and the mail goes out later", async () => {
  await box.whileDown(async () => {
    expect((await ask("patient@daina.test")).status).toBe(202)
  })
  await db.one`update mails set next_try_at = now()`
  await deliverMails()
  expect((await confirm(tokenIn(box.lastTo("patient@daina.test")))).status).toBe(200)
})

describe("who may see them", () => {
  test("nobody's list is for strangers, members or admins; super admins read it", async () => {
    await makeSubscriber(db, "private@daina.test")
    await makeLetter(db, "private@daina.test")
    const counts = async (userId: string | null) => {
      const viewer = app.as(userId ? { userId } : null)
      return await viewer.one`
        select (select count(*) from subscriptions) as subscriptions, (select count(*) > 0 from letters)
          as has_letters, (select count(*) > 0 from letter_issues) as has_issues`
    }
    const none = { subscriptions: 0, has_letters: false, has_issues: false }
    expect(await counts(null)).toEqual(none)
    expect(await counts((await makeMember(db)).id)).toEqual(none)
    expect(await counts((await makeMember(db, { role: "admin" })).id)).toEqual(none)
    const boss = await makeMember(db, { role: "super_admin" })
    expect(await counts(boss.id)).toEqual({ subscriptions: 1, has_letters: true, has_issues: true })
    const asBoss = app.as({ userId: boss.id })
    await expect(asBoss.one`delete from subscriptions`).rejects.toThrow(/permission denied/)
    await expect(asBoss.many`select * from letter_recipients('newsletter')`).rejects.toThrow(
      /permission denied/,
    )
  })

  test("a member's export holds what was asked for with their address, once it is confirmed", async () => {
    const exported = async (verified: boolean) => {
      const { email, browser } = await makeMember(db, { verified })
      await makeSubscriber(db, email, { list: "shop", language: "lv" })
      await makeLetter(db, email, "shop")
      return (await browser.call(account, "GET", "/api/account/export")).json
    }
    const whole = await exported(true)
    expect(whole["subscriptions"]).toEqual([
      expect.objectContaining({ list: "shop", language: "lv", consent_wording: "Write to me." }),
    ])
    expect(whole["letters"]).toEqual([expect.objectContaining({ list: "shop", language: "en" })])
    expect(await exported(false)).toMatchObject({ subscriptions: [], letters: [] })
  })
})
