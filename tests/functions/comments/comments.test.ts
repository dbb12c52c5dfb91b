import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { getContentVersion } from "../../../db/queries/content-version.ts"
import { MAX_COMMENT_LENGTH } from "../../../src/features/comments/schema.ts"
import { expectErrors, getRows, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle, makeTranslation } from "../../support/factories.ts"
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

type Caller = Pick<Member, "browser">
/** Writes a comment about a subject: an article, a post or an event. */
const writeComment = ({ browser }: Caller, subject: string, fields: object = {}) =>
  browser.send("POST", `/api/comments/${subject}`, { id: randomUUID(), body: "So good", ...fields })
const readComments = ({ browser }: Caller, subject: string, query = "") =>
  browser.get(`/api/comments/${subject}?${query}`)
const listBodies = async (viewer: Caller, subject: string, query = "") =>
  getRows(await readComments(viewer, subject, query), "comments").map(({ body }) => body)
const editComment = ({ browser }: Caller, id: unknown, body = "Better") =>
  browser.send("PATCH", `/api/comment/${id}`, { body })
const deleteComment = ({ browser }: Caller, id: unknown) =>
  browser.send("DELETE", `/api/comment/${id}`)
/** Hides a comment; with the method DELETE, unhides the comment. */
const hideComment = ({ browser }: Caller, id: unknown, method: "PUT" | "DELETE" = "PUT") =>
  browser.send(method, `/api/comment/${id}/hidden`, {})
/** Closes the comments of a subject; with the method DELETE, opens them again. */
const closeComments = ({ browser }: Caller, subject: string, method: "PUT" | "DELETE" = "PUT") =>
  browser.send(method, `/api/comments/${subject}/closed`, {})
