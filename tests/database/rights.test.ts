import { describe, expect, test } from "vitest"
import { openTestDatabase } from "../support/database.ts"
import {
  makeArticle,
  makeSession,
  makeUser,
  storeLike,
  storeProfile,
} from "../support/factories.ts"
import { makeIdea } from "../support/people/ideas.ts"
import { DENIED, expectSameOutcomes, type Outcome, testRights } from "../support/people/rights.ts"

const database = await openTestDatabase()
const { db, app, auth } = database
const VIEWER_KINDS = ["anonymous", "member", "admin", "super admin", "self"] as const
type ViewerKind = (typeof VIEWER_KINDS)[number]
const ids: Partial<Record<ViewerKind, string>> = {}

const profileOwner = await makeUser(db, { password: "tere-mari" })
await storeProfile(db, profileOwner.id, { bio: "Private" })
await storeLike(db, profileOwner.id)
await makeSession(db, profileOwner.id)
await db.one`
  insert into mails (user_id, kind, language) values (${profileOwner.id}, 'reset_password', 'en')`
ids.self = profileOwner.id
ids.member = (await makeUser(db, { displayName: "Thief" })).id
ids.admin = (await makeUser(db, { role: "admin", displayName: "Ants" })).id
ids["super admin"] = (await makeUser(db, { role: "super_admin", displayName: "Boss" })).id
const memberWithHiddenName = await makeUser(db, {
  displayName: "Shy",
  privacy: { show_display_name: false },
})
const published = await makeArticle(db)
const draft = await makeArticle(db, { published: false })
const { id: memberWithoutProfile } = await makeUser(db)
const idea = await makeIdea(db)
const { id: profileOwnerId, email } = profileOwner
const scene = {
  idea,
  profileOwner: profileOwnerId,
  email,
  memberWithoutProfile,
  memberWithHiddenName: memberWithHiddenName.id,
  published: published.id,
  draft: draft.id,
}

// Outcomes are in the order of VIEWER_KINDS. A number is a number of rows; 0 means that row-level security hides all rows.
const expectForAll = (outcome: Outcome) => [outcome, outcome, outcome, outcome, outcome]
const expectOnlyForSelf = (allowed: Outcome, refused: Outcome) => [
  refused,
  refused,
  refused,
  refused,
  allowed,
]
const expectOnlyForSuperAdmin = (allowed: Outcome, refused: Outcome) => [
  refused,
  refused,
  refused,
  allowed,
  refused,
]
/** SQLSTATE of a check violation. */
const CHECK_VIOLATION = "23514"
const AVATAR_OF_OTHER_MEMBER = `/uploads/avatars/' || {memberWithoutProfile} || '/avatar-1-${"0".repeat(32)}.webp`

