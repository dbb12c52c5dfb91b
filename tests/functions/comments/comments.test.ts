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

type Browser = Pick<Member, "browser">
const write = ({ browser }: Browser, subject: string, fields: object = {}) =>
  browser.send("POST", `/api/comments/${subject}`, { id: randomUUID(), body: "So good", ...fields })
const read = ({ browser }: Browser, subject: string, query = "") =>
  browser.get(`/api/comments/${subject}?${query}`)
const listBodies = async (viewer: Browser, subject: string, query = "") =>
  getRows(await read(viewer, subject, query), "comments").map(({ body }) => body)
const edit = ({ browser }: Browser, id: unknown, body = "Better") =>
  browser.send("PATCH", `/api/comment/${id}`, { body })
const remove = ({ browser }: Browser, id: unknown) => browser.send("DELETE", `/api/comment/${id}`)
const hide = ({ browser }: Browser, id: unknown, method: "PUT" | "DELETE" = "PUT") =>
  browser.send(method, `/api/comment/${id}/hidden`, {})
const close = ({ browser }: Browser, subject: string, method: "PUT" | "DELETE" = "PUT") =>
  browser.send(method, `/api/comments/${subject}/closed`, {})
/** Uses a new member for each comment, because the number of comments per member is limited. */
async function addCommentByNewMember(subject: string, body: string): Promise<string> {
  const member = await makeMember(db, { displayName: "Fan" })
  const { status, json } = await write(member, subject, { body })
  expect(status).toBe(201)
  return String(json["id"])
}

describe("reading", () => {
  test("visitors and members read the comments of an article, a post and a public event", async () => {
    const article = await makeArticle(db)
    const event = await makeEvent(db, team.id)
    for (const { id } of [article, post, event]) {
      expect((await write(writer, id, { body: `About ${id}` })).status).toBe(201)
      for (const viewer of [visitor, owner])
        expect(await listBodies(viewer, id)).toEqual([`About ${id}`])
    }
  })

  test("a translation shares the comments of its original", async () => {
    const article = await makeArticle(db)
    const translation = await makeTranslation(db, article, "lv")
    await write(writer, translation.id, { body: "Shared" })
    for (const { id } of [article, translation])
      expect(await listBodies(visitor, id)).toEqual(["Shared"])
  })

  test("pages list the newest or the oldest comment first", async () => {
    for (const body of ["1", "2", "3"]) await addCommentByNewMember(post.id, body)
    const first = await read(visitor, post.id, "limit=2")
    expect(first.json).toMatchObject({ count: 3, comments: [{ body: "3" }, { body: "2" }] })
    expect(await listBodies(visitor, post.id, `limit=2&cursor=${first.json["next"]}`)).toEqual([
      "1",
    ])
    expect(await listBodies(visitor, post.id, "sort=oldest")).toEqual(["1", "2", "3"])
  })

  test("with for=visitors, a member also gets the public response", async () => {
    const { id } = (await write(writer, post.id)).json
    await hide(superAdmin, id)
    const { json, headers } = await read(writer, post.id, "for=visitors")
    expect(json).toMatchObject({ comments: [], count: 0, moderates: false })
    expect(headers.get("cache-control")).toContain("public")
    expect((await read(writer, post.id)).headers.get("cache-control")).toBe("private, no-store")
  })

  test("names and pictures follow the privacy settings", async () => {
    const minor = await makeMember(db, { displayName: "Liis" })
    const avatar_url = `/uploads/avatars/${minor.id}/avatar-1-${"a".repeat(32)}.webp`
    await db.one`
      update profiles set date_of_birth = current_date - interval '15 years', avatar_url = ${avatar_url}
      where user_id = ${minor.id}`
    await write(minor, post.id)
    const hidden = { name: null, id: null, avatar_url: null }
    const readCommentAs = async (viewer: Browser) =>
      getRows(await read(viewer, post.id), "comments")[0]
    expect(await readCommentAs(visitor)).toMatchObject({ author: hidden })
    const shown = { name: "Liis", id: minor.id, avatar_url }
    expect(await readCommentAs(owner)).toMatchObject({ author: shown })
    await db.one`
      update profiles set privacy_settings = privacy_settings || '{"show_avatar": false}'
      where user_id = ${minor.id}`
    expect(await readCommentAs(owner)).toMatchObject({ author: { ...shown, avatar_url: null } })
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
        expect((await read(viewer, id)).status).toBe(404)
      expect((await write(owner, id)).status).toBe(404)
    }
    await addCommentByNewMember(post.id, "Visible")
    await db.one`update teams set hidden_at = now() where id = ${team.id}`
    expect((await read(owner, post.id)).status).toBe(404)
  })

  test("comments of blocked members are not shown, and comments of deleted accounts have no name", async () => {
    await write(writer, post.id)
    await db.one`update users set blocked_at = now() where id = ${writer.id}`
    for (const viewer of [visitor, owner, superAdmin])
      expect((await read(viewer, post.id)).json).toMatchObject({ comments: [], count: 0 })
    await db.one`update users set blocked_at = null where id = ${writer.id}`
    await db.one`delete from users where id = ${writer.id}`
    expect((await read(visitor, post.id)).json).toMatchObject({ comments: [{ author: null }] })
  })
})

