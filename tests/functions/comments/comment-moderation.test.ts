import { beforeEach, describe, expect, test } from "vitest"
import { getRows, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import {
  editComment,
  hideComment,
  listBodies,
  readComments,
  writeComment,
} from "../../support/people/comments.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { EDITOR, makeWriter } from "../../support/people/newsroom.ts"
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

/** Closes the comments of a subject; with the method DELETE, opens them again. */
const closeComments = (
  { browser }: Pick<Member, "browser">,
  subject: string,
  method: "PUT" | "DELETE" = "PUT",
) => browser.send(method, `/api/comments/${subject}/closed`, {})
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
    const editor = await makeWriter(db, EDITOR)
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
    expect((await readComments(newcomer, post.id)).json).toMatchObject({ needs_review: true })
    const { json } = await writeComment(newcomer, post.id)
    expect(json).toMatchObject({ is_unreviewed: true })
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
      expect((await readComments(viewer, post.id)).json).toMatchObject({ needs_review: false })
    expect((await writeComment(newcomer, post.id, { body: "Second" })).json).toMatchObject({
      is_unreviewed: false,
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
    const report = ({ browser }: Pick<Member, "browser">) =>
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
  const listNotifications = async ({ browser }: Pick<Member, "browser">) =>
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

  test("an author is notified of a newcomer's comment when the comment is approved", async () => {
    const { id } = await makePost(db, team.id, writer.id)
    const newcomer = await makeMember(db, { displayName: "Newcomer", isApproved: false })
    const { json } = await writeComment(newcomer, id)
    expect(await listNotifications(writer)).toEqual([])
    const body = { ids: [json["id"]], action: "approve" }
    await superAdmin.browser.send("POST", "/api/admin/newcomers/action", body)
    expect(await listNotifications(writer)).toMatchObject([{ subject: { id, count: 1 } }])
  })
})
