import type { GrantBody, ListedUser } from "../../../src/features/members/admin/schema.ts"
import type { Role } from "../../../src/schema/roles.ts"
import { type Db, type Query, query } from "../../client.ts"
import { countOwnAttemptSql } from "../accounts/attempts.ts"
import { writeSite } from "../content-version.ts"
import { type ListQuery, listArgumentsSql, toAdminPage, type WithSortValue } from "../paging.ts"

const USER_COLUMNS = query`user_id as id, display_name, role, created_at, blocked_at, blocked_reason, is_hidden, newsroom,
  email, owned_teams`

export const listAdminUsers = (db: Db, params: ListQuery) =>
  toAdminPage(
    params,
    db.many<WithSortValue<ListedUser>>`
    select ${USER_COLUMNS}, sort_value from list_admin_users(${listArgumentsSql(params)})`,
  )

const MAX_NEWEST_USERS = 10

export async function getAdminStats(db: Db) {
  const [[counts], recent] = await db.batch([
    query<object>`select users, teams, posts, super_admins from count_admin_totals()`,
    query<ListedUser>`select ${USER_COLUMNS} from list_admin_users('', null, 'newest', null, null, ${MAX_NEWEST_USERS})`,
  ])
  return { ...counts, recent }
}

export type UserOutcome = "done" | "not_found" | "own_account" | "last_super_admin"

interface LimitedOutcome {
  /** Seconds to wait after too many actions, or 0. */
  wait: number
  /** Null if the limit was reached. */
  outcome: UserOutcome | null
}

export const changeRole = (
  db: Db,
  id: string,
  role: Role,
  reason: string,
) => db.one<LimitedOutcome>`
  select wait, case when wait = 0 then change_user_role(${id}, ${role}, ${reason}) end as outcome
  from ${countOwnAttemptSql("role-update")}`

const COUNT_ROLE_UPDATE_QUERY = query`select wait from ${countOwnAttemptSql("role-update")}`

/** Grants the rights of an editor or translator. Returns the seconds to wait after too many changes, or 0. */
export function grantNewsroom(db: Db, id: string, grant: GrantBody): Promise<number | null> {
  const { kind } = grant
  const { languages, may_publish } =
    grant.kind === "translator" ? grant : { languages: [], may_publish: false }
  return db.value<number>`
    with attempt as (${COUNT_ROLE_UPDATE_QUERY}), granted as (
      insert into news_grants as g (user_id, kind, languages, may_publish)
      select ${id}, ${kind}, ${languages}::locale_code[], ${may_publish} from attempt where wait = 0
      on conflict (user_id) do update
      set kind = excluded.kind, languages = excluded.languages, may_publish = excluded.may_publish
      where (g.kind, g.languages, g.may_publish)
        is distinct from (excluded.kind, excluded.languages, excluded.may_publish)
    )
    select wait from attempt`
}

/** Returns the seconds to wait after too many changes, or 0. */
export const revokeNewsroom = (db: Db, id: string) => db.value<number>`
  with attempt as (${COUNT_ROLE_UPDATE_QUERY}), revoked as (
    delete from news_grants g using attempt where g.user_id = ${id} and attempt.wait = 0
  )
  select wait from attempt`

export async function deleteUser(
  db: Db,
  id: string,
): Promise<LimitedOutcome & { hasChangedSite: boolean }> {
  const { rows, hasChangedSite } = await writeSite(db, [
    query<LimitedOutcome>`
      select wait, case when wait = 0 then delete_user_as_admin(${id}) end as outcome
      from ${countOwnAttemptSql("user-delete")}`,
  ])
  return { wait: 0, outcome: null, ...rows[0][0], hasChangedSite }
}

async function runUserAction(db: Db, write: Query<{ outcome: UserOutcome }>) {
  const { rows, hasChangedSite } = await writeSite(db, [write])
  return { outcome: rows[0][0]?.outcome, hasChangedSite }
}

export const blockUser = (db: Db, id: string, reason: string | null) =>
  runUserAction(db, query`select block_user(${id}, ${reason}) as outcome`)

export const unblockUser = (db: Db, id: string) =>
  runUserAction(db, query`select unblock_user(${id}) as outcome`)

interface HiddenProfile {
  outcome: "done" | "not_found" | "is_super_admin"
  /** URL of the member's picture if other people may know it. The caller must then move the file. */
  exposed_avatar: string | null
}

export async function setProfileHidden(db: Db, id: string, isHidden: boolean) {
  const { rows, hasChangedSite } = await writeSite(db, [
    query<HiddenProfile>`
      select outcome, exposed_avatar from set_profile_hidden(${id}, ${isHidden})`,
  ])
  const notFound: HiddenProfile = { outcome: "not_found", exposed_avatar: null }
  return { ...notFound, ...rows[0][0], hasChangedSite }
}
