import { beforeEach, describe, expect, test } from "vitest"
import { expectErrors, getStatusAndCode } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { makeJoinScene } from "../../support/people/joining.ts"
import type { Member } from "../../support/people/members.ts"
import { password } from "../../support/people/sign-in.ts"
import {
  addMember,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
  readRoles,
  type TestTeam,
} from "../../support/people/teams.ts"

const { db } = await openTestDatabase()
const { owner, applicant, team, makeNamedMember, setRole, removeMember } = makeJoinScene(db)

describe.each<[string, endOwnership: (owner: Member, team: TestTeam) => Promise<unknown>]>([
  ["leaves the team", (owner, team) => removeMember(team, owner, owner)],
  [
    "deletes the account",
    async ({ id, browser }) => {
      await browser.send("DELETE", "/api/account", { password })
      await db.one`update users set deletion_due_at = now() where id = ${id}`
      await db.one`select delete_due_accounts()`
    },
  ],
  ["is deleted", ({ id }) => db.one`delete from users where id = ${id}`],
])("a team whose owner %s", (_name, endOwnership) => {
  let formerOwner: Member
  beforeEach(async () => {
    formerOwner = await makeNamedMember({ password })
    Object.assign(team, await makeTeam(db, { [formerOwner.id]: "owner" }))
  })

  test("passes to the admin who joined first, or without admins to the member who joined first", async () => {
    const [senior, junior, veteran] = [await makeUser(db), await makeUser(db), await makeUser(db)]
    await addMember(db, team.id, veteran.id, "member", { daysAgo: 9 })
    await addMember(db, team.id, junior.id, "admin", { daysAgo: 2 })
    await addMember(db, team.id, senior.id, "admin", { daysAgo: 5 })
    const teamWithoutAdmins = await makeTeam(db, { [formerOwner.id]: "owner" })
    await addMember(db, teamWithoutAdmins.id, junior.id, "member", { daysAgo: 1 })
    await addMember(db, teamWithoutAdmins.id, senior.id, "member", { daysAgo: 3 })
    await endOwnership(formerOwner, team)
    // Deleting the account ends the membership in both teams. Leaving a team must be repeated for the other team.
    if (await db.one`select from team_members where user_id = ${formerOwner.id}`)
      await endOwnership(formerOwner, teamWithoutAdmins)
    expect(await readRoles(db, team.id)).toEqual([
      { user_id: senior.id, role: "owner" },
      { user_id: junior.id, role: "admin" },
      { user_id: veteran.id, role: "member" },
    ])
    expect(await readRoles(db, teamWithoutAdmins.id)).toEqual([
      { user_id: senior.id, role: "owner" },
      { user_id: junior.id, role: "member" },
    ])
  })

  test("is deleted with its content if the owner was the only member", async () => {
    await makeRequest(db, team.id, applicant.id)
    await makePost(db, team.id, formerOwner.id)
    await makeEvent(db, team.id)
    await endOwnership(formerOwner, team)
    const rows = await db.many`
      select id from teams where id = ${team.id}
      union all select id from team_posts where team_id = ${team.id}
      union all select id from events where team_id = ${team.id}
      union all select id from team_join_requests where team_id = ${team.id}`
    expect(rows).toEqual([])
  })
})

describe("roles in a team", () => {
  test("an owner who hands the team over becomes an admin", async () => {
    await addMember(db, team.id, applicant.id, "member")
    const response = await setRole(applicant.id, "owner")
    expect([response.status, response.text]).toEqual([204, ""])
    expect(await readRoles(db, team.id)).toEqual([
      { user_id: applicant.id, role: "owner" },
      { user_id: owner.id, role: "admin" },
    ])
  })

  test("the owner cannot give a role to a person who is not a member of the team", async () => {
    for (const id of [crypto.randomUUID(), "x", applicant.id]) {
      for (const role of ["owner", "admin"]) {
        expect(getStatusAndCode(await setRole(id, role))).toEqual([404, "not_found"])
      }
    }
    expect(await readRoles(db, team.id)).toEqual([{ user_id: owner.id, role: "owner" }])
  })

  test("the owner can make a member an admin and an admin a member, but not set an unknown role", async () => {
    await addMember(db, team.id, applicant.id, "member")
    for (const role of ["admin", "member"] as const) {
      expect((await setRole(applicant.id, role)).status).toBe(204)
      expect((await readRoles(db, team.id))[1]?.role).toBe(role)
    }
    expectErrors(await setRole(applicant.id, "boss"), { role: "invalid" })
  })
})
