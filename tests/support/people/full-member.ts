import { randomUUID } from "node:crypto"
import { voteForIdea } from "../../../db/queries/ideas.ts"
import { storeSuggestion } from "../../../db/queries/suggestions.ts"
import type { TestDatabase } from "../database.ts"
import { makeArticle, makeUser, storeLike, storeProfile } from "../factories.ts"
import { makeSmallPng } from "../pictures.ts"
import { makeIdea, makeSuggestionFields } from "./ideas.ts"
import { type Member, openSignedInBrowser } from "./members.ts"
import { makeCase } from "./reports.ts"
import { password } from "./sign-in.ts"
import { makeTeam } from "./teams.ts"

export interface FullMember extends Member {
  /** Ids of two members whose data must not change: another super admin, and a member of the same team. */
  others: { superAdmin: string; teamMate: string }
  article: { id: string }
}

/** Creates a super admin with a row in every table that can hold a member's data. */
export async function makeFullMember({ owner, app, auth }: TestDatabase): Promise<FullMember> {
  const db = owner.as(null)
  const superAdmin = await makeUser(db, { role: "super_admin" })
  const teamMate = await makeUser(db, { displayName: "Team mate" })
  const user = await makeUser(db, {
    password,
    ownsAddress: true,
    googleSubject: `google-${randomUUID()}`,
    language: "lv",
    role: "admin",
  })
  const { id } = user
  // The other super admin makes this change, so that the audit log has an entry about both.
  await owner.as({ userId: superAdmin.id }).one`
    update user_roles set role = 'super_admin' where user_id = ${id}`
  await db.one`update users set marketing_consent_at = now() where id = ${id}`
  await storeProfile(db, id, {
    display_name: "Mari Maasikas",
    bio: "Tantsin.",
    gender: "female",
    date_of_birth: "2000-02-29",
    favorite_song_id: "s1",
    favorite_song_name: "Antifragile",
    favorite_song_artist: "LE SSERAFIM",
    favorite_song_image: "https://img.example/s1.webp",
  })
  await storeLike(db, id, { name: "Unforgiven" })
  await db.one`
    insert into known_devices (user_id, token_hash) values (${id}, sha256(${id}::bytea))`
  await db.one`
    insert into second_factors (user_id, secret, confirmed_at)
    values (${id}, '\\x0102030405060708090a0b0c0d0e0f1011121314', now())`
  await db.one`
    insert into recovery_codes (user_id, code_hash) values (${id}, sha256(${id}::bytea))`
  await db.one`
    insert into sign_in_steps (token_hash, user_id, method, remember)
    values (sha256(${id}::bytea), ${id}, 'password', true)`
  await db.one`
    insert into passkeys (user_id, credential_id, public_key, name)
    values (${id}, sha256(${id}::bytea), sha256(${id}::bytea), 'Phone')`
  await db.one`insert into mails (user_id, kind, language) values (${id}, 'verify_email', 'lv')`
  await db.one`
    insert into mail_links (token_hash, user_id, purpose, email, expires_at)
    values (sha256(gen_random_uuid()::text::bytea), ${id}, 'reset_password', ${user.email},
      now() + interval '1 hour')`
  await db.one`
    with team as (
      insert into teams (name, slug) values ('Stars', ${`stars-${randomUUID()}`}) returning id
    ), members as (
      insert into team_members (team_id, user_id, role)
      select id, ${id}::uuid, 'owner' from team
      union all select id, ${teamMate.id}::uuid, 'member' from team
    ), posts as (
      insert into team_posts (team_id, user_id, title, is_published)
      select id, ${id}::uuid, 'A post', true from team returning id
    ), cheers as (
      insert into cheers (post_id, user_id) select id, ${id}::uuid from posts
    ), comments as (
      insert into comments (id, post_id, user_id, body)
      select gen_random_uuid(), id, ${id}::uuid, 'So good' from posts
    ), follows as (
      insert into follows (user_id, country) values (${id}, 'lv')
    )
    insert into events (slug, team_id, user_id, title, start_date, end_date)
    select ${`event-${randomUUID()}`}, id, ${id}::uuid, 'An event', now(), now() from team`
  await db.one`
    with signups as (
      insert into event_signups (event_id, user_id, status, guests, note)
      select id, ${id}, 'going', 1, 'Two of us' from events where user_id = ${id}
    ), helpers as (
      insert into event_helpers (event_id, user_id) select id, ${id} from events where user_id = ${id}
    )
    insert into calendar_feeds (user_id, token_hash) values (${id}, sha256(gen_random_uuid()::text::bytea))`
  const team = await makeTeam(db, { [superAdmin.id]: "owner" }, { name: "Moons" })
  await app.as({ userId: id }).one`select outcome from request_to_join(${team.id}, 'Let me in')`
  await db.one`select notify('newcomer_approved', null, '{}', array[${id}]::uuid[])`
  await db.one`
    insert into notification_preferences (user_id, topic, bell) values (${id}, 'team_post', false)`
  await db.one`insert into weekly_digests (user_id, week) values (${id}, '2026-11-23')`
  await db.many`
    with phone as (
      insert into sessions (token_hash, user_id, expires_at)
      values (sha256('phone'), ${id}, now() + interval '1 day') returning id, user_id
    )
    insert into push_subscriptions (session_id, user_id, endpoint, p256dh, auth, language)
    select id, user_id, 'https://fcm.googleapis.com/' || id, 'secret-key', 'secret-auth', 'en' from phone`
  await db.one`
    insert into push_quiet_hours (user_id, starts_at, ends_at) values (${id}, '22:00', '07:00')`
  await makeCase(db, "team", team.id, { reporters: [id], details: "In Mari's words" })
  const reportByMate = { reporters: [teamMate.id], details: "About Mari, by her mate" }
  const decidedCases = [
    await makeCase(db, "profile", id, { ...reportByMate, title: "Mari Maasikas" }),
    await makeCase(db, "profile", teamMate.id, { title: "Team mate" }),
  ]
  await db.one`
    update report_cases set status = 'dismissed', reply = 'It stays.', decided_at = now(),
      decided_by = case when profile_id = ${id} then ${superAdmin.id} else ${id} end::uuid
    where id = any(${decidedCases.map((reportCase) => reportCase.id)}::uuid[])`
  const article = await makeArticle(db, { authorId: id, title: "By Mari" })
  await app.as({ userId: id }).one`
    insert into news (slug, title, author_id) values (${`draft-${randomUUID()}`}, 'A draft', ${id})`
  await db.one`insert into news_grants (user_id, kind) values (${id}, 'editor')`
  await db.one`
    insert into news_drafts (id, language, form, editor_id)
    values (${randomUUID()}, 'lv', '{"title": "Begun"}', ${id})`
  const idea = await makeIdea(db, { authorId: id, title: "Her idea" })
  await voteForIdea(app.as({ userId: id }), idea)
  await storeSuggestion(auth.as({ userId: id }), makeSuggestionFields(), randomUUID())
  const browser = await openSignedInBrowser(db, id, { userAgent: "Secret browser/1" })
  const headers = { "content-type": "image/png" }
  const { json } = await browser.send("PUT", "/api/profile/avatar", await makeSmallPng(), headers)
  const profileBody = { display_name: "Mari Maasikas", avatar_url: json["avatar_url"] }
  await browser.send("PATCH", "/api/profile", profileBody)
  return { ...user, browser, others: { superAdmin: superAdmin.id, teamMate: teamMate.id }, article }
}

/** SQL query of all columns that can hold a member's id. It returns them as `table.column`. */
export const MEMBER_COLUMNS_QUERY = `
  select c.conrelid::regclass || '.' || a.attname as name
  from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
  where c.contype = 'f' and c.confrelid = 'users'::regclass
  union
  select table_name || '.' || column_name
  from information_schema.columns
  where table_schema = 'public'
    and (column_name in ('user_id', 'author_id', 'actor_id', 'target_id', 'owner_id', 'member_id')
      or column_name like '%\\_by')`
