import { beforeEach } from "vitest"
import type { Db } from "../../../db/client.ts"
import { type Member, makeMember } from "./members.ts"
import { addMember, makeEvent, makePost, makeRequest, makeTeam } from "./teams.ts"

/**
 * Creates three new members before each test, and a team with a practice, a post, a draft of a post and a request to join.
 * The objects that the function returns get the new members' properties.
 */
export function makeHomeScene(db: Db) {
  const owner = {} as Member
  const member = {} as Member
  /** A member who has requested to join the team. */
  const other = {} as Member
  beforeEach(async () => {
    for (const person of [owner, member, other]) Object.assign(person, await makeMember(db))
    const team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Aurora" })
    await addMember(db, team.id, member.id, "member")
    await makeEvent(db, team.id, { title: "Practice", type: "team" })
    await makePost(db, team.id, owner.id, { title: "Costumes" })
    await makePost(db, team.id, owner.id, { title: "A draft", published: false })
    await makeRequest(db, team.id, other.id)
  })
  return { owner, member, other }
}

/** Returns the content of the member's home page. */
export const getHome = async ({ browser }: Member) => (await browser.get("/api/home")).json

export const getTitles = (rows: unknown) => (rows as { title: string }[]).map(({ title }) => title)