describe("writing", () => {
  test("a comment is stored as plain text, and requests no build", async () => {
    const before = await getContentVersion(db)
    const body = " <b>Hi</b>\n\n\n\nhttps://daina.test\u202e "
    const { status, json } = await write(writer, post.id, { body })
    expect(status).toBe(201)
    expect(json).toMatchObject({
      body: "<b>Hi</b>\n\nhttps://daina.test",
      is_own: true,
      is_waiting: false,
    })
    expect(await getContentVersion(db)).toBe(before)
  })

  test("a repeated request adds no second comment", async () => {
    const fields = { id: randomUUID(), body: "Once" }
    const responses = await Promise.all([
      write(writer, post.id, fields),
      write(writer, post.id, fields),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 201])
    expect(await listBodies(visitor, post.id)).toEqual(["Once"])
    expect((await write(owner, post.id, fields)).status).toBe(404)
  })

  test("a signed-out visitor, an unconfirmed member and a member without a name cannot comment", async () => {
    expect(getStatusAndCode(await write(visitor, post.id))).toEqual([401, "sign_in_required"])
    const unconfirmed = await makeMember(db, { displayName: "New", isConfirmed: false })
    expect(getStatusAndCode(await write(unconfirmed, post.id))).toEqual([403, "email_unconfirmed"])
    expect(getStatusAndCode(await write(await makeMember(db), post.id))).toEqual([
      409,
      "no_display_name",
    ])
  })

  test("a blocked member cannot comment", async () => {
    await db.one`update users set blocked_at = now() where id = ${writer.id}`
    expect((await write(writer, post.id)).status).toBe(401)
  })

  test.each([
    [" ", "required"],
    ["\u200b", "required"],
    ["x".repeat(MAX_COMMENT_LENGTH + 1), "too_long"],
  ])("the text %j is refused", async (body, code) => {
    expectErrors(await write(writer, post.id, { body }), { body: code })
  })

  test("the same text by the same member within an hour is refused", async () => {
    await write(writer, post.id, { body: "Come to my shop" })
    const other = await makePost(db, team.id, owner.id)
    const repeat = () => write(writer, other.id, { body: "come to my SHOP" })
    expect(getStatusAndCode(await repeat())).toEqual([409, "comment_repeated"])
    expect((await write(owner, other.id, { body: "Come to my shop" })).status).toBe(201)
    await db.one`update comments set created_at = now() - interval '61 minutes' where user_id = ${writer.id}`
    expect((await repeat()).status).toBe(201)
  })

  test("the eleventh comment within ten minutes is refused with the time to wait", async () => {
    for (let number = 1; number <= 10; number++) {
      expect((await write(writer, post.id, { body: `${number}` })).status).toBe(201)
    }
    const refused = await write(writer, post.id, { body: "11" })
    expect(getStatusAndCode(refused)).toEqual([429, "rate_limited"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500)
  })
})

describe("changing", () => {
  test("the author can edit a comment for ten minutes", async () => {
    const { id } = (await write(writer, post.id)).json
    expect((await edit(writer, id)).json).toMatchObject({
      body: "Better",
      edited_at: expect.any(String),
    })
    for (const other of [owner, superAdmin]) expect((await edit(other, id)).status).toBe(404)
    await db.one`update comments set created_at = now() - interval '11 minutes' where id = ${String(id)}`
    expect(getStatusAndCode(await edit(writer, id, "Late"))).toEqual([409, "edit_time_over"])
    // The response to the first request may have been lost.
    expect((await edit(writer, id, "Better")).status).toBe(200)
    expect(await listBodies(visitor, post.id)).toEqual(["Better"])
  })

  test("only the author can delete a comment", async () => {
    const { id } = (await write(writer, post.id)).json
    for (const other of [owner, superAdmin]) expect((await remove(other, id)).status).toBe(404)
    expect((await remove(writer, id)).status).toBe(204)
    expect((await remove(writer, id)).status).toBe(404)
    expect(await listBodies(writer, post.id)).toEqual([])
  })
})

describe("moderation", () => {
  test("the team hides and shows a comment, with an audit row", async () => {
    const { id } = (await write(writer, post.id)).json
    for (const other of [writer, await makeMember(db)])
      expect(getStatusAndCode(await hide(other, id))).toEqual([403, "forbidden"])
    expect((await hide(visitor, id)).status).toBe(401)
    for (let click = 1; click <= 2; click++) {
      expect((await hide(owner, id)).json).toMatchObject({ hidden_by: "team" })
    }
    expect(await listBodies(visitor, post.id)).toEqual([])
    expect(await listBodies(writer, post.id)).toHaveLength(1)
    expect(getStatusAndCode(await edit(writer, id))).toEqual([409, "hidden_by_team"])
    expect((await hide(owner, id, "DELETE")).json).toMatchObject({ hidden_by: null })
    expect(
      await db.many`select action, actor_id from audit_log where target_id = ${String(id)} order by id`,
    ).toEqual([
      { action: "comments.hide", actor_id: owner.id },
      { action: "comments.show", actor_id: owner.id },
    ])
  })

  test("the team cannot show a comment that the site's moderators hid", async () => {
    const { id } = (await write(writer, post.id)).json
    expect((await hide(superAdmin, id)).json).toMatchObject({ hidden_by: "site" })
    expect(getStatusAndCode(await hide(owner, id, "DELETE"))).toEqual([409, "hidden_by_admins"])
    expect((await hide(superAdmin, id, "DELETE")).status).toBe(200)
  })

  test("an editor can hide comments on articles, but not on posts", async () => {
    const editor = await makeMember(db, { displayName: "Editor" })
    await db.one`insert into news_grants (user_id, kind) values (${editor.id}, 'editor')`
    await db.one`
      insert into second_factors (user_id, secret, confirmed_at)
      values (${editor.id}, '\\x0102030405060708090a0b0c0d0e0f1011121314', now())`
    const article = await makeArticle(db)
    const onArticle = (await write(writer, article.id)).json
    const onPost = (await write(writer, post.id, { body: "Other" })).json
    expect((await hide(editor, onArticle["id"])).json).toMatchObject({ hidden_by: "site" })
    expect((await hide(editor, onPost["id"])).status).toBe(403)
  })

  test("closed comments stay visible, and new comments are refused", async () => {
    await write(writer, post.id)
    for (const other of [writer, await makeMember(db)])
      expect((await close(other, post.id)).status).toBe(403)
    expect((await close(visitor, post.id)).status).toBe(401)
    for (let click = 1; click <= 2; click++) expect((await close(owner, post.id)).status).toBe(200)
    expect((await read(visitor, post.id)).json).toMatchObject({ is_closed: true, count: 1 })
    expect(getStatusAndCode(await write(writer, post.id, { body: "More" }))).toEqual([
      409,
      "comments_closed",
    ])
    expect((await close(owner, post.id, "DELETE")).json).toEqual({ is_closed: false })
    expect((await write(writer, post.id, { body: "More" })).status).toBe(201)
  })

  test("the author of an event closes its comments", async () => {
    const member = await makeMember(db, { displayName: "Host" })
    const hostTeam = await makeTeam(db, { [owner.id]: "owner", [member.id]: "member" })
    const event = await makeEvent(db, hostTeam.id)
    await db.one`update events set user_id = ${member.id} where id = ${event.id}`
    expect((await close(member, event.id)).status).toBe(200)
    const { id } = (await write(writer, post.id)).json
    expect((await hide(member, id)).status).toBe(403)
  })

  test("the approval of a newcomer's comment shows the comment and approves the member", async () => {
    const newcomer = await makeMember(db, { displayName: "Newcomer", isApproved: false })
    expect((await read(newcomer, post.id)).json).toMatchObject({ needs_approval: true })
    const { json } = await write(newcomer, post.id)
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
      expect((await read(viewer, post.id)).json).toMatchObject({ needs_approval: false })
    expect((await write(newcomer, post.id, { body: "Second" })).json).toMatchObject({
      is_waiting: false,
    })
  })

  test("a super admin hides a waiting comment from the queue", async () => {
    const newcomer = await makeMember(db, { displayName: "Spammer", isApproved: false })
    const { id } = (await write(newcomer, post.id)).json
    const body = { ids: [id], action: "hide" }
    expect(
      (await superAdmin.browser.send("POST", "/api/admin/newcomers/action", body)).json,
    ).toMatchObject({ results: [{ id, ok: true }] })
    expect(await listBodies(newcomer, post.id)).toEqual(["So good"])
    expect(await listBodies(visitor, post.id)).toEqual([])
  })

  test("a super admin hides a comment that a member reported", async () => {
    const { id } = (await write(writer, post.id)).json
    const report = ({ browser }: Browser) =>
      browser.send("POST", "/api/reports", { kind: "comment", target_id: id, reason: "spam" })
    expect(getStatusAndCode(await report(writer))).toEqual([409, "own_content"])
    expect((await report(owner)).status).toBe(201)
    const [reported] = getRows(
      await superAdmin.browser.get("/api/admin/reports?filter=comment"),
      "reports",
    )
    expect(reported).toMatchObject({
      target_id: id,
      title: "A post",
      excerpt: "So good",
      is_hidden: false,
    })
    const { updated_at } = Object(reported)
    const decision = await superAdmin.browser.send(
      "PATCH",
      `/api/admin/reports/${Object(reported).id}`,
      { decision: "hide", updated_at },
    )
    expect(decision.json).toMatchObject({ is_hidden: true })
    expect(await listBodies(visitor, post.id)).toEqual([])
    expect(getStatusAndCode(await report(await makeMember(db)))).toEqual([404, "not_found"])
  })
})

describe("notifications", () => {
  const listNotifications = async ({ browser }: Browser) =>
    getRows(await browser.get("/api/notifications"), "notifications").filter(
      ({ kind }) => kind === "comment",
    )

  test("the author of the content is notified once per thread, without the text", async () => {
    await write(owner, post.id, { body: "My own" })
    expect(await listNotifications(owner)).toEqual([])
    await write(writer, post.id, { body: "First" })
    const { id } = (await write(writer, post.id, { body: "Second" })).json
    const [notice, ...others] = await listNotifications(owner)
    expect(others).toEqual([])
    expect(notice).toMatchObject({
      subject: {
        commented: "post",
        id: post.id,
        slug: team.slug,
        title: "A post",
        count: 2,
        comment: id,
      },
    })
    expect(JSON.stringify(notice)).not.toMatch(/First|Second/)
    await hide(superAdmin, id)
    expect(await listNotifications(owner)).toMatchObject([{ subject: { count: 1 } }])
    await db.one`update team_posts set is_published = false where id = ${post.id}`
    expect(await listNotifications(owner)).toEqual([])
  })

  test("the approval of a waiting comment sends notifications", async () => {
    const { id } = await makePost(db, team.id, writer.id)
    const newcomer = await makeMember(db, { displayName: "Newcomer", isApproved: false })
    const { json } = await write(newcomer, id)
    expect(await listNotifications(writer)).toEqual([])
    const body = { ids: [json["id"]], action: "approve" }
    await superAdmin.browser.send("POST", "/api/admin/newcomers/action", body)
    expect(await listNotifications(writer)).toMatchObject([{ subject: { id, count: 1 } }])
  })
})