/** Uses a new member for each comment, because the number of comments per member is limited. */
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

  test("with for=visitors, a member also gets the public response", async () => {
    const { id } = (await writeComment(writer, post.id)).json
    await hideComment(superAdmin, id)
    const { json, headers } = await readComments(writer, post.id, "for=visitors")
    expect(json).toMatchObject({ comments: [], count: 0, moderates: false })
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
    const readCommentAs = async (viewer: Caller) =>
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
    const practice = await makeEvent(db, team.id, { type: "team" })
    const article = await makeArticle(db, { published: false })
    for (const id of [draft.id, hiddenPost, practice.id, article.id, randomUUID()]) {
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
      is_waiting: false,
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

  test("a blocked member cannot comment", async () => {
    await db.one`update users set blocked_at = now() where id = ${writer.id}`
    expect((await writeComment(writer, post.id)).status).toBe(401)
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
    // The response to the first request may have been lost.
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

describe("moderation", () => {
  test("the team can hide and unhide a comment, which is recorded in the audit log", async () => {
    const { id } = (await writeComment(writer, post.id)).json
    for (const other of [writer, await makeMember(db)])
      expect(getStatusAndCode(await hideComment(other, id))).toEqual([403, "forbidden"])
    expect((await hideComment(visitor, id)).status).toBe(401)
    for (let click = 1; click <= 2; click++) {
      expect((await hideComment(owner, id)).json).toMatchObject({ hidden_by: "team" })
    }
    expect(await listBodies(visitor, post.id)).toEqual([])
    expect(await listBodies(writer, post.id)).toHaveLength(1)
    expect(getStatusAndCode(await editComment(writer, id))).toEqual([409, "hidden_by_team"])
    expect((await hideComment(owner, id, "DELETE")).json).toMatchObject({ hidden_by: null })
    const log = await db.many`
      select action, actor_id from audit_log where target_id = ${String(id)} order by id`
    expect(log).toEqual([
      { action: "comments.hide", actor_id: owner.id },
      { action: "comments.show", actor_id: owner.id },
    ])
  })

  test("the team cannot unhide a comment that a super admin hid", async () => {
    const { id } = (await writeComment(writer, post.id)).json
    expect((await hideComment(superAdmin, id)).json).toMatchObject({ hidden_by: "site" })
    expect(getStatusAndCode(await hideComment(owner, id, "DELETE"))).toEqual([
      409,
      "hidden_by_admins",
    ])
    expect((await hideComment(superAdmin, id, "DELETE")).status).toBe(200)
  })

  test("an editor can hide comments on articles, but not on posts", async () => {
    const editor = await makeMember(db, { displayName: "Editor" })
    await db.one`insert into news_grants (user_id, kind) values (${editor.id}, 'editor')`
    await db.one`
      insert into second_factors (user_id, secret, confirmed_at)
      values (${editor.id}, '\\x0102030405060708090a0b0c0d0e0f1011121314', now())`
    const article = await makeArticle(db)
    const { id: articleComment } = (await writeComment(writer, article.id)).json
    const { id: postComment } = (await writeComment(writer, post.id, { body: "Other" })).json
    expect((await hideComment(editor, articleComment)).json).toMatchObject({ hidden_by: "site" })
    expect((await hideComment(editor, postComment)).status).toBe(403)
  })

  test("closed comments stay visible, and new comments are refused", async () => {
    await writeComment(writer, post.id)
    for (const other of [writer, await makeMember(db)])
      expect((await closeComments(other, post.id)).status).toBe(403)
    expect((await closeComments(visitor, post.id)).status).toBe(401)
    for (let click = 1; click <= 2; click++)
      expect((await closeComments(owner, post.id)).status).toBe(200)
    expect((await readComments(visitor, post.id)).json).toMatchObject({ is_closed: true, count: 1 })
    expect(getStatusAndCode(await writeComment(writer, post.id, { body: "More" }))).toEqual([
      409,
      "comments_closed",
    ])
    expect((await closeComments(owner, post.id, "DELETE")).json).toEqual({ is_closed: false })
    expect((await writeComment(writer, post.id, { body: "More" })).status).toBe(201)
  })

  test("the author of an event can close its comments, but not hide comments on other content", async () => {
    const member = await makeMember(db, { displayName: "Host" })
    const hostTeam = await makeTeam(db, { [owner.id]: "owner", [member.id]: "member" })
    const event = await makeEvent(db, hostTeam.id)
    await db.one`update events set user_id = ${member.id} where id = ${event.id}`
    expect((await closeComments(member, event.id)).status).toBe(200)
    const { id } = (await writeComment(writer, post.id)).json
    expect((await hideComment(member, id)).status).toBe(403)
  })

  test("the approval of a newcomer's comment shows the comment and approves the member", async () => {
    const newcomer = await makeMember(db, { displayName: "Newcomer", isApproved: false })
    expect((await readComments(newcomer, post.id)).json).toMatchObject({ needs_approval: true })
    const { json } = await writeComment(newcomer, post.id)
    expect(json).toMatchObject({ is_waiting: true })
    expect(await listBodies(visitor, post.id)).toEqual([])
    expect(await listBodies(newcomer, post.id)).toHaveLength(1)
    const queue = await superAdmin.browser.get("/api/admin/newcomers?filter=comment")
    expect(getRows(queue, "newcomers")).toMatchObject([
      {
        id: json["id"],
        kind: "comment",
        excerpt: "So good",
        thread: { kind: "post", team_slug: team.slug },
      },
    ])
    const approve = () =>
      superAdmin.browser.send("POST", "/api/admin/newcomers/action", {
        ids: [json["id"]],
        action: "approve",
      })
    expect((await approve()).status).toBe(200)
    expect(await listBodies(visitor, post.id)).toHaveLength(1)
    for (const viewer of [newcomer, visitor, superAdmin])
      expect((await readComments(viewer, post.id)).json).toMatchObject({ needs_approval: false })
    expect((await writeComment(newcomer, post.id, { body: "Second" })).json).toMatchObject({
      is_waiting: false,
    })
  })

  test("a super admin can hide a newcomer's comment in the queue of newcomers", async () => {
    const newcomer = await makeMember(db, { displayName: "Spammer", isApproved: false })
    const { id } = (await writeComment(newcomer, post.id)).json
    const body = { ids: [id], action: "hide" }
    const { json } = await superAdmin.browser.send("POST", "/api/admin/newcomers/action", body)
    expect(json).toMatchObject({ results: [{ id, ok: true }] })
    expect(await listBodies(newcomer, post.id)).toEqual(["So good"])
    expect(await listBodies(visitor, post.id)).toEqual([])
  })

  test("a super admin can hide a comment that a member reported", async () => {
    const { id } = (await writeComment(writer, post.id)).json
    const report = ({ browser }: Caller) =>
      browser.send("POST", "/api/reports", { kind: "comment", target_id: id, reason: "spam" })
    expect(getStatusAndCode(await report(writer))).toEqual([409, "own_content"])
    expect((await report(owner)).status).toBe(201)
    const list = await superAdmin.browser.get("/api/admin/reports?filter=comment")
    const [reportCase] = getRows(list, "reports")
    expect(reportCase).toMatchObject({
      target_id: id,
      title: "A post",
      excerpt: "So good",
      is_hidden: false,
    })
    const path = `/api/admin/reports/${reportCase?.["id"]}`
    const body = { decision: "hide", updated_at: reportCase?.["updated_at"] }
    const decision = await superAdmin.browser.send("PATCH", path, body)
    expect(decision.json).toMatchObject({ is_hidden: true })
    expect(await listBodies(visitor, post.id)).toEqual([])
    expect(getStatusAndCode(await report(await makeMember(db)))).toEqual([404, "not_found"])
  })
})

describe("notifications", () => {
  const listNotifications = async ({ browser }: Caller) =>
    getRows(await browser.get("/api/notifications"), "notifications").filter(
      ({ kind }) => kind === "comment",
    )

  test("the author of the content gets one notification about all comments, without their text", async () => {
    await writeComment(owner, post.id, { body: "My own" })
    expect(await listNotifications(owner)).toEqual([])
    await writeComment(writer, post.id, { body: "First" })
    const { id } = (await writeComment(writer, post.id, { body: "Second" })).json
    const [notification, ...others] = await listNotifications(owner)
    expect(others).toEqual([])
    expect(notification).toMatchObject({
      subject: {
        commented: "post",
        id: post.id,
        slug: team.slug,
        title: "A post",
        count: 2,
        comment: id,
      },
    })
    expect(JSON.stringify(notification)).not.toMatch(/First|Second/)
    await hideComment(superAdmin, id)
    expect(await listNotifications(owner)).toMatchObject([{ subject: { count: 1 } }])
    await db.one`update team_posts set is_published = false where id = ${post.id}`
    expect(await listNotifications(owner)).toEqual([])
  })

  test("the author of the content is notified of a newcomer's comment when the comment is approved", async () => {
    const { id } = await makePost(db, team.id, writer.id)
    const newcomer = await makeMember(db, { displayName: "Newcomer", isApproved: false })
    const { json } = await writeComment(newcomer, id)
    expect(await listNotifications(writer)).toEqual([])
    const body = { ids: [json["id"]], action: "approve" }
    await superAdmin.browser.send("POST", "/api/admin/newcomers/action", body)
    expect(await listNotifications(writer)).toMatchObject([{ subject: { id, count: 1 } }])
  })
})
