/** What the database says of itself, for the admin area's settings. */
import type { Db } from "../client.ts"

export interface Protection {
  /** Tables of ours without row-level security. */
  bare_tables: number
  /** Whether this login could pass the policies by. */
  is_bound: boolean
}

/** How the policies hold for this login. */
export const rowLevelSecurity = (db: Db) => db.one<Protection>`
  select
    (
      select count(*)::integer from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relrowsecurity
    ) as bare_tables,
    (
      select not (r.rolsuper or r.rolbypassrls) from pg_roles r where r.rolname = current_user
    ) as is_bound`
