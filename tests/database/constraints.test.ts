import { expect, test } from "vitest"
import { testDatabase } from "../support/database.ts"
import { makeUser, storeLike } from "../support/factories.ts"
import { makeIdea } from "../support/people/ideas.ts"
import { addMember, makeEvent, makeRequest, makeTeam } from "../support/people/teams.ts"

const { db } = testDatabase()

// SQLSTATEs.
const UNIQUE_VIOLATION = "23505"
const CHECK_VIOLATION = "23514"

test.each<[name: string, code: string, write: () => Promise<unknown>]>([
  [
    "a second owner of a team",
    UNIQUE_VIOLATION,
    async () => {
      const [first, second] = [await makeUser(db), await makeUser(db)]
      const team = await makeTeam(db, { [first.id]: "owner" })
      await addMember(db, team.id, second.id, "owner")
    },
  ],
  [
    "a second role of a member",
    UNIQUE_VIOLATION,
    async () => {
      const { id } = await makeUser(db, { role: "admin" })
      await db.one`insert into user_roles (user_id, role) values (${id}, 'super_admin')`
    },
  ],
  [
    "a second pending request to join a team",
    UNIQUE_VIOLATION,
    async () => {
      const { id } = await makeUser(db, { displayName: "Mari" })
      const team = await makeTeam(db, {})
      for (const _time of [1, 2]) await makeRequest(db, team.id, id)
    },
  ],
  [
    "a second vote for an idea",
    UNIQUE_VIOLATION,
    async () => {
      const [{ id }, idea] = [await makeUser(db), await makeIdea(db)]
      for (const _time of [1, 2]) {
        await db.one`insert into idea_votes (idea_id, user_id) values (${idea}, ${id})`
      }
    },
  ],
  [
    "a second like of a song",
    UNIQUE_VIOLATION,
    async () => {
      const { id } = await makeUser(db)
      for (const _time of [1, 2]) await storeLike(db, id, { id: "song-1" })
    },
  ],
  [
    "an email address that is not in ASCII",
    CHECK_VIOLATION,
    () => makeUser(db, { email: "info@šokolaad.ee" }),
  ],
  [
    "an event that ends before it begins",
    CHECK_VIOLATION,
    async () => {
      const { id } = await makeEvent(db, null)
      await db.one`update events set end_date = start_date - interval '1 minute' where id = ${id}`
    },
  ],
  [
    "a negative number of places",
    CHECK_VIOLATION,
    async () => {
      const { id } = await makeEvent(db, null)
      await db.one`update events set max_participants = -1 where id = ${id}`
    },
  ],
])("the tables refuse %s", async (_name, code, write) => {
  await expect(write()).rejects.toMatchObject({ code })
})