testRights(database, VIEWER_KINDS, (viewerKind) => ({ viewer: ids[viewerKind] ?? null, scene }), [
  ...expectSameOutcomes(expectOnlyForSelf(1, DENIED), {
    "vote for an idea":
      "insert into idea_votes (idea_id, user_id) values ({idea}, {profileOwner}) returning 1",
  }),
  ...expectSameOutcomes(expectOnlyForSelf(1, 0), {
    "see an account": "select id, email from users where id = {profileOwner}",
    "see a profile": "select user_id from profiles where user_id = {profileOwner}",
    "see likes": "select item_id from music_likes where user_id = {profileOwner}",
    "change a profile": "update profiles set bio = 'x' where user_id = {profileOwner} returning 1",
    "choose a language": "update users set language = 'ru' where id = {profileOwner} returning 1",
    "take a like back": "delete from music_likes where user_id = {profileOwner} returning 1",
  }),
  ...expectSameOutcomes(expectForAll(0), {
    "read a hidden name": "select where get_name_for_viewer({memberWithHiddenName}) is not null",
  }),
  ...expectSameOutcomes(expectForAll(1), {
    "read a visible name": "select where get_name_for_viewer({profileOwner}) is not null",
    "see a published article": "select from news where id = {published}",
  }),
  ...expectSameOutcomes(expectOnlyForSuperAdmin(1, 0), {
    "read queued emails": "select id from mails where user_id = {profileOwner}",
    "see a draft": "select from news where id = {draft}",
    "change an article": "update news set title = 'x' where id = {published} returning 1",
  }),
  ...expectSameOutcomes(expectForAll(DENIED), {
    "create a profile for another member":
      "insert into profiles (user_id, display_name) values ({memberWithoutProfile}, 'x') returning 1",
    "give their profile to another member": "update profiles set user_id = {memberWithoutProfile}",
    "delete a profile": "delete from profiles where user_id = {profileOwner}",
    "like a song without the function": `insert into music_likes (user_id, item_type, item_id, item_name,
        item_artist) values ({profileOwner}, 'song', 'x', 'x', 'x')`,
    "see a session": "select id from sessions where user_id = {profileOwner}",
    "end a session": "delete from sessions where user_id = {profileOwner}",
    "open a session": `insert into sessions (token_hash, user_id, expires_at)
        values (sha256('x'), {memberWithoutProfile}, now() + interval '1 day')`,
    "read hashes of session tokens": "select token_hash from sessions",
    "read a password's hash": "select password_hash from users",
    "delete an account": "delete from users where id = {profileOwner}",
    ...Object.fromEntries(
      [
        ...["email", "password_hash", "email_verified_at", "email_owned_at", "google_subject"],
        ...["terms_agreed_at", "created_at", "id"],
      ].map((column) => [
        `change the ${column} of an account`,
        `update users set ${column} = null`,
      ]),
    ),
    "give a role": "insert into user_roles (user_id, role) values ({profileOwner}, 'admin')",
    "change a role": "update user_roles set role = 'super_admin'",
    "read links of emails": "select from mail_links",
    "read attempts": "select from attempts",
    "delete attempts": "delete from attempts",
    "mark an email as sent": "update mails set sent_at = now()",
    "replace a password": "select replace_password({profileOwner}, 'x', null)",
    "use up the limit of emails to an address": "select count_mail_if_allowed({email}, 'x')",
  }),
  ...expectSameOutcomes([0, CHECK_VIOLATION, CHECK_VIOLATION, CHECK_VIOLATION, CHECK_VIOLATION], {
    "use another member's picture": `update profiles set avatar_url = '${AVATAR_OF_OTHER_MEMBER}'`,
    "use a picture of another site":
      "update profiles set avatar_url = 'https://evil.example/x.webp'",
    "use a script as the picture": "update profiles set avatar_url = 'javascript:alert(1)'",
    "have an empty name": "update profiles set display_name = '  '",
    "have a long name": "update profiles set display_name = repeat('x', 81)",
    "have a name with a bidirectional control character":
      "update profiles set display_name = U&'Ma\\202eri'",
    "have a name with an invisible character": "update profiles set display_name = U&'Ma\\200bri'",
  }),
])

test("visitors cannot export or delete an account, and members cannot set another's password", async () => {
  const visitor = app.as(null)
  expect(await visitor.one`select export_account() as data`).toEqual({ data: null })
  expect(await visitor.one`select schedule_own_deletion('{}') as result`).toEqual({
    result: "no_viewer",
  })
  const { member: userId = "" } = ids
  await expect(
    auth.as({ userId }).one`
      select change_own_password((select password_hash from find_account_for_sign_in(
        ${email})), 'x', null)`,
  ).rejects.toThrow(/changed meanwhile/)
})

test("`on conflict do update` does not change another member's profile", async () => {
  const { member: userId = "" } = ids
  await expect(
    app.as({ userId }).one`
      insert into profiles (user_id, display_name) values (${ids.self}, 'x')
      on conflict (user_id) do update set display_name = 'x'`,
  ).rejects.toThrow(/row-level security/)
})

describe("the audit log", () => {
  test("the log contains a super admin's changes of an article with both titles, without the text", async () => {
    const userId = ids["super admin"] ?? ""
    const db = app.as({ userId })
    const row = await db.one<{ id: string }>`
      insert into news (slug, title, content) values ('audited', 'One', 'secret draft') returning id`
    await db.one`update news set title = 'Two' where id = ${row?.id}`
    await db.one`delete from news where id = ${row?.id}`
    const entries = await db.many`
      select action, actor_id, before ->> 'title' as before, after ->> 'title' as after
      from audit_log where target_id = ${row?.id} order by id`
    expect(entries).toEqual([
      { action: "news.insert", before: null, after: "One", actor_id: userId },
      { action: "news.update", before: "One", after: "Two", actor_id: userId },
      { action: "news.delete", before: "Two", after: null, actor_id: userId },
    ])
    const texts = await db.many`select from audit_log where after::text like '%secret draft%'`
    expect(texts).toEqual([])
  })
})

test("a statement on a pooled connection does not run as the viewer of the previous statement", async () => {
  const viewers = Array.from({ length: 40 }, (_, index) =>
    index % 2 ? (ids.member ?? null) : null,
  )
  const rows = await Promise.all(
    viewers.map(
      (userId) =>
        app.as(userId ? { userId } : null).one<{ viewer: string | null }>`
        select current_viewer() as viewer`,
    ),
  )
  expect(rows.map((row) => row?.viewer)).toEqual(viewers)
})
