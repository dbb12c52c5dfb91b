/** What the dashboard counts. */
import { type Db, query } from "../client.ts"
import type { AdminUser } from "./admin-users.ts"

export interface Counts {
  users: number
  teams: number
  posts: number
  super_admins: number
  /** Reported things that wait for a decision. */
  reports: number
}

const NOTHING: Counts = { users: 0, teams: 0, posts: 0, super_admins: 0, reports: 0 }

const RECENT = 10

/** Counts, and the newest members; fails with insufficient_privilege for anybody but super admins. */
export async function adminStats(db: Db): Promise<Counts & { recent: AdminUser[] }> {
  const [[counts], recent] = await db.batch([
    query<Counts>`select users, teams, posts, super_admins, reports from admin_counts()`,
    query<AdminUser>`
      select user_id as id, display_name, role, created_at, blocked_at, blocked_reason, is_hidden
      from admin_users('', null, 'newest', null, null, ${RECENT})`,
  ])
  return { ...(counts ?? NOTHING), recent }
}
