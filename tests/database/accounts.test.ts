/** What SQL as daina_app can do to accounts and profiles, one's own and another's. */
import { beforeAll, describe, expect, test } from "vitest"
import type { Db } from "../../db/client.ts"
import { testDatabase } from "../database.ts"
import { makeLike, makeProfile, makeSession, makeUser, type TestUser } from "../factories.ts"

const { app, owner } = testDatabase()
const asOwner = owner.as(null)
let mari: TestUser
let thief: TestUser

beforeAll(async () => {
  mari = await makeUser(asOwner, { password: "tere-mari" })
  thief = await makeUser(asOwner, { displayName: "Thief" })
  await makeProfile(asOwner, mari.id, { bio: "Private" })
  await makeLike(asOwner, mari.id)
  await makeSession(asOwner, mari.id)
  await asOwner.one`
    insert into mails (user_id, kind, language) values (${mari.id}, 'reset_password', 'en')`
  await asOwner.one`
    insert into mail_links (token_hash, user_id, purpose, email, expires_at)
    values (sha256('x'), ${mari.id}, 'reset_password', ${mari.email}, now() + interval '1 hour')`
  await asOwner.one`select take_attempt('sign-in', 'x', 5, interval '1 hour')`
})

const as = {
  stranger: () => app.as(null),
  "another member": () => app.as({ userId: thief.id }),
} satisfies Record<string, () => Db>
const WHO = ["stranger", "another member"] as const

const state = () => asOwner.one`
  select p.display_name, p.bio, u.email, u.password_hash, u.email_verified_at, u.google_subject,
    u.language, u.marketing_consent_at,
    (select count(*) from music_likes where user_id = u.id) as likes,
    (select count(*) from sessions where user_id = u.id) as sessions
  from users u join profiles p on p.user_id = u.id where u.id = ${mari.id}`

describe.each(WHO)("a %s", (who) => {
  test("reads nothing of a member", async () => {
    const db = as[who]()
    const { id } = mari
    expect(await db.many`select user_id from profiles where user_id = ${id}`).toEqual([])
    expect(await db.many`select item_id from music_likes where user_id = ${id}`).toEqual([])
    expect(await db.many`select id from users where id = ${id}`).toEqual([])
    expect(await db.many`select id from sessions where user_id = ${id}`).toEqual([])
    expect(await db.many`select id from mails where user_id = ${id}`).toEqual([])
  })

  test("changes nothing of a member", async () => {
    const before = await state()
    const db = as[who]()
    const { id } = mari
    for (const changed of [
      await db.many`update profiles set bio = 'x' where user_id = ${id} returning user_id`,
      await db.many`update users set language = 'ru' where id = ${id} returning id`,
      await db.many`delete from music_likes where user_id = ${id} returning user_id`,
      await db.many`delete from sessions where user_id = ${id} returning id`,
    ]) {
      expect(changed).toEqual([])
    }
    await expect(db.many`delete from profiles where user_id = ${id}`).rejects.toThrow(
      /permission denied/,
    )
    expect(await state()).toEqual(before)
  })

  test("puts nothing under a member's name", async () => {
    const before = await state()
    const db = as[who]()
    const { id } = await makeUser(asOwner)
    await expect(
      db.one`insert into profiles (user_id, display_name) values (${id}, 'x')`,
    ).rejects.toThrow(/row-level security/)
    await expect(
      db.one`insert into profiles (user_id, display_name) values (${mari.id}, 'x')
        on conflict (user_id) do update set display_name = 'x'`,
    ).rejects.toThrow(/row-level security/)
    await expect(
      db.one`insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
        values (${mari.id}, 'song', 'x', 'x', 'x')`,
    ).rejects.toThrow(/permission denied/)
    expect(await state()).toEqual(before)
  })

  test("uses nothing of the machinery", async () => {
    const db = as[who]()
    await expect(db.many`select * from mail_links`).rejects.toThrow(/permission denied/)
    await expect(db.many`select * from attempts`).rejects.toThrow(/permission denied/)
    await expect(db.many`delete from attempts`).rejects.toThrow(/permission denied/)
    await expect(db.many`update mails set sent_at = now()`).rejects.toThrow(/permission denied/)
    await expect(db.one`select replace_password(${mari.id}, 'x')`).rejects.toThrow(
      /permission denied/,
    )
    await expect(db.one`select is_mail_welcome(${mari.email}, 'x')`).rejects.toThrow(
      /permission denied/,
    )
    await expect(db.one`update user_roles set role = 'super_admin'`).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe("one's own account", () => {
  const db = () => app.as({ userId: mari.id })

  test.each([
    ["email", "'x@y.ee'"],
    ["password_hash", "'x'"],
    ["email_verified_at", "now()"],
    ["email_owned_at", "now()"],
    ["google_subject", "'x'"],
    ["terms_agreed_at", "now()"],
    ["created_at", "now()"],
    ["id", "gen_random_uuid()"],
  ])("has a %s that SQL cannot change", async (column, value) => {
    const before = await state()
    const statement = db().batch([{ text: `update users set ${column} = ${value}`, params: [] }])
    await expect(statement).rejects.toThrow(/permission denied/)
    expect(await state()).toEqual(before)
  })

  test("gets no role by SQL", async () => {
    await expect(
      db().one`insert into user_roles (user_id, role) values (${mari.id}, 'admin')`,
    ).rejects.toThrow(/permission denied/)
  })

  test("has no profile under another's name", async () => {
    await expect(db().one`update profiles set user_id = ${thief.id}`).rejects.toThrow(
      /permission denied/,
    )
  })

  test("has a picture and a name that are shown as they are", async () => {
    const files = [
      `/uploads/avatars/${thief.id}/avatar-1-${"0".repeat(32)}.webp`,
      "https://evil.example/x.webp",
      "javascript:alert(1)",
    ]
    for (const url of files) {
      await expect(db().one`update profiles set avatar_url = ${url}`).rejects.toThrow(
        /violates check/,
      )
    }
    for (const name of ["", "  ", "x".repeat(81), "Ma\u202eri", "Ma\u200bri"]) {
      await expect(db().one`update profiles set display_name = ${name}`).rejects.toThrow(
        /violates check/,
      )
    }
  })

  test("is changed and deleted by its own functions for nobody else", async () => {
    const stranger = app.as(null)
    expect(await stranger.one`select export_account() as data`).toEqual({ data: null })
    expect(await stranger.one`select delete_own_account() as result`).toEqual({ result: "nobody" })
    await expect(
      app.as({ userId: thief.id }).one`
        select change_own_password((select password_hash from find_account_for_sign_in(${mari.email})),
          'x')`,
    ).rejects.toThrow(/changed meanwhile/)
    expect(await state()).toMatchObject({ email: mari.email })
  })
})
