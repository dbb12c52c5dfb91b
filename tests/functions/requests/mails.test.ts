import { readFile } from "node:fs/promises"
import { beforeEach, expect, test } from "vitest"
import type { MailKind } from "../../../db/queries/mails.ts"
import { renderMail } from "../../../netlify/lib/mail/mail-texts.ts"
import english from "../../../public/locales/en/mails.json" with { type: "json" }
import { LOCALES } from "../../../src/i18n/locales.ts"
import { localePath } from "../../../src/i18n/paths.ts"
import { flatten } from "../../../src/i18n/translate.ts"
import { SITE } from "../../../src/site.ts"
import { ORIGIN, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser, storeProfile } from "../../support/factories.ts"
import { getToken, startMailbox } from "../../support/mailbox.ts"
import {
  signUp as callSignUp,
  password,
  requestPasswordReset,
} from "../../support/people/sign-in.ts"

const { db, clear } = await openTestDatabase()
const mailbox = startMailbox()

beforeEach(() => clear("mails"))

const signUp = (email: string, extra: object = {}) =>
  callSignUp({ email, password, terms: true, ...extra })

/** Returns a function that translates a key of mails.json. English replaces missing texts. */
async function readTexts(locale: string) {
  const read = async (name: string) => {
    const file = new URL(`../../../public/locales/${name}/mails.json`, import.meta.url)
    return flatten("mails", JSON.parse(await readFile(file, "utf8")))
  }
  const texts = { ...(await read("en")), ...(await read(locale)) }
  return (key: string) =>
    (texts[`mails:${key}`] ?? key)
      .replaceAll("{{site}}", SITE.name)
      .replaceAll("{{address}}", "daina.test")
}

const getVisibleText = (html = "") =>
  html
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replace(/<[^>]*>/g, " ")
    .replace(/[ \n]+/g, " ")

test.each(LOCALES)("no email in %s shows an unfilled placeholder", async (locale) => {
  const kinds = Object.keys(english).filter((key) => "button" in Object(Reflect.get(english, key)))
  expect(kinds).toContain("role_given")
  for (const kind of kinds as MailKind[]) {
    const options = { locale, link: ORIGIN, name: null, site: "daina.test" }
    const { subject, text } = renderMail({ kind, ...options })
    expect(`${subject}\n${text}`, kind).not.toContain("{{")
  }
})

test.each<[MailKind, string]>([
  ["event_changed", "you signed up for this event"],
  ["event_helper", "you're helping at this event"],
  ["team_admin", "you're a member of the team"],
  ["team_removed", "you were a member of the team"],
  ["join_request", "the team is yours"],
  ["join_declined", "you asked to join a team"],
  ["weekly_digest", "you turned on the Friday digest"],
  ["password_changed", "you have an account"],
  ["account_deleted", "this address belonged to an account"],
  ["report_hidden", "you reported something"],
])("the footer of %s contains the reason: %s", (kind, reason) => {
  const pages = { unsubscribe: `${ORIGIN}/off`, preferences: `${ORIGIN}/choices` }
  const options = { locale: "en", link: ORIGIN, name: null, site: "daina.test", pages } as const
  const { text, html } = renderMail({ kind, ...options })
  for (const expected of [`because ${reason}.`, "/off", "/choices"]) {
    expect(text).toContain(expected)
    expect(getVisibleText(html) + html).toContain(expected)
  }
})

test("the footer of a security alert gives one reason only", () => {
  const options = { locale: "en", link: ORIGIN, name: null, site: "daina.test" } as const
  const { text } = renderMail({ kind: "security_alert", ...options })
  expect(text.split("because")).toHaveLength(2)
})

test.each(LOCALES)("signing up in %s sends an email in that language", async (locale) => {
  const email = `new-${locale}@daina.test`
  expect((await signUp(email, { language: locale })).status).toBe(201)
  expect(mailbox.mails).toHaveLength(1)
  const mail = mailbox.getLastMailTo(email)
  const t = await readTexts(locale)
  const link = `${ORIGIN}${localePath("/verify-email", locale)}#token=${getToken(mail)}`
  expect(getToken(mail)).toMatch(/^[\w-]{43}$/)
  expect(mail.subject).toBe(t("verify_email.subject"))
  expect(mail.text).toContain(link)
  expect(mail.html).toContain(`href="${link}"`)
  expect(mail.html).toContain(`lang="${locale}"`)
  const ownKeys = ["lead", "button", "life", "unasked"].map((key) => `verify_email.${key}`)
  for (const key of [...ownKeys, "helloNameless", "why.address"]) {
    expect(mail.text).toContain(t(key))
    expect(getVisibleText(mail.html)).toContain(t(key))
  }
  expect(mail.from).toMatchObject({ name: SITE.name, address: SITE.email })
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  )
})

test("an email has the member's language, not the language of the page", async () => {
  const { email } = await makeUser(db, { language: "lt" })
  await openBrowser().send("POST", "/api/auth/forgot-password", { email, language: "ru" })
  const mail = mailbox.getLastMailTo(email)
  expect(mail.text).toContain(`${ORIGIN}/lt/reset-password#token=`)
  expect(mail.subject).toBe((await readTexts("lt"))("reset_password.subject"))
})

test("a name in the greeting can add neither a header nor markup", async () => {
  const { id, email } = await makeUser(db, { isConfirmed: true })
  const name = '"><script>x</script>\r\nBcc: victim@x.ee\r\n\r\n{{site}}'
  await storeProfile(db, id, { display_name: name })
  await requestPasswordReset(email)
  expect(mailbox.mails).toHaveLength(1)
  const mail = mailbox.getLastMailTo(email)
  expect(mail.to).toEqual([expect.objectContaining({ address: email })])
  expect([mail.bcc, mail.cc]).toEqual([undefined, undefined])
  expect(mail.headers.map(({ key }) => key)).not.toContain("bcc")
  expect(mail.html).not.toContain("<script")
  expect(mail.text).toContain('Hi "><script>')
  expect(mail.text).toContain("{{site}}")
})

test("the greeting has no name before the address is confirmed", async () => {
  const { id, email } = await makeUser(db, { isConfirmed: false })
  await storeProfile(db, id, { display_name: "You won, see evil.example" })
  await requestPasswordReset(email)
  const { text, html } = mailbox.getLastMailTo(email)
  expect(text).toContain((await readTexts("en"))("helloNameless"))
  expect(`${text}${html}`).not.toContain("evil.example")
})

test.each(["a@b.ee\r\nBcc: victim@x.ee", "a@b.ee, victim@x.ee", '"a\nb"@c.ee'])(
  "no email is sent to the invalid address %j",
  async (email) => {
    for (const response of [await signUp(email), await requestPasswordReset(email)])
      expect(response.status).toBe(422)
    expect(mailbox.mails).toEqual([])
  },
)

test("links in emails start with SITE_URL, not with the host name of the request", async () => {
  const { email } = await makeUser(db)
  const evil = "http://evil.example"
  const headers = { host: "evil.example", origin: evil, "x-forwarded-host": "evil.example" }
  const path = `${evil}/api/auth/forgot-password`
  const response = await openBrowser().send("POST", path, { email }, headers)
  expect(response.status).toBe(204)
  const { text, html } = mailbox.getLastMailTo(email)
  expect(text).toContain(`${ORIGIN}/reset-password#token=`)
  expect(`${text}${html}`).not.toContain("evil")
})
