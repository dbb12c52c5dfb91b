import { expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { openTestDatabase } from "../../support/database.ts"
import type { UserOptions } from "../../support/factories.ts"
import { startMailbox } from "../../support/mailbox.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { setEmails } from "../../support/people/notifications.ts"
import { addMember, makeTeam } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const { db } = await openTestDatabase()
const mailbox = startMailbox()
const builds = startBuildHook()

async function makeTeamOfTwo(ownerOptions: UserOptions = {}) {
  const [owner, member] = [await makeMember(db, ownerOptions), await makeMember(db)]
  const team = await makeTeam(db, { [owner.id]: "owner" })
  await addMember(db, team.id, member.id, "member")
  return { owner, member, path: `/api/teams/${team.slug}/members/${member.id}` }
}

test.each([
  ["another role", "PATCH", { role: "admin" }],
  ["a hand-over", "PATCH", { role: "owner" }],
  ["a removal", "DELETE", undefined],
] as const)("%s raises the content version and requests a build", async (_, method, body) => {
  const { owner, path } = await makeTeamOfTwo()
  const version = await getContentVersion(db)
  expect((await owner.browser.send(method, path, body)).status).toBe(204)
  expect(await getContentVersion(db)).toBeGreaterThan(version)
  expect(builds.calls).toEqual(["POST"])
})

test("a refused change of a role requests no build", async () => {
  const { member, path } = await makeTeamOfTwo()
  const version = await getContentVersion(db)
  expect((await member.browser.send("PATCH", path, { role: "owner" })).status).toBe(403)
  expect(await getContentVersion(db)).toBe(version)
  expect(builds.calls).toEqual([])
})

test("a member who becomes an admin or the owner gets one email in their language", async () => {
  const { owner, member, path } = await makeTeamOfTwo({ password: "daina-demo" })
  await db.one`update users set language = 'lv' where id = ${member.id}`
  const takeMails = () =>
    mailbox.mails.splice(0).map(({ to, subject }) => [to?.[0]?.address, subject])
  const change = async (caller: Member, role: string, memberPath = path) => {
    expect((await caller.browser.send("PATCH", memberPath, { role })).status).toBe(204)
    return takeMails()
  }
  expect(await change(owner, "admin")).toEqual([
    [member.email, "Tu tagad esi komandas Stars adminos"],
  ])
  expect(await change(owner, "admin")).toEqual([])
  expect(await change(owner, "member")).toEqual([])
  expect(await change(owner, "owner")).toEqual([[member.email, "Komanda Stars tagad pieder tev"]])
  const ownerPath = path.replace(member.id, owner.id)
  await change(member, "owner", ownerPath)
  await owner.browser.send("DELETE", "/api/account", { password: "daina-demo" })
  expect(takeMails().filter(([to]) => to === member.email)).toEqual([
    [member.email, "Komanda Stars tagad pieder tev"],
  ])
})

test("a new role sends no email to an unconfirmed email address or against the member's setting", async () => {
  const { owner, member, path } = await makeTeamOfTwo()
  await setEmails(db, member.id, "team_role", "off")
  mailbox.mails.length = 0
  await owner.browser.send("PATCH", path, { role: "admin" })
  await setEmails(db, member.id, "team_role", "on")
  await db.one`update users set email_verified_at = null where id = ${member.id}`
  await owner.browser.send("PATCH", path, { role: "owner" })
  expect(mailbox.mails).toEqual([])
})
