/** Tests that membership changes lock the row of the team, so that concurrent changes run one after the other. */
import pg from "pg"
import { expect, test } from "vitest"
import { query } from "../../db/client.ts"
import { testDatabase } from "../support/database.ts"
import { makeUser } from "../support/factories.ts"
import { makeRequest, makeTeam } from "../support/people/teams.ts"

const { app, owner: ownerDatabase, ownerUrl } = testDatabase()
const db = ownerDatabase.as(null)

test.each(["request", "approve", "reopen", "promote", "hand over", "remove"])(
  "the action %j waits for the lock of the team row",
  async (action) => {
    const [owner, member, applicant] = await Promise.all([
      makeUser(db),
      makeUser(db),
      makeUser(db, { displayName: "Mari" }),
    ])
    const team = await makeTeam(db, { [owner.id]: "owner", [member.id]: "member" })
    const status = action === "reopen" ? "rejected" : "pending"
    const request =
      action === "request" ? null : await makeRequest(db, team.id, applicant.id, status)
    const actions = {
      request: query`select outcome as done from request_to_join(${team.id}, null)`,
      approve: query`select decide_join_request(${request}, true) as done`,
      reopen: query`select reopen_join_request(${request}) as done`,
      promote: query`select set_team_role(${team.id}, ${member.id}, 'admin') as done`,
      "hand over": query`select hand_over_team(${team.id}, ${member.id}) as done`,
      remove: query`select remove_team_member(${team.id}, ${member.id}) as done`,
    }
    const runAction = () =>
      app
        .as({ userId: action === "request" ? applicant.id : owner.id })
        .batch([
          query`select set_config('lock_timeout', '100ms', true)`,
          actions[action as keyof typeof actions],
        ])
    const lockHolder = new pg.Client(ownerUrl)
    await lockHolder.connect()
    try {
      await lockHolder.query("begin")
      // This lock does not block inserts with a foreign key to the team, so only an explicit lock waits for it.
      await lockHolder.query("select from teams where id = $1 for no key update", [team.id])
      await expect(runAction()).rejects.toThrow(/lock timeout/)
    } finally {
      await lockHolder.end()
    }
    const [, [row]] = await runAction()
    expect(row).toEqual({ done: expect.stringMatching(/^(requested|decided|done)$/) })
  },
)
