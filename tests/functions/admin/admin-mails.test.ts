import { beforeEach, expect, test } from "vitest"
import { ORIGIN } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser, type TestUser } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makePost, makeTeam } from "../../support/people/teams.ts"

const { db, clear } = await openTestDatabase()
const mailbox = startMailbox()

let superAdmin: Member
let member: TestUser
beforeEach(async () => {
  await clear("users", "teams", "mails")
  superAdmin = await makeMember(db, { role: "super_admin" })
  member = await makeUser(db, { language: "en", displayName: "Mari" })
})

async function sendAction(method: string, path: string, body?: object) {
  const response = await superAdmin.browser.send(method, `/api/admin/${path}`, body)
  expect(response.status).toBeLessThan(300)
}

test("a blocked member gets an email with the contact address for objections, but without the reason", async () => {
  await sendAction("PUT", `users/${member.id}/block`, { reason: "A secret reason" })
  const { subject, text } = mailbox.getLastMailTo(member.email)
  expect(subject).toBe("Your account on Daina is blocked")
  expect(text).not.toContain("A secret reason")
  expect(text).toContain("Think it's a mistake? Email")
})

test("an unblocked member gets an email", async () => {
  await sendAction("PUT", `users/${member.id}/block`, { reason: "A secret reason" })
  await sendAction("DELETE", `users/${member.id}/block`)
  expect(mailbox.getLastMailTo(member.email).text).toContain("You can log in again.")
})

test("giving a role twice sends one email, in the member's language", async () => {
  await db.one`update users set language = 'lv' where id = ${member.id}`
  for (const _attempt of [1, 2]) {
    await sendAction("PUT", `users/${member.id}/role`, { role: "super_admin" })
  }
  expect(mailbox.mails).toHaveLength(1)
  expect(mailbox.getLastMailTo(member.email).text).toContain("vietnē Daina: Superadmins.")
  expect(mailbox.getLastMailTo(member.email).text).toContain(`${ORIGIN}/lv/admin`)
})

test("the email address of a deleted account gets one last email and is then deleted", async () => {
  await sendAction("DELETE", `users/${member.id}`)
  expect(mailbox.getLastMailTo(member.email).subject).toBe("Your account on Daina was deleted")
  await db.one`select delete_expired_rows()`
  expect(await db.many`select from mails`).toHaveLength(0)
})

test("an unconfirmed email address gets no email about a block or a deletion", async () => {
  await db.one`update users set email_verified_at = null where id = ${member.id}`
  await sendAction("PUT", `users/${member.id}/block`, { reason: null })
  await sendAction("DELETE", `users/${member.id}`)
  expect(mailbox.listRecipients()).toEqual([])
})

test("members get an email when their post, team or profile is hidden", async () => {
  const teamOwner = await makeUser(db, { language: "en" })
  const team = await makeTeam(db, { [teamOwner.id]: "owner", [member.id]: "member" })
  const post = await makePost(db, team.id, member.id, { title: "Hi" })
  await sendAction("POST", "posts/action", { ids: [post.id], action: "hide" })
  expect(mailbox.listRecipients()).toEqual([teamOwner.email, member.email].sort())
  expect(mailbox.getLastMailTo(member.email).text).toContain("Post: “Hi” (Stars)")
  await sendAction("PUT", `teams/${team.id}/hidden`, { is_hidden: true })
  expect(mailbox.mails).toHaveLength(3)
  expect(mailbox.getLastMailTo(teamOwner.email).text).toContain("Team: Stars")
  await sendAction("PUT", `users/${member.id}/hidden`, { is_hidden: true })
  expect(mailbox.mails).toHaveLength(4)
  expect(mailbox.getLastMailTo(member.email).text).toContain("Profile: Mari")
})

test("deleting a team emails its members except the deleting super admin", async () => {
  const teamOwner = await makeUser(db, { language: "en" })
  const team = await makeTeam(db, {
    [teamOwner.id]: "owner",
    [member.id]: "member",
    [superAdmin.id]: "member",
  })
  await sendAction("DELETE", `teams/${team.id}`)
  expect(mailbox.listRecipients()).toEqual([teamOwner.email, member.email].sort())
  expect(mailbox.getLastMailTo(teamOwner.email).subject).toBe("The team Stars was deleted")
})

test("the audit log keeps the names at the time of an action until the account is deleted", async () => {
  const listLogEntries = () => db.many<{ target_name: string | null }>`
    select actor_name, target_name from audit_log where action in ('users.block', 'teams.delete') order by id`
  const teamOwner = await makeUser(db, { displayName: "Boss" })
  const team = await makeTeam(db, { [teamOwner.id]: "owner" })
  await clear("audit_log")
  await sendAction("PUT", `users/${member.id}/block`, { reason: null })
  await db.one`update profiles set display_name = 'Not Mari' where user_id = ${member.id}`
  await sendAction("DELETE", `teams/${team.id}`)
  const [blocked, deleted] = await listLogEntries()
  expect([blocked?.target_name, deleted?.target_name]).toEqual(["Mari", "Stars"])
  await sendAction("DELETE", `users/${member.id}`)
  expect((await listLogEntries())[0]?.target_name).toBeNull()
})

test("a search by email lists the member with the owned teams, and whether each team would get a new owner", async () => {
  const other = await makeUser(db)
  await makeTeam(db, { [member.id]: "owner" }, { name: "Alone" })
  await makeTeam(db, { [member.id]: "owner", [other.id]: "member" }, { name: "Together" })
  const search = member.email.toUpperCase().slice(0, -3)
  const response = await superAdmin.browser.get(`/api/admin/users?search=${search}`)
  expect(response.json).toMatchObject({
    users: [
      {
        id: member.id,
        email: member.email,
        owned_teams: [
          { name: "Alone", is_passed_on: false },
          { name: "Together", is_passed_on: true },
        ],
      },
    ],
  })
})
