import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { MAX_COMMENT_LENGTH } from "../../../src/features/comments/schema.ts"
import { expectErrors, getRows, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation } from "../../support/factories.ts"
import {
  editComment,
  hideComment,
  listBodies,
  readComments,
  writeComment,
} from "../../support/people/comments.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeEvent, makePost, makeTeam, type TestTeam } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()
const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
const visitor = { browser: openBrowser() }

let team: TestTeam
let owner: Member
let post: { id: string }
let writer: Member
beforeEach(async () => {
  owner = await makeMember(db, { displayName: "Mari" })
  team = await makeTeam(db, { [owner.id]: "owner" })
  post = await makePost(db, team.id, owner.id)
  writer = await makeMember(db, { displayName: "Juhan" })
})

const deleteComment = ({ browser }: Pick<Member, "browser">, id: unknown) =>
  browser.send("DELETE", `/api/comment/${id}`)
/** Adds a comment by a new member, because the number of comments per member is limited. */
async function addCommentByNewMember(subject: string, body: string): Promise<string> {
  const member = await makeMember(db, { displayName: "Fan" })
  const { status, json } = await writeComment(member, subject, { body })
  expect(status).toBe(201)
  return String(json["id"])
}

describe("reading", () => {
  test("visitors and members read the comments of an article, a post and a public event", async () => {
    const article = await makeArticle(db)
    const event = await makeEvent(db, team.id)
    for (const { id } of [article, post, event]) {
      expect((await writeComment(writer, id, { body: `About ${id}` })).status).toBe(201)
      for (const viewer of [visitor, owner])
        expect(await listBodies(viewer, id)).toEqual([`About ${id}`])
    }
  })

  test("a translation shares the comments of its original", async () => {
    const article = await makeArticle(db)
    const translation = await makeTranslation(db, article, "lv")
    await writeComment(writer, translation.id, { body: "Shared" })
    for (const { id } of [article, translation])
      expect(await listBodies(visitor, id)).toEqual(["Shared"])
  })

  test("comments are listed in pages, the newest first, or the oldest first on request", async () => {
    for (const body of ["1", "2", "3"]) await addCommentByNewMember(post.id, body)
    const first = await readComments(visitor, post.id, "limit=2")
    expect(first.json).toMatchObject({ count: 3, comments: [{ body: "3" }, { body: "2" }] })
    expect(await listBodies(visitor, post.id, `limit=2&cursor=${first.json["next"]}`)).toEqual([
      "1",
    ])
    expect(await listBodies(visitor, post.id, "sort=oldest")).toEqual(["1", "2", "3"])
  })

  test("with the parameter for=visitors, a member gets the response for anonymous visitors", async () => {
    const { id } = (await writeComment(writer, post.id)).json
    await hideComment(superAdmin, id)
    const { json, headers } = await readComments(writer, post.id, "for=visitors")
    expect(json).toMatchObject({ comments: [], count: 0, can_moderate: false })
    expect(headers.get("cache-control")).toContain("public")
    expect((await readComments(writer, post.id)).headers.get("cache-control")).toBe(
      "private, no-store",
    )
  })

  test("the author's name and picture are shown as the author's age and privacy settings allow", async () => {
    const minor = await makeMember(db, { displayName: "Liis" })
    const avatar_url = `/uploads/avatars/${minor.id}/avatar-1-${"a".repeat(32)}.webp`
    await db.one`
      update profiles set date_of_birth = current_date - interval '15 years', avatar_url = ${avatar_url}
      where user_id = ${minor.id}`
    await writeComment(minor, post.id)
    const hiddenAuthor = { name: null, id: null, avatar_url: null }
    const readCommentAs = async (viewer: Pick<Member, "browser">) =>
      getRows(await readComments(viewer, post.id), "comments")[0]
    expect(await readCommentAs(visitor)).toMatchObject({ author: hiddenAuthor })
    const visibleAuthor = { name: "Liis", id: minor.id, avatar_url }
    expect(await readCommentAs(owner)).toMatchObject({ author: visibleAuthor })
    await db.one`
      update profiles set privacy_settings = privacy_settings || '{"show_avatar": false}'
      where user_id = ${minor.id}`
    expect(await readCommentAs(owner)).toMatchObject({
      author: { ...visibleAuthor, avatar_url: null },
    })
  })

  test("the comments of hidden, unpublished and team-only content are not found", async () => {
    const draft = await makePost(db, team.id, owner.id, { published: false })
    const { id: hiddenPost } = await makePost(db, team.id, owner.id)
    await addCommentByNewMember(hiddenPost, "Secret")
    await db.one`update team_posts set is_published = false, hidden_at = now() where id = ${hiddenPost}`
    const teamOnlyEvent = await makeEvent(db, team.id, { type: "team" })
    const article = await makeArticle(db, { published: false })
    for (const id of [draft.id, hiddenPost, teamOnlyEvent.id, article.id, randomUUID()]) {
      for (const viewer of [visitor, owner, superAdmin])
        expect((await readComments(viewer, id)).status).toBe(404)
      expect((await writeComment(owner, id)).status).toBe(404)
    }
    await addCommentByNewMember(post.id, "Visible")
    await db.one`update teams set hidden_at = now() where id = ${team.id}`
    expect((await readComments(owner, post.id)).status).toBe(404)
  })

  test("comments of blocked members are not shown, and comments of deleted accounts have no name", async () => {
    await writeComment(writer, post.id)
    await db.one`update users set blocked_at = now() where id = ${writer.id}`
    for (const viewer of [visitor, owner, superAdmin])
      expect((await readComments(viewer, post.id)).json).toMatchObject({ comments: [], count: 0 })
    await db.one`update users set blocked_at = null where id = ${writer.id}`
    await db.one`delete from users where id = ${writer.id}`
    expect((await readComments(visitor, post.id)).json).toMatchObject({
      comments: [{ author: null }],
    })
  })
})

