/** Who may read and write which rows, asked in SQL as daina_app. */
import { beforeAll, describe, expect, test } from "vitest"
import type { Db } from "../../db/client.ts"
import { newsArticles } from "../../db/queries/news.ts"
import { testDatabase } from "../database.ts"
import { makeArticle, makeUser, type TestUser } from "../factories.ts"

const { app, owner } = testDatabase()
const asOwner = owner.as(null)
let member: TestUser
let admin: TestUser
let superAdmin: TestUser

beforeAll(async () => {
  member = await makeUser(asOwner, { displayName: "Mari" })
  admin = await makeUser(asOwner, { role: "admin", displayName: "Ants" })
  superAdmin = await makeUser(asOwner, { role: "super_admin" })
  await makeArticle(asOwner, { slug: "published" })
  await makeArticle(asOwner, { slug: "draft", published: false, content: "unripe" })
})

const as = {
  stranger: () => app.as(null),
  member: () => app.as({ userId: member.id }),
  admin: () => app.as({ userId: admin.id }),
  "super admin": () => app.as({ userId: superAdmin.id }),
} satisfies Record<string, () => Db>

const slugsSeenBy = async (db: Db) =>
  (await db.many<{ slug: string }>`select slug from news order by slug`).map(({ slug }) => slug)

describe("news", () => {
  test.each(["stranger", "member", "admin"] as const)(
    "a %s sees what is published",
    async (who) => {
      expect(await slugsSeenBy(as[who]())).toEqual(["published"])
    },
  )

  test("a super admin sees drafts too", async () => {
    expect(await slugsSeenBy(as["super admin"]())).toEqual(["draft", "published"])
  })

  test("what a build is made from holds no draft: it reads as a stranger", async () => {
    const slugs = async (db: Db) => (await newsArticles(db)).map(({ slug }) => slug).sort()
    expect(await slugs(as.stranger())).toEqual(["published"])
    // The same query under other rights: nothing but those rights keeps the draft out.
    expect(await slugs(asOwner)).toEqual(["draft", "published"])
  })

  test.each(["stranger", "member", "admin"] as const)("a %s cannot write", async (who) => {
    const db = as[who]()
    await expect(db.one`insert into news (slug, title) values ('mine-too', 'x')`).rejects.toThrow(
      /row-level security/,
    )
    expect(await db.many`update news set title = 'x' returning id`).toEqual([])
    expect(await db.many`delete from news returning id`).toEqual([])
  })
})

describe("accounts", () => {
  test("everybody sees their own account alone, a stranger none", async () => {
    expect(await as.stranger().many`select id from users`).toEqual([])
    expect(await as.member().many`select id from users`).toEqual([{ id: member.id }])
    expect(await as["super admin"]().many`select id from users`).toEqual([{ id: superAdmin.id }])
  })

  test("nobody reads a password hash or writes an account", async () => {
    await expect(as.member().many`select password_hash from users`).rejects.toThrow(
      /permission denied/,
    )
    await expect(as.member().many`update users set email = 'x@y.ee'`).rejects.toThrow(
      /permission denied/,
    )
    await expect(as.member().many`delete from users`).rejects.toThrow(/permission denied/)
  })

  test("nobody gives roles in SQL", async () => {
    const statement = as.member()
      .one`insert into user_roles (user_id, role) values (${member.id}, 'super_admin')`
    await expect(statement).rejects.toThrow(/permission denied/)
  })

  test("a profile is its owner's alone", async () => {
    expect(await as.admin().many`select user_id from profiles`).toEqual([{ user_id: admin.id }])
    const statement = as.admin().many`
      update profiles set display_name = 'x' where user_id = ${member.id} returning user_id`
    expect(await statement).toEqual([])
  })

  test("a name that is hidden is told to nobody", async () => {
    const shy = await makeUser(asOwner, {
      displayName: "Shy",
      privacy: { show_display_name: false },
    })
    const names = as.stranger().one`
      select public_display_name(${member.id}) as shown, public_display_name(${shy.id}) as hidden`
    expect(await names).toEqual({ shown: "Mari", hidden: null })
  })

  test("sessions are seen and opened for oneself alone", async () => {
    const opened = as.member().one`
      insert into sessions (token_hash, user_id, expires_at)
      values (sha256('x'), ${superAdmin.id}, now() + interval '1 day')`
    await expect(opened).rejects.toThrow(/row-level security/)
    await expect(as.member().many`select token_hash from sessions`).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe("the audit log", () => {
  test("holds what a super admin did to an article, with before and after but not the text", async () => {
    const db = as["super admin"]()
    const row = await db.one<{ id: string }>`
      insert into news (slug, title, content) values ('audited', 'One', 'secret draft') returning id`
    await db.one`update news set title = 'Two' where id = ${row?.id}`
    await db.one`delete from news where id = ${row?.id}`
    const entries = await db.many<{
      action: string
      actor_id: string
      before: string
      after: string
    }>`
      select action, actor_id, before ->> 'title' as before, after ->> 'title' as after
      from audit_log where target_id = ${row?.id} order by id`
    const by = { actor_id: superAdmin.id }
    expect(entries).toEqual([
      { action: "news.insert", before: null, after: "One", ...by },
      { action: "news.update", before: "One", after: "Two", ...by },
      { action: "news.delete", before: "Two", after: null, ...by },
    ])
    const texts = await db.many`select from audit_log where after::text like '%secret draft%'`
    expect(texts).toEqual([])
  })

  test("holds who got which role, with before and after", async () => {
    const { id } = await makeUser(asOwner)
    const db = owner.as({ userId: superAdmin.id })
    await db.one`insert into user_roles (user_id, role) values (${id}, 'admin')`
    await db.one`update user_roles set role = 'super_admin' where user_id = ${id}`
    await db.one`delete from user_roles where user_id = ${id}`
    const entries = await asOwner.many`
      select action, actor_id, before ->> 'role' as before, after ->> 'role' as after
      from audit_log where target_id = ${id} order by id`
    const by = { actor_id: superAdmin.id }
    expect(entries).toEqual([
      { action: "user_roles.insert", before: null, after: "admin", ...by },
      { action: "user_roles.update", before: "admin", after: "super_admin", ...by },
      { action: "user_roles.delete", before: "super_admin", after: null, ...by },
    ])
  })

  test("is read by super admins and edited by nobody", async () => {
    for (const who of ["stranger", "member", "admin"] as const) {
      expect(await as[who]().many`select id from audit_log`).toEqual([])
    }
    const db = as["super admin"]()
    await expect(db.many`delete from audit_log`).rejects.toThrow(/permission denied/)
    await expect(db.many`update audit_log set actor_id = null`).rejects.toThrow(/permission denied/)
    await expect(db.many`insert into audit_log (action) values ('x')`).rejects.toThrow(
      /permission denied/,
    )
  })
})

test("the rights of one statement do not stay on the connection", async () => {
  const answers = await Promise.all(
    Array.from(
      { length: 40 },
      (_, index) =>
        (index % 2 ? as.member() : as.stranger()).one<{ viewer: string | null }>`
        select current_viewer() as viewer`,
    ),
  )
  expect(answers.map((row) => row?.viewer)).toEqual(
    Array.from({ length: 40 }, (_, index) => (index % 2 ? member.id : null)),
  )
})
