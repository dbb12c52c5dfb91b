import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { getRows, getStatusAndCode, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makePost, makeTeam, type TestTeam } from "../../support/people/teams.ts"

const { db, clear } = await openTestDatabase()
const superAdmin = await makeMember(db, { role: "super_admin", displayName: "Chief" })
const visitor = { browser: openBrowser() }

let owner: Member
let team: TestTeam
let post: { id: string }
let writer: Member
let fan: Member
beforeEach(async () => {
  await clear("notifications", "notification_preferences")
  // Members of earlier tests must not appear among the suggestions.
  await db.one`update profiles set display_name = 'Former' where display_name in ('Zane Ozola', 'Zane O', 'Anna Žane')`
  owner = await makeMember(db, { displayName: "Mari" })
  team = await makeTeam(db, { [owner.id]: "owner" })
  post = await makePost(db, team.id, owner.id)
  writer = await makeMember(db, { displayName: "Juhan" })
  fan = await makeMember(db, { displayName: "Zane Ozola" })
})

type Caller = Pick<Member, "browser">
const searchMembers = ({ browser }: Caller, name = "zan", subject = post.id) =>
  browser.send("POST", `/api/comments/${subject}/mentionable`, { name })
const listSuggestedIds = async (viewer: Caller, name?: string, subject?: string) =>
  getRows(await searchMembers(viewer, name, subject), "members").map(({ id }) => id)
const makeMention = ({ id }: { id: string }) => `@[${id}]`
const writeComment = ({ browser }: Caller, body: string, subject = post.id) =>
  browser.send("POST", `/api/comments/${subject}`, { id: randomUUID(), body })
const editComment = ({ browser }: Caller, id: unknown, body: string) =>
  browser.send("PATCH", `/api/comment/${id}`, { body })
const listNotifications = async ({ browser }: Caller) =>
  getRows(await browser.get("/api/notifications"), "notifications")
const listKinds = async (member: Caller) =>
  (await listNotifications(member)).map(({ kind }) => kind)
const makeMemberMinor = ({ id }: { id: string }) => db.one`
  update profiles set date_of_birth = current_date - interval '15 years' where user_id = ${id}`

