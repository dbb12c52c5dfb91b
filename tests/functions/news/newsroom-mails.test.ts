import { beforeEach, describe, expect, test } from "vitest"
import { deliverMails } from "../../../netlify/lib/mail/deliver.ts"
import { ORIGIN } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation, makeUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  EDITOR,
  makePublishingTranslatorGrant,
  makeTranslatorGrant,
  makeWriter,
} from "../../support/people/newsroom.ts"

const { db, clear } = await openTestDatabase()
const mailbox = startMailbox()

let superAdmin: Member
beforeEach(async () => {
  await clear("users")
  superAdmin = await makeMember(db, { role: "super_admin" })
})

/** Gives a member a newsroom right as the super admin. Without `grant`, revokes the right. */
async function setGrant(id: string, grant?: object): Promise<void> {
  const path = `/api/admin/users/${id}/newsroom`
  const response = await superAdmin.browser.send(grant ? "PUT" : "DELETE", path, grant)
  expect(response.status).toBeLessThan(300)
}

test("a new translator gets an email in their own language, with the granted languages and a link", async () => {
  const { id, email } = await makeUser(db, { language: "lv" })
  await setGrant(id, makeTranslatorGrant(["lv", "ru"]))
  const { subject, text } = mailbox.getLastMailTo(email)
  expect(subject).toBe("Tagad vari rakstīt vietnē Daina")
  expect(text).toContain("\n\nTavas valodas: latviešu un krievu\n\n")
  expect(text).toContain(`\n${ORIGIN}/lv/newsroom\n`)
})

test("the email to a new editor lists no languages", async () => {
  const { id, email } = await makeUser(db, { language: "en" })
  await setGrant(id, EDITOR)
  expect(mailbox.getLastMailTo(email).text).not.toContain("Your languages")
})

test("giving the same newsroom right again sends no second email", async () => {
  const { id } = await makeUser(db, { language: "en" })
  for (const _attempt of [1, 2]) await setGrant(id, EDITOR)
  expect(mailbox.mails).toHaveLength(1)
})

test("no email about a newsroom right is sent after the right was revoked or changed", async () => {
  const { id } = await makeUser(db)
  const otherMember = await makeUser(db, { language: "en" })
  await mailbox.runWhileDown(async () => {
    delete process.env.SMTP_URL
    await setGrant(id, EDITOR)
    await setGrant(id)
    await setGrant(otherMember.id, EDITOR)
    await setGrant(otherMember.id, makeTranslatorGrant(["et"]))
  })
  await deliverMails()
  expect(mailbox.mails).toHaveLength(1)
  expect(mailbox.getLastMailTo(otherMember.email).text).toContain("Your languages: Estonian")
})

test("a super admin who takes a newsroom right gets no email", async () => {
  await setGrant(superAdmin.id, EDITOR)
  expect(mailbox.mails).toEqual([])
})

describe("a finished translation", () => {
  let original: string
  let translation: string
  let translator: Member
  beforeEach(async () => {
    await clear("news")
    const article = await makeArticle(db, { title: "A night" })
    original = article.id
    const draft = { title: "Nakts", published: false }
    translation = (await makeTranslation(db, article, "lv", draft)).id
    translator = await makeWriter(db, makeTranslatorGrant(["lv"]), { isConfirmed: true })
  })
  const confirmedOptions = { isConfirmed: true, language: "en" } as const
  async function announceReady(id = translation, { browser } = translator) {
    const response = await browser.send("POST", `/api/admin/news/${id}/ready`, {})
    return response.status
  }

  test("two announcements send one email to each member who may publish the translation", async () => {
    const editor = await makeWriter(db, EDITOR, confirmedOptions)
    const publisher = await makeWriter(
      db,
      makePublishingTranslatorGrant(["lv", "et"]),
      confirmedOptions,
    )
    await makeWriter(db, makePublishingTranslatorGrant(["ru"]), confirmedOptions)
    await makeWriter(db, makeTranslatorGrant(["lv"]), confirmedOptions)
    await makeWriter(db, EDITOR, { isConfirmed: false })
    expect([await announceReady(), await announceReady()]).toEqual([204, 204])
    expect(mailbox.listRecipients()).toEqual([editor.email, publisher.email].sort())
    const { subject, text } = mailbox.getLastMailTo(editor.email)
    expect(subject).toBe("Daina: an article is ready for you")
    expect(text).toContain("“Nakts” (Latvian)")
    expect(text).toContain(`\n${ORIGIN}/newsroom?edit=${translation}\n`)
    await clear("attempts")
    expect(await announceReady()).toBe(204)
    expect(mailbox.listRecipients()).toHaveLength(4)
  })

  test("without editors and publishers, a finished translation is announced to super admins", async () => {
    await db.one`update users set email_verified_at = now() where id = ${superAdmin.id}`
    expect(await announceReady()).toBe(204)
    expect(mailbox.listRecipients()).toEqual([superAdmin.email])
  })

  test("a translator of another language cannot announce a finished translation", async () => {
    const russianTranslator = await makeWriter(db, makeTranslatorGrant(["ru"]), confirmedOptions)
    expect(await announceReady(translation, russianTranslator)).toBe(403)
    expect(mailbox.listRecipients()).toEqual([])
  })

  test("a translator can announce neither an original nor an unknown article", async () => {
    expect(await announceReady(original)).toBe(403)
    expect(await announceReady(crypto.randomUUID())).toBe(404)
    expect(mailbox.listRecipients()).toEqual([])
  })
})
