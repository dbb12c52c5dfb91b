import { type Db, type Query, query } from "../../client.ts"
import type { Role } from "./sessions.ts"

export interface RoleDecision {
  email: string
  is_verified: boolean
  outcome: "changed" | "unchanged" | "last_super_admin"
}

/**
 * Sets the role of an account. Returns null if the email address has no account.
 * The last super admin cannot lose the role.
 */
export const setRoleByEmail = (db: Db, email: string, role: Role) => db.one<RoleDecision>`
  with account as (
    select u.id, u.email::text, u.email_verified_at is not null as is_verified,
      coalesce(r.role, 'user') as role
    from users u left join user_roles r on r.user_id = u.id
    where u.email = ${email}
  ), super_admins as (
    -- The lock prevents two concurrent removals of the last super admin.
    select user_id from user_roles where role = 'super_admin' order by user_id for update
  ), decision as (
    select account.*, case
      when role = ${role} then 'unchanged'
      when role = 'super_admin'
        and not exists (select from super_admins where user_id <> account.id) then 'last_super_admin'
      else 'changed'
    end as outcome
    from account
  ), removed as (
    delete from user_roles using decision
    where user_id = decision.id and outcome = 'changed' and ${role} = 'user'
  ), granted as (
    insert into user_roles (user_id, role)
    select id, ${role} from decision where outcome = 'changed' and ${role} <> 'user'
    on conflict (user_id) do update set role = excluded.role
  )
  select email, is_verified, outcome from decision`

/**
 * Removes all second factors, passkeys and sessions of a member, and stores a password reset link that is valid for an
 * hour. `hash` is the hash of the link's token. Returns the email address; null if it has no account. Requires the
 * rights of the database owner.
 */
export async function resetFactors(db: Db, email: string, hash: string): Promise<string | null> {
  const memberIdSql = query`(select id from users where email = ${email})`
  const [, , , , , , [link]] = await db.batch([
    query`delete from passkeys where user_id = ${memberIdSql}`,
    query`delete from second_factors where user_id = ${memberIdSql}`,
    query`delete from recovery_codes where user_id = ${memberIdSql}`,
    query`delete from sign_in_steps where user_id = ${memberIdSql}`,
    query`delete from sessions where user_id = ${memberIdSql}`,
    query`
      update users set factor_due_at = now() + interval '7 days'
      where id = ${memberIdSql} and factor_due_at is not null`,
    query<{ email: string }>`
      insert into mail_links (token_hash, user_id, purpose, email, expires_at, is_owners)
      select decode(${hash}, 'hex'), id, 'reset_password', email, now() + interval '1 hour', true
      from users where email = ${email}
      returning email::text`,
  ])
  return link?.email ?? null
}

export const getOwnRoleRow = (db: Db) => db.one<{ user_id: string; role: Exclude<Role, "user"> }>`
  select user_id, role from user_roles where user_id = current_viewer() order by role limit 1`

/**
 * Stores the link with which the first super admin sets the site up. Returns false if the site has a super admin.
 * Requires the rights of the database owner.
 */
export async function openSetupLink(db: Db, hash: string): Promise<boolean> {
  const [, links] = await db.batch([
    query`delete from setup_links`,
    query`
      insert into setup_links (token_hash, expires_at)
      select decode(${hash}, 'hex'), now() + interval '24 hours' where not has_super_admin()
      returning expires_at`,
  ])
  return links.length > 0
}

export const becomeFirstSuperAdminQuery = (hash: string): Query<unknown> =>
  query`select become_first_super_admin(decode(${hash}, 'hex'))`
