/** Tests cheers for articles and events. The tests of cheers for posts are in team-posts.test.ts. */
import { randomUUID } from "node:crypto"
import { beforeEach, expect, test } from "vitest"
import { countContentCheers } from "../../../db/queries/cheers.ts"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeEvent, makePost, makeTeam, type TestTeam } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()

let team: TestTeam
let owner: Member
let fan: Member
beforeEach(async () => {
  owner = await makeMember(db)
  fan = await makeMember(db)
  team = await makeTeam(db, { [owner.id]: "owner" })
})

type Caller = Pick<Member, "browser">
const readCheers = ({ browser }: Caller, id: string) => browser.get(`/api/cheers/${id}`)
/** Adds the caller's cheer for content; with the method DELETE, removes the cheer. */
const cheer = ({ browser }: Caller, id: string, method: "PUT" | "DELETE" = "PUT") =>
  browser.send(method, `/api/cheers/${id}`, {})

test("a member can cheer once for an article and an event, and remove the cheer", async () => {
  const contents = [await makeArticle(db), await makeEvent(db, team.id)]
  const before = await getContentVersion(db)
  for (const { id } of contents) {
    expect((await readCheers(fan, id)).json).toEqual({ cheer_count: 0, is_cheered: false })
    const responses = await Promise.all([cheer(fan, id), cheer(fan, id)])
    for (const { json } of responses) expect(json).toEqual({ cheer_count: 1 })
    await cheer(owner, id)
    expect((await readCheers(fan, id)).json).toEqual({ cheer_count: 2, is_cheered: true })
    for (const _time of [1, 2])
      expect((await cheer(fan, id, "DELETE")).json).toEqual({ cheer_count: 1 })
    expect((await readCheers(owner, id)).json).toEqual({ cheer_count: 1, is_cheered: true })
    expect((await readCheers(fan, id)).json).toEqual({ cheer_count: 1, is_cheered: false })
  }
  expect(await getContentVersion(db), "cheers cause no build").toBe(before)
})

test("countContentCheers() returns the numbers for articles and events, but not for posts", async () => {
  const { id } = await makeArticle(db)
  const post = await makePost(db, team.id, owner.id)
  for (const subject of [id, post.id]) await cheer(fan, subject)
  const counts = await countContentCheers(db)
  expect(counts.filter(({ subject_id }) => [id, post.id].includes(subject_id))).toEqual([
    { subject_id: id, count: 1 },
  ])
})

test("a translation shares the cheers of its original", async () => {
  const article = await makeArticle(db)
  const translation = await makeTranslation(db, article, "lv")
  expect((await cheer(fan, translation.id)).json).toEqual({ cheer_count: 1 })
  expect((await readCheers(fan, article.id)).json).toEqual({ cheer_count: 1, is_cheered: true })
  expect((await cheer(fan, translation.id, "DELETE")).json).toEqual({ cheer_count: 0 })
})

test("cheers for drafts, hidden content, team-only events and missing content get 404", async () => {
  const draft = await makeArticle(db, { published: false })
  const teamOnlyEvent = await makeEvent(db, team.id, { type: "team" })
  const hidden = await makeEvent(db, team.id)
  await db.one`update events set hidden_at = now() where id = ${hidden.id}`
  const post = await makePost(db, team.id, owner.id, { published: false })
  const ids = [draft.id, post.id, teamOnlyEvent.id, hidden.id, randomUUID()]
  for (const id of ids) {
    for (const member of [fan, owner]) {
      expect((await cheer(member, id)).status).toBe(404)
      expect((await readCheers(member, id)).status).toBe(404)
    }
  }
  const contentOfTeam = [await makeEvent(db, team.id), await makePost(db, team.id, owner.id)]
  await db.one`update teams set hidden_at = now() where id = ${team.id}`
  for (const { id } of contentOfTeam) expect((await cheer(fan, id)).status).toBe(404)
})

test("cheers are deleted with the account and with the content", async () => {
  const article = await makeArticle(db)
  const event = await makeEvent(db, team.id)
  for (const { id } of [article, event]) for (const member of [fan, owner]) await cheer(member, id)
  await db.one`delete from users where id = ${fan.id}`
  expect((await readCheers(owner, article.id)).json).toEqual({ cheer_count: 1, is_cheered: true })
  await db.one`delete from events where id = ${event.id}`
  const rows = await db.many`select subject_id from cheers where user_id = ${owner.id}`
  expect(rows).toEqual([{ subject_id: article.id }])
})