describe("suggestions", () => {
  test("suggestions find members by the start of a word without diacritics, commenters first", async () => {
    const other = await makeMember(db, { displayName: "Anna Žane" })
    expect((await searchMembers(writer, "Žan")).json).toEqual({
      members: [
        { id: other.id, name: "Anna Žane", avatar_url: null },
        { id: fan.id, name: "Zane Ozola", avatar_url: null },
      ],
    })
    await writeComment(fan, "I was there")
    expect(await listSuggestedIds(writer)).toEqual([fan.id, other.id])
    expect(await listSuggestedIds(writer, "ozo")).toEqual([fan.id])
    expect(await listSuggestedIds(writer, "zola")).toEqual([])
    expect(await listSuggestedIds(writer, "%")).toEqual([])
    expect(await listSuggestedIds(fan)).toEqual([other.id])
  })

  test.each([
    [
      "a member with a hidden name",
      (id: string) => db.one`
      update profiles set privacy_settings = '{"show_display_name": false}' where user_id = ${id}`,
    ],
    [
      "a member whose profile the admins hid",
      (id: string) => db.one`
      update profiles set hidden_at = now() where user_id = ${id}`,
    ],
    [
      "a blocked member",
      (id: string) => db.one`
      update users set blocked_at = now() where id = ${id}`,
    ],
    [
      "a member whose account will be deleted",
      (id: string) => db.one`
      update users set deletion_due_at = now() + interval '7 days' where id = ${id}`,
    ],
    [
      "an unconfirmed member",
      (id: string) => db.one`
      update users set email_verified_at = null where id = ${id}`,
    ],
  ])("suggestions leave out %s", async (_, change) => {
    await change(fan.id)
    expect(await listSuggestedIds(writer)).toEqual([])
    expect((await writeComment(writer, `Hi ${makeMention(fan)}`)).json).toMatchObject({
      mentions: {},
    })
    expect(await listKinds(fan)).toEqual([])
  })

  test("a minor is suggested only after a comment under the same content", async () => {
    await makeMemberMinor(fan)
    expect(await listSuggestedIds(writer)).toEqual([])
    expect((await writeComment(writer, `Hi ${makeMention(fan)}`)).json).toMatchObject({
      mentions: {},
    })

    await writeComment(fan, "I was there")
    expect(await listSuggestedIds(writer)).toEqual([fan.id])
    const article = await makeArticle(db)
    expect(await listSuggestedIds(writer, "zan", article.id)).toEqual([])
  })

  test("a minor is suggested to teammates everywhere, and to other members under the team's content", async () => {
    await makeMemberMinor(fan)
    const article = await makeArticle(db)
    await db.one`insert into team_members (team_id, user_id) values (${team.id}, ${fan.id})`
    expect(await listSuggestedIds(owner, "zan", article.id)).toEqual([fan.id])
    expect(await listSuggestedIds(writer, "zan", article.id)).toEqual([])
    const otherPost = await makePost(db, team.id, owner.id)
    expect(await listSuggestedIds(writer, "zan", otherPost.id)).toEqual([fan.id])
  })

  test("a minor who is visible to everyone is suggested everywhere", async () => {
    await makeMemberMinor(fan)
    const article = await makeArticle(db)
    await db.one`
      update profiles set privacy_settings = '{"show_to_everyone": true}' where user_id = ${fan.id}`
    expect(await listSuggestedIds(writer, "zan", article.id)).toEqual([fan.id])
  })

  test("suggestions are refused to visitors, unconfirmed members and blocked members", async () => {
    expect(getStatusAndCode(await searchMembers(visitor))).toEqual([401, "sign_in_required"])
    const unconfirmed = await makeMember(db, { displayName: "New", isConfirmed: false })
    expect(getStatusAndCode(await searchMembers(unconfirmed))).toEqual([403, "email_unconfirmed"])
    await db.one`update users set blocked_at = now() where id = ${writer.id}`
    expect((await searchMembers(writer)).status).toBe(401)
  })

  test("there are no suggestions under a draft that the member cannot see", async () => {
    const draft = await makePost(db, team.id, owner.id, { published: false })
    expect((await searchMembers(writer, "zan", draft.id)).status).toBe(404)
  })

  test("a member can search 100 times in ten minutes", async () => {
    await searchMembers(writer)
    await db.one`
      update attempts set moments = array_fill(clock_timestamp(), array[100])
      where action = 'mention' and cardinality(moments) > 0`
    const refused = await searchMembers(writer)
    expect(getStatusAndCode(refused)).toEqual([429, "rate_limited"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(500)
  })
})

describe("a mention", () => {
  test("a mention shows visitors the current name, but no name of minors or deleted accounts", async () => {
    const { id } = (await writeComment(writer, `Hi ${makeMention(fan)}`)).json
    const getMentions = async () => {
      const { json } = await visitor.browser.get(`/api/comments/${post.id}`)
      return getRows({ json }, "comments").find((comment) => comment["id"] === id)?.["mentions"]
    }
    expect(await getMentions()).toEqual({ [fan.id]: "Zane Ozola" })
    await db.one`update profiles set display_name = 'Zane O' where user_id = ${fan.id}`
    expect(await getMentions()).toEqual({ [fan.id]: "Zane O" })
    await makeMemberMinor(fan)
    expect(await getMentions()).toEqual({})
    await db.one`delete from users where id = ${fan.id}`
    expect(await getMentions()).toEqual({})
  })

  test("a mention notifies the member once, even when the mention is repeated or edited", async () => {
    const { id } = (await writeComment(writer, `Secret ${makeMention(fan)} ${makeMention(fan)}`))
      .json
    const [notification, ...others] = await listNotifications(fan)
    expect(others).toEqual([])
    expect(notification).toMatchObject({
      kind: "mention",
      subject: { commented: "post", id: post.id, slug: team.slug, count: 1, comment: id },
    })
    expect(JSON.stringify(notification), "without the text").not.toContain("Secret")
    await db.one`update notifications set read_at = now()`
    await editComment(writer, id, "No mention")
    expect(await listKinds(fan)).toEqual([])
    await editComment(writer, id, `Again ${makeMention(fan)}`)
    expect(await listNotifications(fan)).toMatchObject([{ kind: "mention", is_unread: false }])
    const mails = await db.many`select from mails where user_id = ${fan.id}`
    expect(mails, "mentions send no emails").toEqual([])
  })

  test("a mention's notification names the authors, except hidden profiles and deleted accounts", async () => {
    await writeComment(writer, `Hi ${makeMention(fan)}`)
    const readSubject = async () => (await listNotifications(fan))[0]?.["subject"]
    expect(await readSubject()).toMatchObject({ member: "Juhan", count: 1 })
    await writeComment(owner, `Hello ${makeMention(fan)}`)
    expect(await readSubject()).toMatchObject({ member: "Mari, Juhan", count: 2 })
    await db.one`update profiles set hidden_at = now() where user_id = ${owner.id}`
    expect(await readSubject()).toMatchObject({ member: "Juhan", count: 2 })
    await db.one`delete from users where id = ${writer.id}`
    expect(await readSubject()).not.toHaveProperty("member")
    expect(await readSubject()).toMatchObject({ count: 2 })
  })

  test("a mention that is added by an edit notifies the member", async () => {
    const { id } = (await writeComment(writer, "Hi")).json
    await editComment(writer, id, `Hi ${makeMention(fan)}`)
    expect(await listKinds(fan)).toEqual(["mention"])
  })

  test("an author who is mentioned under the own content is notified of the comment, or else of the mention", async () => {
    await writeComment(writer, `Hi ${makeMention(owner)}`)
    expect(await listKinds(owner)).toEqual(["comment"])
    await clear("notifications")
    await db.one`
      insert into notification_preferences (user_id, topic, bell) values (${owner.id}, 'comment', false)`
    await writeComment(writer, `Hello ${makeMention(owner)}`)
    expect(await listKinds(owner)).toEqual(["mention"])
  })

  test("members who mention themselves or have turned mentions off are not notified", async () => {
    await db.one`
      insert into notification_preferences (user_id, topic, bell) values (${fan.id}, 'mention', false)`
    await writeComment(writer, `${makeMention(writer)} and ${makeMention(fan)}`)
    expect(await listKinds(writer)).toEqual([])
    expect(await listKinds(fan)).toEqual([])
  })

  test("a mention in a newcomer's comment notifies the member when the comment is approved", async () => {
    const newcomer = await makeMember(db, { displayName: "Newcomer", isApproved: false })
    const { id } = (await writeComment(newcomer, "Hi")).json
    await editComment(newcomer, id, `Hi ${makeMention(fan)}`)
    expect(await listKinds(fan)).toEqual([])
    const queue = await superAdmin.browser.get("/api/admin/newcomers?filter=comment")
    expect(getRows(queue, "newcomers")).toMatchObject([{ id, excerpt: "Hi @Zane Ozola" }])
    const body = { ids: [id], action: "approve" }
    await superAdmin.browser.send("POST", "/api/admin/newcomers/action", body)
    await superAdmin.browser.send("POST", "/api/admin/newcomers/action", body)
    expect(await listNotifications(fan)).toMatchObject([{ kind: "mention", subject: { count: 1 } }])
  })

  test("the bell shows no mention in a hidden comment or by a blocked member", async () => {
    const { id } = (await writeComment(writer, `Hi ${makeMention(fan)}`)).json
    await owner.browser.send("PUT", `/api/comment/${id}/hidden`, {})
    expect(await listKinds(fan)).toEqual([])
    await owner.browser.send("DELETE", `/api/comment/${id}/hidden`, {})
    expect(await listKinds(fan)).toEqual(["mention"])
    await db.one`update users set blocked_at = now() where id = ${writer.id}`
    expect(await listKinds(fan)).toEqual([])
  })
})
