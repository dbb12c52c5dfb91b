/** Creates a team with an owner, and sends API calls about joining the team and about roles in it. */
import { beforeEach } from "vitest"
import type { Db } from "../../../db/client.ts"
import type { UserOptions } from "../factories.ts"
import { type Member, makeMember } from "./members.ts"
import { makeTeam, type TestTeam } from "./teams.ts"

export const TEAM_NAME = "Stars & <i>Moons</i>"

/**
 * Creates a new owner, a new applicant (who has not requested to join yet) and a new team before each test. The objects that
 * the function returns get the properties of the new ones. Names contain HTML, which must be shown as text.
 */
export function makeJoinScene(db: Db) {
  const owner = {} as Member
  const applicant = {} as Member
  const team = {} as TestTeam
  const makeNamedMember = (options: UserOptions = {}) =>
    makeMember(db, { displayName: "Mari", ...options })
  beforeEach(async () => {
    Object.assign(owner, await makeNamedMember({ displayName: "Ilze", language: "lv" }))
    Object.assign(
      applicant,
      await makeNamedMember({ displayName: "Mari & <b>Co</b>", language: "et" }),
    )
    Object.assign(team, await makeTeam(db, { [owner.id]: "owner" }, { name: TEAM_NAME }))
  })
  const call = (caller: Member, method: string, path: string, body?: object) =>
    caller.browser.send(method, `/api/${path}`, body)
  return {
    owner,
    applicant,
    team,
    makeNamedMember,
    call,
    requestToJoin: (caller = applicant, body: object = {}, targetTeam = team) =>
      call(caller, "POST", `teams/${targetTeam.slug}/join-requests`, body),
    decide: (id: unknown, status: unknown, fields: object = {}) =>
      call(owner, "PATCH", `join-requests/${id}`, { status, ...fields }),
    withdraw: (id: unknown, caller = applicant) => call(caller, "DELETE", `join-requests/${id}`),
    setRole: (id: string, role: string) =>
      call(owner, "PATCH", `teams/${team.slug}/members/${id}`, { role }),
    removeMember: ({ slug }: TestTeam, { id }: Member, actor: Member) =>
      call(actor, "DELETE", `teams/${slug}/members/${id}`),
  }
}