describe("writing", () => {
  test("a comment is stored as plain text, and requests no build", async () => {
    const before = await getContentVersion(db)
    const body = " <b>Hi</b>\n\n\n\nhttps://daina.test\u202e "
    const { status, json } = await writeComment(writer, post.id, { body })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      body: "<b>Hi</b>\n\nhttps://daina.test",
      is_own: true,
      is_unreviewed: false,
    })
    expect(await getContentVersion(db)).toBe(before)
  })

  test("requests with the same id add one comment, and no other member can use the id", async () => {
    const fields = { id: randomUUID(), body: "Once" }
    const responses = await Promise.all([
      writeComment(writer, post.id, fields),
      writeComment(writer, post.id, fields),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(await listBodies(visitor, post.id)).toEqual(["Once"])
    expect((await writeComment(owner, post.id, fields)).status).toBe(404)
  })

  test("a signed-out visitor, an unconfirmed member and a member without a name cannot comment", async () => {
    expect(getStatusAndCode(await writeComment(visitor, post.id))).toEqual([
      401,
      "sign_in_required",
    ])
    const unconfirmed = await makeMember(db, { displayName: "New", isConfirmed: false })
    expect(getStatusAndCode(await writeComment(unconfirmed, post.id))).toEqual([
      403,
      "email_unconfirmed",
    ])
    expect(getStatusAndCode(await writeComment(await makeMember(db), post.id))).toEqual([
      409,
      "no_display_name",
    ])
  })

  test.each([
    [" ", "required"],
    ["\u200b", "required"],
    ["x".repeat(MAX_COMMENT_LENGTH + 1), "too_long"],
  ])("the text %j is refused", async (body, code) => {
    expectErrors(await writeComment(writer, post.id, { body }), { body: code })
  })

  test("the same text by the same member within an hour is refused", async () => {
    await writeComment(writer, post.id, { body: "Come to my shop" })
    const other = await makePost(db, team.id, owner.id)
    const repeat = () => writeComment(writer, other.id, { body: "come to my SHOP" })
    expect(getStatusAndCode(await repeat())).toEqual([409, "comment_repeated"])
    expect((await writeComment(owner, other.id, { body: "Come to my shop" })).status).toBe(201)
    await db.one`update comments set created_at = now() - interval '61 minutes' where user_id = ${writer.id}`
    expect((await repeat()).status).toBe(201)
  })

  test("the eleventh comment within ten minutes is refused with the time to wait", async () => {
    for (let number = 1; number <= 10; number++) {
      expect((await writeComment(writer, post.id, { body: `${number}` })).status).toBe(201)
    }
    const refused = await writeComment(writer, post.id, { body: "11" })
    expect(getStatusAndCode(refused)).toEqual([429, "rate_limited"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500)
  })
})

describe("changing", () => {
  test("the author can edit a comment for ten minutes", async () => {
    const { id } = (await writeComment(writer, post.id)).json
    expect((await editComment(writer, id)).json).toMatchObject({
      body: "Better",
      edited_at: expect.any(String),
    })
    for (const other of [owner, superAdmin]) expect((await editComment(other, id)).status).toBe(404)
    await db.one`update comments set created_at = now() - interval '11 minutes' where id = ${String(id)}`
    expect(getStatusAndCode(await editComment(writer, id, "Late"))).toEqual([409, "edit_time_over"])
    // The browser may repeat a request whose response was lost, so the same edit succeeds again.
    expect((await editComment(writer, id, "Better")).status).toBe(200)
    expect(await listBodies(visitor, post.id)).toEqual(["Better"])
  })

  test("only the author can delete a comment", async () => {
    const { id } = (await writeComment(writer, post.id)).json
    for (const other of [owner, superAdmin])
      expect((await deleteComment(other, id)).status).toBe(404)
    expect((await deleteComment(writer, id)).status).toBe(204)
    expect((await deleteComment(writer, id)).status).toBe(404)
    expect(await listBodies(writer, post.id)).toEqual([])
  })
})
