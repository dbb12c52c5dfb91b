/** What mails say, and to whom. */
import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import auth from "../../netlify/functions/auth.ts"
import authMail from "../../netlify/functions/auth-mail.ts"
import { flatten } from "../../src/i18n/flatten.ts"
import { LOCALES } from "../../src/i18n/locales.ts"
import { localePath } from "../../src/i18n/paths.ts"
import { SITE } from "../../src/site.ts"
import { ORIGIN, openBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeProfile, makeUser } from "../factories.ts"
import { mailbox, tokenIn } from "../mailbox.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const box = mailbox()

/** Calls as the form does, and waits for what goes on after the answer. */
async function post(path: string, body: object, headers?: Record<string, string>) {
  const browser = openBrowser()
  const handler = path.endsWith("sign-up") ? auth : authMail
  const answer = await browser.call(handler, "POST", path, body, headers)
  await browser.afterwards()
  return answer
}

const signUp = (email: string, extra: object = {}) =>
  post("/api/auth/sign-up", { email, password: "tere-mari", terms: true, ...extra })
const forgot = (email: string, extra: object = {}) =>
  post("/api/auth/forgot-password", { email, ...extra })

async function textsOf(locale: string) {
  const read = async (name: string) => {
    const file = new URL(`../../public/locales/${name}/mails.json`, import.meta.url)
    return flatten("mails", JSON.parse(await readFile(file, "utf8")))
  }
  const texts = { ...(await read("en")), ...(await read(locale)) }
  return (key: string) =>
    (texts[`mails:${key}`] ?? key)
      .replaceAll("{{site}}", SITE.name)
      .replaceAll("{{address}}", "daina.test")
}

const seen = (html = "") =>
  html
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replace(/<[^>]*>/g, " ")
    .replace(/[ \n]+/g, " ")

test.each(LOCALES)("signing up in %s brings a mail in that language", async (locale) => {
  const email = `new-${locale}@daina.test`
  expect((await signUp(email, { language: locale })).status).toBe(201)
  expect(box.mails).toHaveLength(1)
  const mail = box.lastTo(email)
  const t = await textsOf(locale)
  const link = `${ORIGIN}${localePath("/verify-email", locale)}#token=${tokenIn(mail)}`
  expect(tokenIn(mail)).toMatch(/^[\w-]{43}$/)
  expect(mail.subject).toBe(t("verify_email.subject"))
  expect(mail.text).toContain(link)
  expect(mail.html).toContain(`href="${link}"`)
  expect(mail.html).toContain(`lang="${locale}"`)
  for (const part of ["lead", "button", "life", "unasked"]) {
    expect(mail.text).toContain(t(`verify_email.${part}`))
    expect(seen(mail.html)).toContain(t(`verify_email.${part}`))
  }
  for (const part of ["helloNameless", "why"]) {
    expect(mail.text).toContain(t(part))
    expect(seen(mail.html)).toContain(t(part))
  }
  expect(mail.from).toMatchObject({ name: SITE.name, address: SITE.email })
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
  )
})

test("the language is the member's own, whoever asks on whichever page", async () => {
  const { email } = await makeUser(db, { language: "lt" })
  await forgot(email, { language: "ru" })
  const mail = box.lastTo(email)
  expect(mail.text).toContain(`${ORIGIN}/lt/reset-password#token=`)
  expect(mail.subject).toBe((await textsOf("lt"))("reset_password.subject"))
})

test("a name greets, and can neither add a header nor markup", async () => {
  const { id, email } = await makeUser(db, { verified: true })
  const name = '"><script>x</script>\r\nBcc: victim@x.ee\r\n\r\n{{site}}'
  await makeProfile(db, id, { display_name: name })
  await forgot(email)
  expect(box.mails).toHaveLength(1)
  const mail = box.lastTo(email)
  expect(mail.to).toEqual([expect.objectContaining({ address: email })])
  expect([mail.bcc, mail.cc]).toEqual([undefined, undefined])
  expect(mail.headers.map(({ key }) => key)).not.toContain("bcc")
  expect(mail.html).not.toContain("<script")
  expect(mail.text).toContain('Hi "><script>')
  expect(mail.text).toContain("{{site}}")
})

test("whoever has not confirmed the address is greeted by no name: it may be a stranger's words", async () => {
  const { id, email } = await makeUser(db)
  await makeProfile(db, id, { display_name: "You won, see evil.example" })
  await forgot(email)
  const { text, html } = box.lastTo(email)
  expect(text).toContain((await textsOf("en"))("helloNameless"))
  expect(`${text}${html}`).not.toContain("evil.example")
})

test.each([
  "a@b.ee\r\nBcc: victim@x.ee",
  "a@b.ee, victim@x.ee",
  "Mari <a@b.ee>",
  '"a\nb"@c.ee',
  "a@b.ee\u0000",
])("nothing is sent to %j", async (email) => {
  for (const answer of [await signUp(email), await forgot(email)]) expect(answer.status).toBe(422)
  expect(box.mails).toEqual([])
})

test("links lead to our own address, whatever host the call names", async () => {
  const { email } = await makeUser(db)
  const evil = "http://evil.example"
  const answer = await post(
    `${evil}/api/auth/forgot-password`,
    { email },
    { host: "evil.example", origin: evil, "x-forwarded-host": "evil.example" },
  )
  expect(answer.status).toBe(204)
  const { text, html } = box.lastTo(email)
  expect(text).toContain(`${ORIGIN}/reset-password#token=`)
  expect(`${text}${html}`).not.toContain("evil")
})
