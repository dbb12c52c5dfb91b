/** Whoever may write news from now on is told by a mail. */
import { beforeEach, expect, test } from "vitest"
import adminUsers from "../../netlify/functions/admin-users.ts"
import { deliverMails } from "../../netlify/lib/mail/deliver.ts"
import { ORIGIN } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeUser } from "../factories.ts"
import { mailbox } from "../mailbox.ts"
import { type Member, makeMember } from "../members.ts"
import { EDITOR, translator } from "../newsroom.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const box = mailbox()

let chief: Member
beforeEach(async () => {
  await db.one`delete from users`
  await db.one`delete from attempts`
  chief = await makeMember(db, { role: "super_admin" })
})

async function change(id: string, grant?: object): Promise<void> {
  const path = `/api/admin/users/${id}/newsroom`
  const answer = await chief.browser.call(adminUsers, grant ? "PUT" : "DELETE", path, grant)
  expect(answer.status).toBeLessThan(300)
  await chief.browser.afterwards()
}

test("a translator learns of it in their own language, with theirs and the way there", async () => {
  const { id, email } = await makeUser(db, { language: "lv" })
  await change(id, translator(["lv", "ru"]))
  const { subject, text } = box.lastTo(email)
  expect(subject).toBe("Tagad vari rakstīt vietnē Daina")
  expect(text).toContain("\n\nTavas valodas: latviešu un krievu\n\n")
  expect(text).toContain(`\n${ORIGIN}/lv/newsroom\n`)
})

test("an editor hears of no languages, and of the same grant given twice only once", async () => {
  const { id, email } = await makeUser(db, { language: "en" })
  for (const _press of [1, 2]) await change(id, EDITOR)
  expect(box.mails).toHaveLength(1)
  expect(box.lastTo(email).text).not.toContain("Your languages")
})

test("what is taken back before it was told is not told; two changes are one mail", async () => {
  const { id } = await makeUser(db)
  const other = await makeUser(db, { language: "en" })
  await box.whileDown(async () => {
    delete process.env.SMTP_URL
    await change(id, EDITOR)
    await change(id)
    await change(other.id, EDITOR)
    await change(other.id, translator(["et"]))
  })
  await deliverMails()
  expect(box.mails).toHaveLength(1)
  expect(box.lastTo(other.email).text).toContain("Your languages: Estonian")
})

test("who grants it to themself knows", async () => {
  await change(chief.id, EDITOR)
  expect(box.mails).toEqual([])
})
