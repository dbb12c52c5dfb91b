import { expect, test } from "vitest"
import { deleteUnusedPictures } from "../../../netlify/lib/pictures/delete-unused.ts"
import { listFiles } from "../../../netlify/lib/pictures/storage.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { adminEventFields, articleFields, makeSuggestion } from "../../support/people/admin.ts"
import { makeIdea } from "../../support/people/ideas.ts"
import { makeMember } from "../../support/people/members.ts"
import { makeCase } from "../../support/people/reports.ts"
import { makeEvent, makePost, makeRequest, makeTeam } from "../../support/people/teams.ts"
import { makeSmallPng } from "../../support/pictures.ts"
import { startStorage } from "../../support/servers/blobs.ts"

const { db } = await openTestDatabase()
const fileStorage = startStorage()
/** Deletes unused pictures as if eight days had passed, because unused pictures are kept for a week. */
const deleteUnusedFiles = () => deleteUnusedPictures(Date.now() + 8 * 24 * 60 * 60 * 1000)

const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })

/** Tables that any action changes, or that keep the ids of deleted rows on purpose. */
const IGNORED_TABLES = ["audit_log", "attempts", "content_state", "security_events", "sessions"]

async function countRows() {
  const tables = await db.many<{ name: string; content: string }>`
    select relname as name, table_to_xml(oid, true, false, '')::text as content
    from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`
  return tables
    .filter(({ name }) => !IGNORED_TABLES.includes(name))
    .map(({ name, content }) => [name, content.split("<row>").length])
}

const call = (method: string, path: string, body?: object) =>
  superAdmin.browser.send(method, `/api/admin/${path}`, body)
const sendDeletion = (path: string) => call("DELETE", path)
async function upload(bucket: string): Promise<string> {
  const bytes = await makeSmallPng("#ff5a7d", 900, 500)
  const headers = { "content-type": "image/png" }
  const path = `/api/uploads/${bucket}`
  return String((await superAdmin.browser.send("POST", path, bytes, headers)).json["url"])
}
async function makeIllustratedPost(team: string) {
  const { id } = await makePost(db, team, null)
  const content = `![x](${await upload("team-images")})`
  await db.one`update team_posts set content = ${content} where id = ${id}`
  return id
}
/** Creates an item. Returns a function that deletes it. */
type MakeItem = () => Promise<() => Promise<unknown>>
test.each<[string, MakeItem]>([
  [
    "a team with members, requests, posts, events, reports and pictures",
    async () => {
      const [teamOwner, teammate, requester] = await Promise.all([
        makeUser(db),
        makeUser(db),
        makeUser(db),
      ])
      const options = { cover: await upload("team-images") }
      const team = await makeTeam(db, { [teamOwner.id]: "owner", [teammate.id]: "member" }, options)
      await makeRequest(db, team.id, requester.id)
      const post = await makeIllustratedPost(team.id)
      await makeEvent(db, team.id)
      await makeEvent(db, team.id, { type: "team" })
      const { id } = await makeCase(db, "team", team.id, { reporters: [requester.id] })
      await makeCase(db, "post", post, { reporters: [requester.id] })
      await db.one`
        insert into mails (user_id, kind, language, case_id)
        values (${requester.id}, 'report_hidden', 'en', ${id})`
      return async () => {
        await sendDeletion(`teams/${team.id}`)
        for (const user of [teamOwner, teammate, requester])
          await db.one`delete from users where id = ${user.id}`
      }
    },
  ],
  [
    "an event with its picture",
    async () => {
      const body = { ...adminEventFields, image_url: await upload("event-images") }
      const { json } = await call("POST", "events", body)
      await deleteUnusedFiles()
      expect(await listFiles("event-images/")).not.toEqual([])
      return () => sendDeletion(`events/${json["id"]}`)
    },
  ],
  [
    "an article with its revisions and their pictures",
    async () => {
      const fields = { ...articleFields, slug: "with-versions" }
      const cover_image_url = await upload("news-images")
      let { json } = await call("POST", "news", { ...fields, cover_image_url })
      for (let index = 0; index < 3; index++) {
        ;({ json } = await call("PATCH", `news/${json["id"]}`, {
          ...fields,
          content: `![x](${await upload("news-images")})`,
          cover_image_url: await upload("news-images"),
          updated_at: json["updated_at"],
        }))
      }
      await deleteUnusedFiles()
      // There are seven pictures in four sizes: the cover of the first revision, and a cover and a picture in the text of
      // three further revisions.
      expect(await listFiles("news-images/")).toHaveLength(7 * 4)
      return () => sendDeletion(`news/${json["id"]}`)
    },
  ],
  [
    "a suggestion",
    async () => {
      const id = await makeSuggestion(db)
      const body = { ids: [id], action: "delete" }
      return () => call("POST", "suggestions/action", body)
    },
  ],
])("deleting %s leaves no row and no file", async (_name, make) => {
  await deleteUnusedFiles()
  const [rowsBefore, filesBefore] = [await countRows(), await fileStorage.listPictures()]
  const removeItem = await make()
  expect(await countRows()).not.toEqual(rowsBefore)
  await removeItem()
  await deleteUnusedFiles()
  expect(await countRows()).toEqual(rowsBefore)
  expect(await fileStorage.listPictures()).toEqual(filesBefore)
})

test("deleting an idea deletes its votes but not its suggestion", async () => {
  const suggestion = await makeSuggestion(db)
  const id = await makeIdea(db, { voters: 3 })
  await db.one`update suggestions set idea_id = ${id} where id = ${suggestion}`
  await sendDeletion(`ideas/${id}`)
  expect(await db.many`select from idea_votes`).toEqual([])
  const remaining = await db.many`select idea_id from suggestions where id = ${suggestion}`
  expect(remaining).toEqual([{ idea_id: null }])
})
