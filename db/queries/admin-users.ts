/** Members, as who runs the site sees them, and what is done to them. */
import { type Db, query } from "../client.ts"
import { type ListAsk, listPage } from "./admin-list.ts"
import type { Limit } from "./attempts.ts"
import { siteVersion } from "./content-version.ts"
import type { Role } from "./sessions.ts"

export interface AdminUser {
  id: string
  /** Null before they first save a profile. */
  display_name: string | null
  role: Role
  created_at: string
  blocked_at: string | null
  blocked_reason: string | null
  /** Whether others see nothing of their profile. */
  is_hidden: boolean
}

/** One page of all members; fails with insufficient_privilege for anybody but super admins. */
export async function adminUsers(db: Db, ask: ListAsk) {
  const [value = null, id = null] = ask.cursor ?? []
  const rows = await db.many<AdminUser & { sort_value: string }>`
    select user_id as id, display_name, role, created_at, blocked_at, blocked_reason, is_hidden,
      sort_value
    from admin_users(${ask.search}, ${ask.filter}, ${ask.sort}, ${value}, ${id}, ${ask.limit + 1})`
  return listPage(rows, ask)
}

/** Section 9 of the admin spec: ten of each within five minutes, per super admin. */
const ROLE_UPDATE: Limit = { action: "role_update", most: 10, span: "5 minutes" }
const USER_DELETE: Limit = { action: "user_delete", most: 10, span: "5 minutes" }

export type ActOnUser = "done" | "not_found" | "own_account" | "last_super_admin"

export interface Outcome {
  /** Seconds to wait when there were too many, else 0. */
  wait: number
  /** Null when it was not tried. */
  outcome: ActOnUser | null
}

/** Gives a member a role, with the reason that the audit log keeps. */
export const changeRole = (db: Db, id: string, role: Role, reason: string) => db.one<Outcome>`
  with taken as materialized (
    select take_attempt(${ROLE_UPDATE.action}, current_viewer()::text, ${ROLE_UPDATE.most},
      ${ROLE_UPDATE.span}::interval) as wait
  )
  select wait, case when wait = 0 then change_user_role(${id}, ${role}, ${reason}) end as outcome
  from taken`

/** Deletes a member with all that goes with them. */
export async function deleteUser(db: Db, id: string): Promise<Outcome & { changedSite: boolean }> {
  const [[before], [deleted], [after]] = await db.batch([
    siteVersion(),
    query<Outcome>`
      with taken as materialized (
        select take_attempt(${USER_DELETE.action}, current_viewer()::text, ${USER_DELETE.most},
          ${USER_DELETE.span}::interval) as wait
      )
      select wait, case when wait = 0 then admin_delete_user(${id}) end as outcome from taken`,
    siteVersion(),
  ])
  const changedSite = before?.version !== after?.version
  return { wait: deleted?.wait ?? 0, outcome: deleted?.outcome ?? null, changedSite }
}

/** Signs a member out everywhere and keeps them out. */
export async function blockUser(db: Db, id: string, reason: string | null) {
  const row = await db.one<{ outcome: ActOnUser }>`select block_user(${id}, ${reason}) as outcome`
  return row?.outcome ?? "not_found"
}

/** Lets a blocked member in again. */
export async function unblockUser(db: Db, id: string) {
  const row = await db.one<{ outcome: ActOnUser }>`select unblock_user(${id}) as outcome`
  return row?.outcome ?? "not_found"
}

export interface HiddenProfile {
  outcome: "done" | "not_found" | "is_super_admin"
  /** The picture, where others were shown its address. */
  exposed_avatar: string | null
  /** Whether prebuilt pages show something else now. */
  changedSite: boolean
}

/** Hides a member's profile from everybody else, or shows it again. */
export async function hideProfile(db: Db, id: string, hides: boolean): Promise<HiddenProfile> {
  const [[before], [row], [after]] = await db.batch([
    siteVersion(),
    query<Omit<HiddenProfile, "changedSite">>`
      select outcome, exposed_avatar from set_profile_hidden(${id}, ${hides})`,
    siteVersion(),
  ])
  const changedSite = before?.version !== after?.version
  return { outcome: "not_found", exposed_avatar: null, ...row, changedSite }
}
